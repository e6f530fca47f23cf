import { addDays, addMonths, dayOf, monthOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { bill } from '@lobby/shared/modules/bill.ts';
import { debtContact, debtDispute, debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import { equalParts, filledParts, instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import type { Site } from './sites.ts';
import type { Colleague } from './staff.ts';

const PROMISES = 7;
const BROKEN = 2;
const DISPUTES = [
  'Chỉ số nước tháng này cao gấp đôi, đề nghị kiểm tra lại đồng hồ.',
  'Căn hộ đã trả thẻ xe máy từ đầu tháng nhưng vẫn tính phí gửi xe.',
  'Diện tích tính phí quản lý không đúng với sổ hồng.',
] as const;
const CALLS = [
  'Chủ hộ đi công tác, hẹn chuyển khoản cuối tuần.',
  'Không nghe máy, đã nhắn tin.',
  'Đã gửi lại thông báo phí qua email.',
  'Chủ hộ hỏi lại số tiền, đã giải thích từng khoản.',
] as const;

/** Debt cases: promises, disputes and instalment plans of households. */
export function debtsOf(
  site: Site,
  homes: readonly Home[],
  bills: readonly Made<typeof bill>[],
  team: readonly Colleague[],
  now: Date,
) {
  const today = dayOf(now, VIETNAM);
  const at = (day: string) => new Date(`${day}T02:30:00Z`);
  const owed = Map.groupBy(
    bills.filter(({ remaining }) => remaining > 0),
    ({ unitId }) => unitId,
  );
  const debtors = homes.filter(({ id }) => owed.has(id));
  const collector = team.find(({ positions }) => positions.includes('accountant'))?.id ?? null;
  const codes = Object.fromEntries(
    [debtPromise, debtDispute, instalmentPlan].map(({ name, prefix }) => [name, codesOf(prefix)]),
  );
  const codeOf = (name: string, day: string) => codes[name]?.(at(day)) ?? null;
  const sumOf = (unitBills: readonly Made<typeof bill>[]) =>
    unitBills.reduce((sum, { remaining }) => sum + remaining, 0);
  const [promiseId, disputeId, planId, contactId] = [debtPromise, debtDispute, instalmentPlan, debtContact].map(
    ({ name }) => idsOf(name, site.key),
  );
  const id = (make: ((n: number) => string) | undefined, n: number) => make?.(n) ?? '';

  const promises = debtors.slice(0, PROMISES).map((home, n) => {
    const ofHome = owed.get(home.id) ?? [];
    const broken = n < BROKEN;
    const [day, on] = broken ? [addDays(today, -12), addDays(today, -3)] : [addDays(today, -2), addDays(today, n)];
    if (!broken) for (const doc of ofHome) doc.promisedOn = on;
    return recordOf(debtPromise, site.id, id(promiseId, n), at(day), {
      code: codeOf(debtPromise.name, day),
      unitId: home.id,
      amount: sumOf(ofHome),
      promisedOn: on,
      byId: home.people[0]?.id ?? null,
      how: 'CALL',
      makerId: collector,
      status: broken ? 'BROKEN' : 'OPEN',
      endedOn: broken ? addDays(on, 1) : null,
    });
  });
  const disputes = debtors.slice(PROMISES, PROMISES + DISPUTES.length).flatMap((home, n) => {
    const [doc] = owed.get(home.id) ?? [];
    if (!doc) return [];
    doc.disputed = true;
    const day = addDays(today, -4 - n);
    return [
      recordOf(debtDispute, site.id, id(disputeId, n), at(day), {
        code: codeOf(debtDispute.name, day),
        unitId: home.id,
        billIds: [doc._id],
        reason: DISPUTES[n] ?? '',
        openedOn: day,
        byId: home.people[0]?.id ?? null,
        status: 'OPEN',
      }),
    ];
  });
  const plans = debtors.slice(10, 12).map((home, n) => {
    const ofHome = owed.get(home.id) ?? [];
    // The first part of one plan is unpaid and overdue, but within its days of grace.
    const first = n === 0 ? addDays(today, -3) : addDays(addMonths(monthOf(today), 1).concat('-05'), 0);
    const [total, day] = [sumOf(ofHome), addDays(today, -20)];
    return recordOf(instalmentPlan, site.id, id(planId, n), at(day), {
      code: codeOf(instalmentPlan.name, day),
      unitId: home.id,
      billIds: ofHome.map(doc => doc._id),
      total,
      count: 3,
      firstDueOn: first,
      activeFrom: day,
      paidBefore: 0,
      makerId: collector,
      status: 'ACTIVE',
      graceDays: 5,
      parts: filledParts(equalParts(total, 3, first), 0, today) as unknown as Made<typeof instalmentPlan>['parts'],
    });
  });
  const contacts = debtors.slice(0, 20).map((home, n) => {
    const day = addDays(today, -(n % 18) - 1);
    return recordOf(debtContact, site.id, id(contactId, n), at(day), {
      unitId: home.id,
      at: at(day),
      byId: collector,
      how: n % 3 === 2 ? 'MEET' : 'CALL',
      note: CALLS[n % CALLS.length] ?? '',
    });
  });
  return { promises, disputes, plans, contacts };
}
