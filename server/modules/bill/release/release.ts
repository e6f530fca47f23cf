import { dayOfMonth, dueDateOf, noticeMonthOf } from '@lobby/shared/billing/dates.ts';
import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { addDays, type Day, monthOf } from '@lobby/shared/kit/dates.ts';
import { type bill, paymentState } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { Action, ActionInput } from '../../../kit/records/typed-behaviour.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import type { Change } from '../../../kit/store/save.ts';
import { billingSettings } from '../../../platform/billing/settings.ts';
import { postings } from '../../ledger/index.ts';
import { assertAfterLock, lockedTo } from '../../lock-date/index.ts';
import { failDateOrder } from '../dates.ts';
import { overdueOf } from '../interest/overdue.ts';
import { assertUpToDate } from '../run/recalculate.ts';
import type { BillDoc, BillValues, ServiceDoc } from '../types.ts';
import { billLines, kindsOf } from './books.ts';

const findService = async ({ projectId }: Ctx, { serviceId }: BillValues): Promise<ServiceDoc | undefined> =>
  serviceId ? (await loadRefs(projectId, service, [serviceId])).get(serviceId) : undefined;

type ReleaseInput = ActionInput<typeof bill.actions.release>;

/** Default accounting date: the service's fixed day of the month, else the last day of the month; never in the future, nor in a locked period. */
function usualDay(ctx: Ctx, { month }: BillValues, charged: ServiceDoc | undefined, closed: Day | null): string {
  const today = todayOf(ctx);
  const billed = month ?? monthOf(today);
  const fixed = charged?.accounting === 'FIXED_DAY' ? charged.accountingDay : null;
  const day = fixed ? dayOfMonth(billed, fixed) : monthPeriod(billed).end;
  const open = closed && day <= closed ? addDays(closed, 1) : day;
  return open > today ? today : open;
}

/** Values set by a release: accounting date, due date and publication state. `lockedDay` is the lock date if it was already loaded. */
export async function releaseValues(ctx: Ctx, values: BillValues, input: ReleaseInput = {}, lockedDay?: Day | null) {
  const charged = await findService(ctx, values);
  const closed = lockedDay === undefined ? await lockedTo(ctx, 'receivable') : lockedDay;
  const day = input.accountingDate ?? values.accountingDate ?? usualDay(ctx, values, charged, closed);
  if (day > todayOf(ctx)) failFields({ accountingDate: { code: 'DATE_IN_FUTURE' } });
  assertAfterLock('receivable', closed, day, {
    field: input.accountingDate || values.accountingDate ? 'accountingDate' : '',
    document: values.code ?? null,
  });
  const due = await loadDue(ctx, values, charged);
  // Opening debt may be due before its accounting date.
  if (values.createdFor !== 'DEBT' && due.dueDate < day) failDateOrder('dueDate', { earlier: day, later: due.dueDate });
  const { total = 0 } = values;
  return {
    onBooks: true,
    accountingDate: day,
    voucherDate: input.voucherDate ?? values.voucherDate ?? day,
    ...due,
    ...overdueOf({ status: 'ACTIVE', paymentState: paymentState(total ?? 0, 0), dueDate: due.dueDate }, todayOf(ctx)),
    publication: (values.total ?? 0) === 0 ? ('NOT_PUBLISHABLE' as const) : ('UNPUBLISHED' as const),
  };
}

export const releaseNow = async (ctx: Ctx, values: BillValues): Promise<BillValues> => ({
  ...(await releaseValues(ctx, values)),
  status: 'ACTIVE',
});

/** Journal entry of a release. */
export const postingOf = (doc: BillDoc) => ({
  kind: kindsOf(doc).made,
  day: doc.accountingDate ?? fail('BILL_NOT_RELEASED'),
  type: 'bill' as const,
  doc,
  unitId: doc.unitId,
  lines: billLines(doc),
});

/** Changes that come with a release: the journal entry, and the last billed month of the service. */
export async function changesOfRelease(ctx: Ctx, doc: BillDoc): Promise<Change[]> {
  return [...noteBilledMonth(await findService(ctx, doc), doc.month), ...(await postings(ctx, postingOf(doc)))];
}

/** Posts a draft: the unit owes it from that day. */
export const releaseBill: Action<typeof bill, 'release'> = async (ctx, doc, input) => {
  const set = await releaseValues(ctx, doc, input);
  await assertUpToDate(ctx, doc);
  return { set, with: await changesOfRelease(ctx, { ...doc, ...set }) };
};

/** Raises the last billed month of a service. */
export function noteBilledMonth(charged: ServiceDoc | undefined, month: string): Change[] {
  if (!charged || (charged.lastBilledMonth ?? '') >= month) return [];
  return [
    {
      definition: service,
      action: 'update',
      update: { doc: charged, set: { lastBilledMonth: month }, keepVersion: true },
    },
  ];
}

const USUAL_TERM = 15;

/** Due date and notice month; a due date in the past is replaced by the payment term from today. */
async function loadDue(ctx: Ctx, doc: BillValues, charged: ServiceDoc | undefined) {
  const settings = await billingSettings(ctx.projectId);
  const today = todayOf(ctx);
  const month = doc.month ?? monthOf(today);
  const end = doc.periodEnd ?? monthPeriod(month).end;
  const noticeMonth = doc.noticeMonth ?? noticeMonthOf(charged?.type, month, end, settings);
  const due = dueDateOf(settings, charged?.paymentTerm, noticeMonth);
  const late = addDays(today, charged?.paymentTerm ?? USUAL_TERM);
  return { noticeMonth, dueDate: doc.dueDate ?? (due < today ? late : due) };
}
