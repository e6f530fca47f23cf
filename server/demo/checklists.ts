import { completeItem, type Item, progressOf, type WorkItem } from '@lobby/shared/modules/checklist-items.ts';
import type { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { checklistKey, maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { Site } from './sites.ts';

type Checklist = Made<typeof maintenanceChecklist>;
type Items = Checklist['items'];
type Work = Made<typeof maintenance>;

const check = (label: string): Item => ({ label, kind: 'CHECK' });
const measure = (label: string, unitName: string, min: number, max: number, decimals = 0): Item => ({
  label,
  kind: 'NUMBER',
  min,
  max,
  decimals,
  ...(unitName && { unitName }),
});
const photo = (label: string): Item => ({ label, kind: 'PHOTO' });
const note = (label: string): Item => ({ label, kind: 'TEXT', required: false });
const sign = (label: string): Item => ({ label, kind: 'SIGNATURE' });
const choice = (label: string, options: string, failOptions: string): Item => ({
  label,
  kind: 'CHOICE',
  options,
  failOptions,
  photoOnFail: false,
  noteOnFail: true,
});
const under = (section: string, items: readonly Item[]) => items.map((item): Item => ({ ...item, section }));

type List = readonly [name: string, kind: Checklist['kind'], minutes: number, items: readonly Item[]];
const LISTS: readonly List[] = [
  [
    'Thang máy hằng tháng',
    'MAINTENANCE',
    90,
    [
      ...under('Phòng máy', [
        check('Vệ sinh phòng máy, không để đồ'),
        measure('Nhiệt độ phòng máy', '°C', 5, 40),
        measure('Điện áp nguồn', 'V', 360, 400),
        check('Phanh ăn đều, không kêu'),
        measure('Độ mòn má phanh', 'mm', 2, 6, 1),
        check('Cáp tải không đứt sợi'),
        check('Bộ khống chế vượt tốc'),
        check('Dầu hộp số đủ mức'),
      ]),
      ...under('Cabin và cửa', [
        check('Nút gọi và đèn chiều'),
        check('Cảm biến cửa'),
        measure('Khe hở cửa tầng', 'mm', 0, 6, 1),
        check('Chuông và đàm thoại cứu hộ'),
        measure('Đèn cứu hộ sáng', 'phút', 60, 240),
        check('Quạt cabin'),
        choice('Độ bằng sàn', 'Bằng\nLệch dưới 10 mm\nLệch trên 10 mm', 'Lệch trên 10 mm'),
      ]),
      ...under('Giếng thang', [
        check('Ray dẫn hướng có dầu'),
        check('Giảm chấn'),
        check('Hố thang khô, sạch'),
        measure('Độ chùng cáp bù', 'cm', 10, 30),
        check('Công tắc giới hạn'),
      ]),
      note('Ghi chú thêm'),
      check('Chạy thử 5 lượt, êm'),
    ],
  ],
  [
    'Bơm chữa cháy hằng tuần',
    'MAINTENANCE',
    30,
    [
      check('Van hút và van xả mở'),
      measure('Áp lực đường ống', 'bar', 6, 9, 1),
      measure('Áp lực khi chạy', 'bar', 7, 12, 1),
      check('Bơm bù áp tự chạy'),
      check('Không rò rỉ phớt'),
      measure('Mức dầu diesel', '%', 70, 100),
      check('Ắc quy khởi động'),
      check('Tủ điều khiển ở chế độ tự động'),
      note('Ghi chú thêm'),
    ],
  ],
  [
    'Kiểm tra bình chữa cháy',
    'MAINTENANCE',
    60,
    [
      check('Đủ bình theo sơ đồ'),
      check('Kim đồng hồ ở vùng xanh'),
      check('Chốt và kẹp chì còn nguyên'),
      check('Vòi không nứt'),
      photo('Ảnh tủ chữa cháy'),
    ],
  ],
  [
    'Máy phát điện chạy thử',
    'MAINTENANCE',
    60,
    [
      ...under('Trước khi chạy', [
        measure('Mức nhiên liệu', '%', 60, 100),
        check('Mức dầu máy'),
        check('Mức nước làm mát'),
        measure('Điện áp ắc quy', 'V', 24, 29, 1),
        check('Dây curoa'),
        check('Không rò rỉ'),
      ]),
      ...under('Khi chạy', [
        measure('Điện áp ra', 'V', 380, 410),
        measure('Tần số', 'Hz', 49.5, 50.5, 1),
        measure('Áp lực dầu', 'bar', 3, 6, 1),
        measure('Nhiệt độ nước', '°C', 60, 95),
        choice('Màu khói', 'Không màu\nTrắng\nĐen', 'Đen'),
        check('Không rung, không ồn lạ'),
        measure('Thời gian chạy', 'phút', 15, 60),
        check('Bộ chuyển nguồn tự động'),
      ]),
      ...under('Sau khi chạy', [
        { label: 'Số giờ máy', kind: 'METER', meterKey: 'gio', unitName: 'giờ' },
        check('Trả về chế độ tự động'),
        check('Vệ sinh phòng máy'),
        note('Ghi chú thêm'),
      ]),
    ],
  ],
  [
    'Vệ sinh bể nước',
    'MAINTENANCE',
    240,
    [
      check('Báo cư dân trước 2 ngày'),
      check('Khoá van, xả cạn'),
      check('Đo khí trước khi xuống bể'),
      check('Cọ rửa thành bể'),
      check('Hút cặn đáy'),
      check('Khử trùng'),
      check('Nắp bể và lưới chắn'),
      check('Phao và van một chiều'),
      measure('Clo dư', 'mg/l', 0.2, 1, 2),
      measure('Độ pH', '', 6, 8.5, 1),
      photo('Ảnh bể sau khi rửa'),
      sign('Người kiểm tra ký'),
    ],
  ],
  [
    'Phòng điện',
    'MAINTENANCE',
    60,
    [
      check('Khoá cửa, biển báo'),
      check('Không để đồ trong phòng'),
      measure('Nhiệt độ phòng', '°C', 5, 40),
      measure('Điện áp pha A', 'V', 210, 240),
      measure('Điện áp pha B', 'V', 210, 240),
      measure('Điện áp pha C', 'V', 210, 240),
      check('Đèn báo pha'),
      check('Đầu cốt không nóng'),
      check('Không mùi khét'),
      check('Tụ bù'),
      check('Quạt thông gió'),
      check('Bình chữa cháy CO2'),
      check('Thảm cách điện'),
      photo('Ảnh mặt tủ'),
    ],
  ],
  [
    'Tuần tra kỹ thuật',
    'PATROL',
    45,
    [
      check('Sảnh và hành lang sáng đủ'),
      check('Cửa thoát hiểm đóng mở được'),
      check('Đèn thoát hiểm sáng'),
      check('Hầm xe không đọng nước'),
      check('Quạt hầm chạy'),
      check('Bơm nước không rò'),
      check('Camera đủ hình'),
      check('Barie chạy êm'),
      check('Mái không đọng nước'),
      note('Việc cần làm'),
    ],
  ],
  [
    'Hồ sơ kiểm định',
    'INSPECTION',
    60,
    [
      check('Đơn vị kiểm định có giấy phép'),
      check('Lý lịch thiết bị đầy đủ'),
      check('Biên bản kỳ trước'),
      measure('Điện trở tiếp địa', 'Ω', 0, 4, 2),
      check('Dán tem kiểm định'),
      photo('Ảnh tem'),
      sign('Kiểm định viên ký'),
    ],
  ],
];

/** Index of the checklist used by each plan, by plan index. */
const BY_PLAN: Readonly<Record<number, number>> = {
  0: 0,
  1: 0,
  2: 0,
  3: 7,
  4: 7,
  5: 7,
  6: 5,
  7: 7,
  8: 3,
  9: 3,
  10: 1,
  11: 1,
  12: 2,
  14: 7,
  15: 4,
  16: 6,
  22: 6,
};

export function checklistsOf(site: Site): Checklist[] {
  const id = idsOf('maintenance-checklist', site.key);
  return LISTS.map(([name, kind, estimatedMinutes, points], n) => {
    const items = points.map(completeItem);
    return recordOf(maintenanceChecklist, site.id, id(n), site.founded, {
      name,
      nameKey: checklistKey(name),
      kind,
      estimatedMinutes,
      items: items as unknown as Items,
      itemCount: items.length,
      edition: 1,
      listId: id(n),
      status: 'PUBLISHED',
    });
  });
}

/** Checklist id of the nth plan of a building. */
export const checklistOfPlan = (site: Site, plan: number): string | null => {
  const list = BY_PLAN[plan];
  return list === undefined ? null : idsOf('maintenance-checklist', site.key)(list);
};

/** A reading within the limits of its item. */
const measured = ({ min, max, decimals }: Item, seed: number): number => {
  const [low, high] = [min ?? 0, max ?? 100];
  const at = low + ((high - low) * (20 + ((seed * 37) % 60))) / 100;
  return Number(at.toFixed(decimals ?? 0));
};

/** Checklist items of a work: a plain copy, or with results by the employee `byId` of the day `on`. */
export function foundOf(
  lists: readonly Checklist[],
  checklistId: string | null,
  done: { byId: string; on: string; seed: number } | null,
): Partial<Work> {
  const list = lists.find(({ _id }) => _id === checklistId);
  if (!list) return {};
  const items = (list.items as unknown as Item[]).map((item, at): WorkItem => {
    const n = at + 1;
    const needed = item.required !== false;
    if (!done || !needed) return { ...item, n };
    const time = new Date(`${done.on}T0${2 + (at % 6)}:${10 + at}:00Z`).toISOString();
    const answered = { at: time, receivedAt: time, byId: done.byId };
    const fails = item.kind === 'CHECK' && (done.seed * 7 + at * 3) % 97 === 0;
    if (fails) return { ...item, n, ...answered, result: 'FAIL', note: 'Cần xử lý, đã báo tổ trưởng.' };
    const value =
      item.kind === 'NUMBER'
        ? String(measured(item, done.seed + at))
        : item.kind === 'METER'
          ? String(1960 + (done.seed % 400))
          : item.kind === 'CHOICE'
            ? (item.options?.split('\n')[0] ?? null)
            : item.kind === 'SIGNATURE'
              ? 'Nguyễn Văn Hùng'
              : null;
    return { ...item, n, ...answered, value, result: 'PASS' };
  });
  return {
    checklistId,
    items: items as unknown as Work['items'],
    progress: progressOf(items),
    failedItems: items.filter(({ result }) => result === 'FAIL').length,
  };
}
