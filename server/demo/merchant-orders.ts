import { addDays, DAY_MS, dayOf, HOUR_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { type MerchantOrder, merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import type { partner } from '@lobby/shared/modules/partner.ts';
import type { utility } from '@lobby/shared/modules/utility.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';

/** Order notes of households, by service code. */
const WORDS: Readonly<Record<string, string>> = {
  'MAY-LANH': 'Hai máy lạnh treo tường, phòng khách và phòng ngủ, lâu chưa vệ sinh.',
  'DIEN-NUOC': 'Nước rỉ dưới bồn rửa bếp, đã khoá van tạm.',
  REM: 'Rèm đã mua sẵn, cần khoan tường bê tông.',
  'CON-TRUNG': 'Có gián trong bếp, nhà có trẻ nhỏ nên dùng thuốc an toàn.',
};
const WORKERS = ['Nguyễn Văn Tài', 'Trần Quốc Hưng', 'Lê Minh Đức', 'Phạm Văn Sơn'];

type Status = MerchantOrder['status'];
/** Statuses of the open orders, newest first. */
const GOING: readonly Status[] = [
  'NEW',
  'NEW',
  'FINDING_INSTALLER',
  'PENDING',
  'REJECTED_BY_INSTALLER',
  'EMPLOYEE_ON_THE_WAY',
  'ASSIGNED_TO_EMPLOYEE',
  'EMPLOYEE_WORKING',
  'ACCEPTED',
  'EMPLOYEE_FINISHED',
  'RESCHEDULED',
  'IN_PROCESS',
  'NO_INSTALLER_FOUND',
  'WARRANTY_REQUESTED',
  'RESIDENT_CONFIRMED',
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
  'ASSIGNED_TO_EMPLOYEE',
  'EMPLOYEE_ON_THE_WAY',
  'EMPLOYEE_WORKING',
  'EMPLOYEE_FINISHED',
  'RESIDENT_CONFIRMED',
  'COMPLETED',
  'RATED',
  'WARRANTY_REQUESTED',
];
const DONE: readonly Status[] = ['EMPLOYEE_FINISHED', 'RESIDENT_CONFIRMED', 'COMPLETED', 'RATED', 'WARRANTY_REQUESTED'];
const REASONS: Partial<Record<Status, string>> = {
  CANCELLED: 'Đối tác không sắp được lịch.',
  CANCELLED_BY_RESIDENT: 'Gia đình tự sửa được.',
  REJECTED_BY_INSTALLER: 'Hết thợ trong tuần này.',
  RESCHEDULED: 'Thợ kẹt công trình khác.',
  WARRANTY_REQUESTED: 'Chạy được ba ngày lại rỉ nước.',
};

/** Orders with partners: one in each open status, and finished ones of the past months. */
export function merchantOrdersOf(
  site: Site,
  homes: readonly Home[],
  amenities: readonly Made<typeof utility>[],
  partners: readonly Made<typeof partner>[],
  now: Date,
): Made<typeof merchantOrder>[] {
  const id = idsOf('merchant-order', site.key);
  const random = randomOf(`orders ${site.key}`);
  const occupied = homes.filter(home => home.people.length > 0);
  const workers = partners.filter(company => company.type === 'CONTRACTOR' || company.type === 'MAINTENANCE');
  const services = amenities.filter(({ partnerId }) => partnerId !== null);
  const amount = services.length === 0 ? 0 : 46;
  const codeOf = codesOf(merchantOrder.prefix);
  return Array.from({ length: amount }, (_, n) => {
    const left = amount - 1 - n;
    const status = GOING[left] ?? OVER[left % OVER.length] ?? 'RATED';
    const at = new Date(now.getTime() - (left < GOING.length ? left * 7 : left * 22) * HOUR_MS - HOUR_MS);
    const home = random.pick(occupied);
    const person = random.pick(home.people);
    const service = random.pick(services);
    const listed = random.pick(service.priceList);
    const items = [{ name: listed.name, quantity: random.int(1, 2), price: listed.price }];
    const quote = (items[0]?.quantity ?? 1) * listed.price;
    const appointmentAt = new Date(at.getTime() + 2 * DAY_MS);
    const done = DONE.includes(status);
    const total = done ? quote : null;
    const ended = done && status !== 'EMPLOYEE_FINISHED' && status !== 'RESIDENT_CONFIRMED';
    const without = WITHOUT.includes(status);
    const ofService = partners.find(({ _id }) => _id === service.partnerId) ?? random.pick(workers);
    const finishedAt = done ? new Date(Math.min(appointmentAt.getTime() + 2 * HOUR_MS, now.getTime())) : null;
    const rated = status === 'RATED' || (status === 'WARRANTY_REQUESTED' && n % 2 === 0);
    return recordOf(merchantOrder, site.id, id(n), at, {
      status,
      code: codeOf(at),
      utilityId: service._id,
      description: WORDS[service.code] ?? service.name,
      items,
      quote,
      unitId: home.id,
      residentId: person.id,
      wantedFrom: appointmentAt,
      wantedTo: new Date(appointmentAt.getTime() + 2 * HOUR_MS),
      partnerId: without ? null : ofService._id,
      answerBy: status === 'FINDING_INSTALLER' ? new Date(now.getTime() + 20 * HOUR_MS) : null,
      appointmentAt: ['NEW', 'PENDING', 'FINDING_INSTALLER'].includes(status) ? null : appointmentAt,
      employeeName: WITH_WORKER.includes(status) ? random.pick(WORKERS) : null,
      employeePhone: WITH_WORKER.includes(status) ? `+8490${random.int(1_000_000, 9_999_999)}` : null,
      total,
      commissionRate: service.commissionRate ?? 10,
      commission: ended ? Math.round(((total ?? 0) * (service.commissionRate ?? 10)) / 100) : null,
      collectedBy: status === 'RESIDENT_CONFIRMED' ? 'BUILDING' : 'PARTNER',
      overdue: status === 'ACCEPTED' && appointmentAt < now,
      movedBy: status === 'RESCHEDULED' ? 'PARTNER' : null,
      finishNote: done ? 'Đã làm xong, khách kiểm tra và hài lòng.' : null,
      finishedAt,
      warrantyDays: 30,
      warrantyUntil: ended && finishedAt ? addDays(dayOf(finishedAt, VIETNAM), 30) : null,
      round: status === 'WARRANTY_REQUESTED' ? 2 : 1,
      rating: rated ? random.int(3, 5) : null,
      reason: REASONS[status] ?? null,
    });
  });
}
