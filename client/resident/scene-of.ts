/** Illustrations of amenities, by words of their name; the first match applies. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/hồ bơi|bể bơi|pool|swim|プール|수영|泳/i, 'pool'],
  [/gym|thể hình|fitness|yoga|ジム|헬스|健身/i, 'gym'],
  [/tennis|pickleball|テニス|테니스|网球/i, 'tennis'],
  [/bbq|nướng|grill|barbecue|バーベキュー|바비큐|烧烤/i, 'bbq'],
  [/karaoke|âm nhạc|music|カラオケ|노래|歌/i, 'music'],
  [/spa|xông|sauna|サウナ|사우나|桑拿/i, 'spa'],
  [/sân|bóng|cầu lông|badminton|basketball|court|コート|코트|球/i, 'court'],
  [/hội trường|hall|auditorium|ホール|강당|礼堂/i, 'hall'],
  [/trẻ em|thiếu nhi|kids|children|子ども|어린이|儿童/i, 'kids'],
  [/phòng|room|sinh hoạt|cộng đồng|club|部屋|室|방/i, 'room'],
  [/vườn|công viên|garden|park\b|庭|정원|花园/i, 'garden'],
  [/đậu xe|đỗ xe|gửi xe|parking|駐車|주차|停车/i, 'parking'],
];
/** Illustration of an amenity. */
export const placeScene = (words: string): string => PLACES.find(([fits]) => fits.test(words))?.[1] ?? 'place';

/** Illustrations of news, by words of the title; the first match applies. */
const SUBJECTS: readonly (readonly [RegExp, string])[] = [
  [/giáng sinh|noel|christmas|クリスマス|크리스마스|圣诞/i, 'christmas'],
  [/trung thu|rằm|mid-autumn|中秋|추석/i, 'moon'],
  [/tết|lunar new year|春节|旧正月|설날/i, 'blossom'],
  [/phí|hoá đơn|thanh toán|fee|payment|bill\b|費|비용|费/i, 'fees'],
  [/sạc|charg|充電|충전|充电/i, 'charging'],
  [/chữa cháy|báo cháy|thoát nạn|pccc|fire|火災|화재|消防/i, 'fire'],
  [/côn trùng|diệt muỗi|phun thuốc|pest|insect|害虫|해충|虫/i, 'pests'],
  [/thú cưng|chó|mèo|pet|dog|ペット|반려|宠物/i, 'pets'],
  [/rác|waste|garbage|recycl|ごみ|쓰레기|垃圾/i, 'waste'],
  [/thang máy|elevator|lift\b|エレベーター|엘리베이터|电梯/i, 'lift'],
  [/hồ bơi|bể bơi|pool|プール|수영|泳/i, 'pool'],
  [/nước|water|断水|단수|水/i, 'water'],
  [/cắt điện|mất điện|điện lực|trạm biến áp|power|electric|停電|정전|停电/i, 'power'],
  [/giải chạy|chạy bộ|thể thao|marathon|run\b|マラソン|달리기|跑/i, 'run'],
  [/trẻ em|thiếu nhi|các bé|các cháu|kids|children|子ども|어린이|儿童/i, 'kids'],
  [/hầm|xe|parking|駐車|주차|停车/i, 'parking'],
  [/hội nghị|họp|bầu|meeting|conference|総会|총회|会议/i, 'hall'],
  [/phòng sinh hoạt|cộng đồng|community|lớp học|集会|커뮤니티|社区/i, 'room'],
  [/vệ sinh|dọn|clean|清掃|청소|清洁/i, 'clean'],
  [/an ninh|bảo vệ|security|防犯|보안|安全/i, 'guard'],
  [/cây|vườn|garden|tree|庭|나무|树/i, 'garden'],
];
const BY_CATEGORY: Readonly<Record<string, string>> = { EVENT: 'hall', RULES: 'guard' };
/** Illustration for news or announcements without an image. */
export const newsScene = (title: string, category = ''): string =>
  SUBJECTS.find(([fits]) => fits.test(title))?.[1] ?? BY_CATEGORY[category] ?? 'news';
