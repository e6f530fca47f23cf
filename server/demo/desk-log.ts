import { dayOf, HOUR_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { shiftLog } from '@lobby/shared/modules/shift-log.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';
import type { Colleague } from './staff.ts';

/** Active employees who hold a position; the whole team where nobody does. */
export const among = (team: readonly Colleague[], position: string) => {
  const found = team.filter(member => member.active && member.positions.some(key => key === position));
  return found.length > 0 ? found : team;
};

const DONE = [
  'Tiếp 24 lượt khách, 6 bưu phẩm. Thang B kẹt 5 phút lúc 9:40, kỹ thuật đã xử lý.',
  'Ca yên tĩnh. Nhắc 2 căn để xe sai chỗ. Bàn giao chìa khoá phòng sinh hoạt cộng đồng.',
  'Hỗ trợ một gia đình chuyển đến. Nhận 11 bưu phẩm, giao 8.',
  'Báo cháy giả tầng 12 lúc 20:15, đã kiểm tra và đặt lại tủ.',
];

/** Shift logs of the desk; the latest is open, the one before waits for acceptance. */
export function shiftLogsOf(site: Site, team: readonly Colleague[], now: Date): Made<typeof shiftLog>[] {
  const id = idsOf('shift-log', site.key);
  const random = randomOf(`shifts ${site.key}`);
  const people = among(team, 'reception');
  const amount = site.key === 'banmai' ? 6 : 45;
  const shifts = ['MORNING', 'AFTERNOON', 'NIGHT'] as const;
  const codeOf = codesOf(shiftLog.prefix);
  return Array.from({ length: amount }, (_, n) => {
    const left = amount - 1 - n;
    const at = new Date(now.getTime() - left * 8 * HOUR_MS - HOUR_MS);
    const next = people[(n + 1) % people.length] ?? people[0];
    const status = left === 0 ? 'OPEN' : left === 1 ? 'HANDED_OVER' : 'ACCEPTED';
    return recordOf(shiftLog, site.id, id(n), at, {
      status,
      code: codeOf(at),
      date: dayOf(at, VIETNAM),
      shift: shifts[n % 3] ?? 'MORNING',
      post: 'Sảnh A',
      employeeId: people[n % people.length]?.id ?? null,
      content: random.pick(DONE),
      open: left < 3 ? 'Khách của A-12.05 hẹn quay lại lấy giấy tờ lúc 17:00.' : null,
      equipment: [
        { item: 'Bộ đàm', quantity: 3, remark: 'Tốt' },
        { item: 'Chìa khoá phòng kỹ thuật', quantity: 2, remark: null },
      ],
      handOverToId: status === 'OPEN' ? null : (next?.id ?? null),
      handOverNote: status === 'OPEN' ? null : 'Đủ trang bị, sổ bưu phẩm đã khớp.',
      handedOverAt: status === 'OPEN' ? null : new Date(at.getTime() + 7 * HOUR_MS),
      acceptedAt: status === 'ACCEPTED' ? new Date(at.getTime() + 7.2 * HOUR_MS) : null,
    });
  });
}
