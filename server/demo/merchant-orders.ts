import { type MerchantOrder, merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import type { partner } from '@lobby/shared/modules/partner.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const WORK = [
  ['Vệ sinh máy lạnh', 'Hai máy lạnh treo tường 1,5 HP, phòng khách và phòng ngủ, lâu chưa vệ sinh.', 500_000],
  ['Sửa ống nước rò dưới bồn rửa', 'Nước rỉ dưới bồn rửa bếp, đã khoá van tạm.', 350_000],
  ['Lắp rèm phòng khách', 'Rèm đã mua sẵn, cần khoan tường bê tông.', 600_000],
  ['Diệt côn trùng', 'Có gián trong bếp, nhà có trẻ nhỏ nên dùng thuốc an toàn.', 800_000],
  ['Thay khoá cửa chính', 'Đổi sang khoá điện tử, đã có khoá.', 450_000],
  ['Giặt sofa tại nhà', 'Sofa vải ba chỗ, vết cà phê.', 700_000],
  ['Sửa bếp từ', 'Bếp báo lỗi E6, không nhận nồi.', 550_000],
] as const;
const WORKERS = ['Nguyễn Văn Tài', 'Trần Quốc Hưng', 'Lê Minh Đức', 'Phạm Văn Sơn'];

type Status = MerchantOrder['status'];
/** The last orders, newest first: one in each state that goes on. */
const GOING: readonly Status[] = [
  ...(['NEW', 'NEW', 'FINDING_INSTALLER', 'PENDING', 'REJECTED_BY_INSTALLER', 'EMPLOYEE_ON_THE_WAY'] as const),
  ...(['ASSIGNED_TO_EMPLOYEE', 'EMPLOYEE_WORKING', 'ACCEPTED', 'EMPLOYEE_FINISHED', 'RESCHEDULED'] as const),
  ...(['IN_PROCESS', 'NO_INSTALLER_FOUND', 'WARRANTY_REQUESTED', 'RESIDENT_CONFIRMED'] as const),
];
const OVER: readonly Status[] = [
  'RATED',
  'COMPLETED',
  'RATED',
  'CANCELLED',
  'RATED',
  'COMPLETED',
  'CANCELLED_BY_RESIDENT',
];
const WITHOUT: readonly Status[] = ['NEW', 'PENDING'];
const WITH_WORKER: readonly Status[] = [
  ...(['ASSIGNED_TO_EMPLOYEE', 'EMPLOYEE_ON_THE_WAY', 'EMPLOYEE_WORKING', 'EMPLOYEE_FINISHED'] as const),
  ...(['RESIDENT_CONFIRMED', 'COMPLETED', 'RATED', 'WARRANTY_REQUESTED'] as const),
];
const DONE: readonly Status[] = ['EMPLOYEE_FINISHED', 'RESIDENT_CONFIRMED', 'COMPLETED', 'RATED', 'WARRANTY_REQUESTED'];
const REASONS: Partial<Record<Status, string>> = {
  CANCELLED: 'Đối tác không sắp được lịch.',
  CANCELLED_BY_RESIDENT: 'Gia đình tự sửa được.',
  REJECTED_BY_INSTALLER: 'Hết thợ trong tuần này.',
  RESCHEDULED: 'Thợ kẹt công trình khác.',
  WARRANTY_REQUESTED: 'Chạy được ba ngày lại rỉ nước.',
};

/** What partners do for households: one order in every state, and those of the months before. */
export function merchantOrdersOf(
  site: Site,
  homes: readonly Home[],
  partners: readonly Made<typeof partner>[],
  now: Date,
): Made<typeof merchantOrder>[] {
  const id = idsOf('merchant-order', site.key);
  const random = randomOf(`orders ${site.key}`);
  const own = homes.filter(home => home.people.length > 0);
  const workers = partners.filter(one => one.type === 'CONTRACTOR' || one.type === 'MAINTENANCE');
  const amount = site.key === 'banmai' ? 8 : 70;
  const codeOf = codesOf(merchantOrder.prefix);
  return Array.from({ length: amount }, (_, n) => {
    const left = amount - 1 - n;
    const status = GOING[left] ?? OVER[left % OVER.length] ?? 'RATED';
    const at = new Date(now.getTime() - (left < GOING.length ? left * 7 : left * 22) * HOUR - HOUR);
    const home = random.pick(own);
    const person = random.pick(home.people);
    const [title, content, cost] = random.pick(WORK);
    const appointmentAt = new Date(at.getTime() + 2 * DAY);
    const done = DONE.includes(status);
    const price = done ? cost + random.int(0, 6) * 50_000 : null;
    const finishedAt = done ? new Date(Math.min(appointmentAt.getTime() + 2 * HOUR, now.getTime())) : null;
    const rated = status === 'RATED' || (status === 'WARRANTY_REQUESTED' && n % 2 === 0);
    return recordOf(merchantOrder, site.id, id(n), at, {
      status,
      code: codeOf(at),
      title,
      content,
      unitId: home.id,
      residentId: person.id,
      wantedAt: appointmentAt,
      partnerId: WITHOUT.includes(status) || workers.length === 0 ? null : random.pick(workers)._id,
      answerBy: status === 'FINDING_INSTALLER' ? new Date(now.getTime() + 20 * HOUR) : null,
      appointmentAt: ['NEW', 'PENDING', 'FINDING_INSTALLER'].includes(status) ? null : appointmentAt,
      employeeName: WITH_WORKER.includes(status) ? random.pick(WORKERS) : null,
      employeePhone: WITH_WORKER.includes(status) ? `+8490${random.int(1_000_000, 9_999_999)}` : null,
      price,
      commissionRate: 10,
      commission: price === null ? null : Math.round(price / 10),
      finishNote: done ? 'Đã làm xong, khách kiểm tra và hài lòng.' : null,
      finishedAt,
      warrantyDays: 30,
      warrantyUntil:
        done && status !== 'EMPLOYEE_FINISHED' && finishedAt
          ? new Date(finishedAt.getTime() + 30 * DAY + 7 * HOUR).toISOString().slice(0, 10)
          : null,
      round: status === 'WARRANTY_REQUESTED' ? 2 : 1,
      rating: rated ? random.int(3, 5) : null,
      reason: REASONS[status] ?? null,
    });
  });
}
