import type { Language } from '@lobby/shared/kit/languages.ts';
import type { propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';

type Said = Readonly<Record<Language, string>>;
const named = (vi: string, en: string, zh: string, ja: string, ko: string): Said => ({ vi, en, zh, ja, ko });
type RoomIcon = (typeof propertyRoom.fields.icon.options)[number];
type Category = (typeof propertyItem.fields.category.options)[number];

/** Standard rooms of an apartment, in walking order. */
export const ROOMS: readonly (readonly [key: string, icon: RoomIcon, name: Said])[] = [
  ['hall', 'hall', named('Hành lang', 'Hallway', '走廊', '廊下', '복도')],
  ['living', 'living', named('Phòng khách', 'Living room', '客厅', 'リビング', '거실')],
  ['kitchen', 'kitchen', named('Bếp', 'Kitchen', '厨房', 'キッチン', '주방')],
  ['bedroom1', 'bedroom', named('Phòng ngủ 1', 'Bedroom 1', '卧室 1', '寝室 1', '침실 1')],
  ['bedroom2', 'bedroom', named('Phòng ngủ 2', 'Bedroom 2', '卧室 2', '寝室 2', '침실 2')],
  ['bedroom3', 'bedroom', named('Phòng ngủ 3', 'Bedroom 3', '卧室 3', '寝室 3', '침실 3')],
  ['bath', 'bath', named('Phòng tắm', 'Bathroom', '浴室', '浴室', '욕실')],
  ['balcony', 'balcony', named('Ban công', 'Balcony', '阳台', 'バルコニー', '발코니')],
];

/** Standard inspection criteria. */
const CHECKS = {
  flat: named(
    'Phẳng, không nứt, không ố',
    'Even, no cracks or stains',
    '平整,无裂缝,无污渍',
    '平らで、ひび・しみがない',
    '평평하고 금이나 얼룩 없음',
  ),
  colour: named('Màu sơn đều', 'Paint of one shade', '油漆颜色均匀', '塗装の色むらがない', '도색이 고름'),
  closes: named(
    'Đóng mở êm, kín',
    'Opens and closes smoothly, tight',
    '开关顺畅、密闭',
    '開閉が滑らかで隙間がない',
    '여닫힘이 부드럽고 밀폐됨',
  ),
  locks: named(
    'Khoá và bản lề chắc',
    'Lock and hinges firm',
    '锁和铰链牢固',
    '錠と蝶番がしっかりしている',
    '잠금장치와 경첩이 견고함',
  ),
  works: named('Hoạt động tốt', 'Works well', '运行正常', '正常に動く', '정상 작동'),
  power: named(
    'Có điện, đúng vị trí',
    'Powered, where it should be',
    '通电,位置正确',
    '通電し、位置が正しい',
    '통전되고 위치가 맞음',
  ),
  leaks: named('Không rò rỉ', 'No leaks', '无渗漏', '漏れがない', '누수 없음'),
  drains: named('Thoát nước nhanh', 'Drains fast', '排水畅通', '水はけがよい', '배수가 빠름'),
  scratch: named('Không trầy xước', 'No scratches', '无划痕', '傷がない', '긁힘 없음'),
  firm: named('Lắp chắc chắn', 'Firmly fixed', '安装牢固', 'しっかり取り付けられている', '단단히 고정됨'),
  number: named(
    'Đúng số, đúng chỉ số',
    'Right number and reading',
    '编号和读数正确',
    '番号と指針が正しい',
    '번호와 지침이 맞음',
  ),
  count: named('Đủ số lượng', 'All of them there', '数量齐全', '数がそろっている', '수량이 모두 있음'),
} as const satisfies Readonly<Record<string, Said>>;
type Check = keyof typeof CHECKS;

/** Units of measure of items. */
const UNITS = {
  m2: named('m²', 'm²', 'm²', 'm²', 'm²'),
  m: named('m', 'm', 'm', 'm', 'm'),
  bộ: named('bộ', 'set', '套', '組', '세트'),
  cái: named('cái', 'piece', '个', '個', '개'),
} as const;

interface ReadyItem {
  code: string;
  category: Category;
  warrantyMonths: number;
  unitName: Said;
  name: Said;
  checks: readonly Said[];
}
const item = (
  code: string,
  category: Category,
  unit: keyof typeof UNITS,
  warrantyMonths: number,
  checks: readonly Check[],
  name: Said,
): ReadyItem => ({
  code,
  category,
  warrantyMonths,
  name,
  unitName: UNITS[unit],
  checks: checks.map(check => CHECKS[check]),
});

/** Standard items with their inspection criteria. */
export const ITEMS: readonly ReadyItem[] = [
  item('SAN', 'FLOOR', 'm2', 24, ['flat', 'scratch'], named('Sàn', 'Floor', '地面', '床', '바닥')),
  item('TUONG', 'WALL', 'm2', 24, ['flat', 'colour'], named('Tường', 'Walls', '墙面', '壁', '벽')),
  item('TRAN', 'CEILING', 'm2', 24, ['flat', 'colour'], named('Trần', 'Ceiling', '天花板', '天井', '천장')),
  item(
    'CUA-CHINH',
    'DOOR',
    'bộ',
    24,
    ['closes', 'scratch'],
    named('Cửa chính', 'Front door', '入户门', '玄関ドア', '현관문'),
  ),
  item('KHOA', 'DOOR', 'bộ', 24, ['works', 'locks'], named('Khoá cửa', 'Door lock', '门锁', 'ドア錠', '도어락')),
  item('CUA-DI', 'DOOR', 'bộ', 24, ['closes', 'locks'], named('Cửa đi', 'Door', '房门', '室内ドア', '방문')),
  item('CUA-SO', 'WINDOW', 'bộ', 24, ['closes', 'leaks'], named('Cửa sổ', 'Window', '窗', '窓', '창문')),
  item(
    'CHUONG',
    'ELECTRICAL',
    'bộ',
    12,
    ['works'],
    named('Chuông hình', 'Video doorbell', '可视门铃', 'テレビドアホン', '비디오폰'),
  ),
  item(
    'TU-DIEN',
    'ELECTRICAL',
    'bộ',
    24,
    ['works', 'firm'],
    named('Tủ điện', 'Fuse box', '配电箱', '分電盤', '분전반'),
  ),
  item('DEN', 'ELECTRICAL', 'cái', 12, ['works', 'firm'], named('Đèn', 'Lights', '灯', '照明', '조명')),
  item(
    'CONG-TAC',
    'ELECTRICAL',
    'cái',
    12,
    ['works', 'firm'],
    named('Công tắc', 'Switches', '开关', 'スイッチ', '스위치'),
  ),
  item('O-CAM', 'ELECTRICAL', 'cái', 12, ['power', 'firm'], named('Ổ cắm', 'Sockets', '插座', 'コンセント', '콘센트')),
  item(
    'O-MANG',
    'ELECTRICAL',
    'cái',
    12,
    ['works'],
    named('Ổ mạng, truyền hình', 'Network and TV outlets', '网络电视插座', 'LAN・テレビ端子', '인터넷·TV 단자'),
  ),
  item(
    'BAO-KHOI',
    'ELECTRICAL',
    'cái',
    24,
    ['works'],
    named('Đầu báo khói', 'Smoke detector', '烟雾探测器', '煙感知器', '연기 감지기'),
  ),
  item(
    'DIEU-HOA',
    'APPLIANCE',
    'bộ',
    24,
    ['works', 'leaks'],
    named('Điều hoà', 'Air conditioner', '空调', 'エアコン', '에어컨'),
  ),
  item(
    'BEP-TU',
    'APPLIANCE',
    'cái',
    24,
    ['works', 'scratch'],
    named('Bếp từ', 'Induction hob', '电磁炉', 'IHコンロ', '인덕션'),
  ),
  item(
    'HUT-MUI',
    'APPLIANCE',
    'cái',
    24,
    ['works'],
    named('Máy hút mùi', 'Cooker hood', '油烟机', 'レンジフード', '레인지 후드'),
  ),
  item(
    'TU-BEP',
    'FURNITURE',
    'bộ',
    24,
    ['closes', 'scratch'],
    named('Tủ bếp', 'Kitchen cupboards', '橱柜', 'キッチン収納', '주방 수납장'),
  ),
  item('CHAU-RUA', 'WATER', 'cái', 24, ['leaks', 'drains'], named('Chậu rửa', 'Sink', '水槽', 'シンク', '싱크대')),
  item('VOI', 'WATER', 'cái', 24, ['works', 'leaks'], named('Vòi nước', 'Tap', '水龙头', '水栓', '수전')),
  item(
    'CAP-NUOC',
    'WATER',
    'bộ',
    24,
    ['leaks', 'drains'],
    named('Cấp, thoát nước máy giặt', 'Washing machine connection', '洗衣机进出水', '洗濯機の給排水', '세탁기 급배수'),
  ),
  item('LAVABO', 'SANITARY', 'bộ', 24, ['leaks', 'drains'], named('Lavabo', 'Washbasin', '洗手盆', '洗面台', '세면대')),
  item('BON-CAU', 'SANITARY', 'bộ', 24, ['works', 'leaks'], named('Bồn cầu', 'Toilet', '马桶', '便器', '변기')),
  item('SEN', 'SANITARY', 'bộ', 24, ['works', 'leaks'], named('Sen tắm', 'Shower', '淋浴', 'シャワー', '샤워기')),
  item('GUONG', 'SANITARY', 'cái', 12, ['scratch', 'firm'], named('Gương', 'Mirror', '镜子', '鏡', '거울')),
  item('THOAT-SAN', 'WATER', 'cái', 24, ['drains'], named('Thoát sàn', 'Floor drain', '地漏', '床排水', '바닥 배수구')),
  item('LAN-CAN', 'OTHER', 'm', 24, ['firm', 'scratch'], named('Lan can', 'Railing', '栏杆', '手すり', '난간')),
  item(
    'CONG-TO',
    'METER',
    'cái',
    0,
    ['number'],
    named('Công tơ điện', 'Electricity meter', '电表', '電気メーター', '전기 계량기'),
  ),
  item(
    'DONG-HO-NUOC',
    'METER',
    'cái',
    0,
    ['number', 'leaks'],
    named('Đồng hồ nước', 'Water meter', '水表', '水道メーター', '수도 계량기'),
  ),
  item(
    'CHIA-KHOA',
    'KEY',
    'bộ',
    0,
    ['count', 'works'],
    named('Chìa khoá, thẻ từ', 'Keys and cards', '钥匙和门卡', '鍵・カード', '열쇠와 카드'),
  ),
];

const READY = new Map(
  [...ROOMS.map(([, , name]) => name), ...ITEMS.flatMap(({ name, unitName }) => [name, unitName])].flatMap(words =>
    Object.values(words).map(word => [word, words] as const),
  ),
);

/** Translates a text of the standard set; other texts are returned as they are. */
export const inLanguage = (word: string, language: Language): string => READY.get(word)?.[language] ?? word;

/** Item codes by kind of room. */
const CONTENTS: Readonly<Partial<Record<RoomIcon, string>>> = {
  hall: 'SAN TUONG TRAN CUA-CHINH KHOA CHUONG TU-DIEN DEN CONG-TAC BAO-KHOI CONG-TO DONG-HO-NUOC CHIA-KHOA',
  living: 'SAN TUONG TRAN CUA-SO O-CAM CONG-TAC DEN DIEU-HOA O-MANG',
  kitchen: 'SAN TUONG TRAN O-CAM DEN TU-BEP CHAU-RUA VOI BEP-TU HUT-MUI CAP-NUOC',
  bedroom: 'SAN TUONG TRAN CUA-DI CUA-SO O-CAM DEN DIEU-HOA',
  bath: 'SAN TUONG CUA-DI DEN LAVABO BON-CAU SEN GUONG THOAT-SAN',
  balcony: 'SAN LAN-CAN DEN THOAT-SAN',
};

/** Template lines of an apartment by number of bedrooms. */
export const readyLines = (bedrooms: number): { room: string; item: string }[] =>
  ROOMS.filter(([room]) => !room.startsWith('bedroom') || Number(room.slice('bedroom'.length)) <= bedrooms).flatMap(
    ([room, icon]) => (CONTENTS[icon] ?? '').split(' ').map(code => ({ room, item: code })),
  );

/** Standard templates. */
export const TEMPLATES = [
  { bedrooms: 0, type: 'STUDIO', name: named('Studio', 'Studio', '单间公寓', 'スタジオ', '스튜디오') },
  { bedrooms: 1, type: 'APARTMENT', name: named('1 phòng ngủ', '1 bedroom', '一居室', '1寝室', '침실 1개') },
  { bedrooms: 2, type: 'APARTMENT', name: named('2 phòng ngủ', '2 bedrooms', '两居室', '2寝室', '침실 2개') },
  { bedrooms: 3, type: 'APARTMENT', name: named('3 phòng ngủ', '3 bedrooms', '三居室', '3寝室', '침실 3개') },
] as const;
