import { dayOfMonth, dueDateOf, noticeMonthOf } from '@lobby/shared/billing/dates.ts';
import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Effect } from '../../kit/records/act.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { billingSettings } from '../../platform/billing/settings.ts';
import { postings } from '../ledger/index.ts';
import { lockedTo, refuseLocked, todayOf } from '../lock-date/index.ts';
import { billLines, kindsOf } from './books.ts';
import type { Values } from './by-hand.ts';
import { refuseOutdated } from './recalculate.ts';

const serviceOf = async ({ projectId }: Ctx, { serviceId }: Values): Promise<Stored | undefined> =>
  (await loadRefs(projectId, service, [String(serviceId)])).get(String(serviceId));
const dayOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The day on which a bill comes onto the books where nobody says one: today, or the day of the month that its service has; never to come, never within what is closed. */
async function usualDay(ctx: Ctx, { month }: Values, own: Stored | undefined): Promise<string> {
  const today = todayOf(ctx);
  if (own?.accounting !== 'FIXED_DAY' || !own.accountingDay) return today;
  const day = dayOfMonth(String(month), Number(own.accountingDay));
  const closed = await lockedTo(ctx, 'receivable');
  const open = closed && day <= closed ? addDays(closed, 1) : day;
  return open > today ? today : open;
}

/** What a release sets: the day on which the unit owes it from then on, by when, and whether residents may be told. */
async function released(ctx: Ctx, values: Values, input: Values = {}): Promise<Values> {
  const own = await serviceOf(ctx, values);
  const day = dayOf(input.accountingDate) ?? dayOf(values.accountingDate) ?? (await usualDay(ctx, values, own));
  if (day > todayOf(ctx)) failFields({ accountingDate: { code: 'DATE_IN_FUTURE' } });
  await refuseLocked(ctx, 'receivable', day, {
    field: input.accountingDate || values.accountingDate ? 'accountingDate' : '',
    document: values.code ? String(values.code) : null,
  });
  return {
    onBooks: true,
    accountingDate: day,
    voucherDate: input.voucherDate ?? values.voucherDate ?? day,
    ...(await dueOf(ctx, values, own)),
    publication: Number(values.total) === 0 ? 'NOT_PUBLISHABLE' : 'UNPUBLISHED',
  };
}

/** What a new bill has that is released at once. */
export const releasedNow = async (ctx: Ctx, values: Values): Promise<Values> => ({
  ...(await released(ctx, values)),
  status: 'ACTIVE',
});

/** What comes with a release: its entry in the books, and up to which month its service is billed. */
export async function releasedWith(ctx: Ctx, doc: Stored): Promise<Change[]> {
  return [
    ...billedTo(await serviceOf(ctx, doc), String(doc.month)),
    ...(await postings(ctx, {
      kind: kindsOf(doc).made,
      day: String(doc.accountingDate),
      type: 'bill',
      doc,
      unitId: String(doc.unitId),
      lines: billLines(doc),
    })),
  ];
}

/** Puts a draft on the books: from that day the unit owes it. */
export async function releaseBill(ctx: Ctx, doc: Stored, input: Values = {}): Promise<Effect> {
  const set = await released(ctx, doc, input);
  await refuseOutdated(ctx, doc);
  return { set, with: await releasedWith(ctx, { ...doc, ...set }) };
}

/** A service knows up to which month it is billed. */
function billedTo(own: Stored | undefined, month: string): Change[] {
  if (!own || String(own.lastBilledMonth ?? '') >= month) return [];
  return [
    {
      definition: service,
      action: 'update',
      update: { doc: own, set: { lastBilledMonth: month }, keepVersion: true },
    },
  ];
}

const USUAL_TERM = 15;

/** When a bill is to be paid, and the month whose notice tells of it; what would be late at once gets its term from today. */
async function dueOf(ctx: Ctx, doc: Values, own: Stored | undefined): Promise<Record<string, unknown>> {
  const settings = await billingSettings(ctx.projectId);
  const end = String(doc.periodEnd ?? monthPeriod(String(doc.month)).end);
  const noticeMonth = String(doc.noticeMonth ?? noticeMonthOf(own?.type, String(doc.month), end, settings));
  const due = dueDateOf(settings, own?.paymentTerm, noticeMonth);
  const today = todayOf(ctx);
  const late = addDays(today, Number(own?.paymentTerm ?? USUAL_TERM));
  return { noticeMonth, dueDate: doc.dueDate ?? (due < today ? late : due) };
}
