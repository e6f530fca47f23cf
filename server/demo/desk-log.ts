import { parcel } from '@lobby/shared/modules/parcel.ts';
import { shiftLog } from '@lobby/shared/modules/shift-log.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';
import type { Colleague } from './staff.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CARRIERS = ['Giao Hàng Nhanh', 'Viettel Post', 'J&T Express', 'Shopee Xpress', 'Bưu điện Việt Nam'];
const among = (team: readonly Colleague[], position: string) => {
  const found = team.filter(one => one.active && one.positions.some(key => key === position));
  return found.length > 0 ? found : team;
};

/** Parcels that wait at the desk, and those that were fetched. */
export function parcelsOf(
  site: Site,
  homes: readonly Home[],
  team: readonly Colleague[],
  now: Date,
): Made<typeof parcel>[] {
  const id = idsOf('parcel', site.key);
  const random = randomOf(`parcels ${site.key}`);
  const own = homes.filter(home => home.people.length > 0);
  const amount = site.key === 'banmai' ? 12 : 160;
  const codeOf = codesOf(parcel.prefix);
  return Array.from({ length: amount }, (_, n) => {
    const left = amount - n;
    const waiting = left <= (site.key === 'banmai' ? 3 : 14);
    const at = new Date(now.getTime() - left * (waiting ? 5 : 11) * HOUR - (waiting ? 0 : 3 * DAY));
    const home = random.pick(own);
    const person = random.pick(home.people);
    return recordOf(parcel, site.id, id(n), at, {
      status: waiting ? 'WAITING' : n % 23 === 7 ? 'RETURNED' : 'HANDED_OVER',
      code: codeOf(at),
      unitId: home.id,
      residentId: person.id,
      recipientName: person.name,
      kind: random.weighted([
        ['PARCEL', 7],
        ['LETTER', 2],
        ['BULKY', 1],
      ]),
      carrier: random.pick(CARRIERS),
      trackingNumber: `VN${random.int(100_000_000, 999_999_999)}`,
      shelf: `Kệ ${random.pick(['A', 'B', 'C'])}${random.int(1, 6)}`,
      receivedById: random.pick(among(team, 'reception')).id,
      remindedCount: waiting && now.getTime() - at.getTime() > DAY ? 1 : 0,
      handedOverAt: waiting ? null : new Date(at.getTime() + 6 * HOUR),
      handedOverTo: waiting ? null : person.name,
      reason: !waiting && n % 23 === 7 ? 'Người nhận từ chối nhận hàng.' : null,
    });
  });
}

const DONE = [
  'Tiếp 24 lượt khách, 6 bưu phẩm. Thang B kẹt 5 phút lúc 9:40, kỹ thuật đã xử lý.',
  'Ca yên tĩnh. Nhắc 2 căn để xe sai chỗ. Bàn giao chìa khoá phòng sinh hoạt cộng đồng.',
  'Hỗ trợ một gia đình chuyển đến. Nhận 11 bưu phẩm, giao 8.',
  'Báo cháy giả tầng 12 lúc 20:15, đã kiểm tra và đặt lại tủ.',
];

/** What the shifts of the desk wrote down, the last one to be accepted. */
export function shiftLogsOf(site: Site, team: readonly Colleague[], now: Date): Made<typeof shiftLog>[] {
  const id = idsOf('shift-log', site.key);
  const random = randomOf(`shifts ${site.key}`);
  const people = among(team, 'reception');
  const amount = site.key === 'banmai' ? 6 : 45;
  const shifts = ['MORNING', 'AFTERNOON', 'NIGHT'] as const;
  const codeOf = codesOf(shiftLog.prefix);
  return Array.from({ length: amount }, (_, n) => {
    const left = amount - 1 - n;
    const at = new Date(now.getTime() - left * 8 * HOUR - HOUR);
    const next = people[(n + 1) % people.length] ?? people[0];
    const status = left === 0 ? 'OPEN' : left === 1 ? 'HANDED_OVER' : 'ACCEPTED';
    return recordOf(shiftLog, site.id, id(n), at, {
      status,
      code: codeOf(at),
      date: at.toISOString().slice(0, 10),
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
      handedOverAt: status === 'OPEN' ? null : new Date(at.getTime() + 7 * HOUR),
      acceptedAt: status === 'ACCEPTED' ? new Date(at.getTime() + 7.2 * HOUR) : null,
    });
  });
}
