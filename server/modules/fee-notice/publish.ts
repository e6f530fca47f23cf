import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import type { EffectOf } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { billingSettings } from '../../platform/billing/settings.ts';
import { notify, toUnit } from '../../platform/notifications/notifications.ts';
import { accountFor } from '../bank-account/index.ts';
import { chargeByNotice, openByNotice, publishBills, unpublishBills } from '../bill/index.ts';
import { paperInUse } from '../template/index.ts';
import { assertDateOrder, assertNotPast, datesAsFields, datesFor, givenDates, sentFrom } from './build/dates.ts';
import { type Figures, loadFigures } from './state/figures.ts';
import { keepRevisions } from './state/revisions.ts';
import { noticeSubject } from './subject.ts';

type DatesGiven = Parameters<typeof givenDates>[0];
/** What a notice is set to when it is calculated anew. */
type Built = Figures['values'] & ReturnType<typeof datesAsFields>;

/** Requires a bank account if the paper shows one. */
export async function assertBankAccount(ctx: Ctx): Promise<void> {
  const layout = await paperInUse(ctx.projectId, 'FEE_NOTICE');
  if (layout?.showBank === false) return;
  if (!(await accountFor(ctx, layout?.bankAccountId))) fail('NOTICE_ACCOUNT_MISSING');
}

/** Notifies households of published notices, and stores the published revision. */
export async function notifyOfNotices(
  ctx: Ctx,
  docs: readonly Doc<typeof feeNotice>[],
  session: Session,
): Promise<void> {
  await keepRevisions(ctx, docs, session);
  for (const doc of docs) await notify(ctx, toUnit(doc.unitId), 'FEE_NOTICE', noticeSubject(doc), session);
}

/** Current figures of a notice; throws if it announces nothing new. */
async function figuresNow(ctx: Ctx, doc: Doc<typeof feeNotice>, closing: string): Promise<Figures> {
  const notices = new Map([[doc.unitId, doc._id]]);
  const figures = (await loadFigures(ctx, { month: doc.month, closing, notices })).get(doc.unitId);
  if (!figures || figures.newTotal <= 0) fail('NOTICE_NOT_ABOVE_DEBT');
  return figures;
}

/** Recalculated lines and dates. */
async function built(
  ctx: Ctx,
  doc: Doc<typeof feeNotice>,
  input: DatesGiven,
): Promise<{ figures: Figures; set: Built }> {
  const settings = await billingSettings(ctx.projectId);
  const chosen = givenDates(input);
  const first = datesFor(settings, doc.month, chosen, null);
  const figures = await figuresNow(ctx, doc, first.closing);
  const dates = datesFor(settings, doc.month, chosen, figures.firstDue);
  assertDateOrder(dates);
  return { figures, set: { ...figures.values, ...datesAsFields(dates) } };
}

/** Recalculates a notice with changed values before publication. */
export async function rebuild(
  ctx: Ctx,
  doc: Doc<typeof feeNotice>,
  input: DatesGiven,
): Promise<EffectOf<typeof feeNotice>> {
  const dates = givenDates(input);
  assertNotPast(dates, todayOf(ctx));
  return { set: (await built(ctx, doc, { ...doc, ...input })).set };
}

/** Sending date of a notice that was not sent yet. */
function sendingOf({ sendingDate, dueDate }: Doc<typeof feeNotice>, today: string): Partial<Doc<typeof feeNotice>> {
  if (!sendingDate || !dueDate) return {};
  return { sendingDate: sentFrom({ sending: sendingDate, due: dueDate }, today).sending };
}

/** Computes, without writing, what publishing would set on a notice, and the late interest that it would charge before. */
export async function foresee(ctx: Ctx, doc: Doc<typeof feeNotice>): Promise<{ set: Built; interest: number }> {
  const { closing, due } = datesFor(await billingSettings(ctx.projectId), doc.month, givenDates(doc), null);
  const open = await openByNotice(ctx, [doc.unitId], { until: closing, due });
  const { set } = await built(ctx, doc, doc);
  return { set, interest: open.reduce((sum, entry) => sum + entry.open, 0) };
}

/** Publishes a notice: charges late interest up to the closing date, fixes its lines, and publishes its bills. */
export async function publish(ctx: Ctx, doc: Doc<typeof feeNotice>): Promise<EffectOf<typeof feeNotice>> {
  await assertBankAccount(ctx);
  const today = todayOf(ctx);
  assertNotPast({ due: doc.dueDate ?? today, debtDue: doc.debtDueDate ?? today }, today);
  const month = doc.month;
  const { closing, due } = datesFor(await billingSettings(ctx.projectId), month, givenDates(doc), null);
  // The idempotency key is kept for the final save of this call.
  await chargeByNotice({ ...ctx, once: null }, [doc.unitId], { until: closing, due, noticeMonth: month });
  const { figures, set } = await built(
    ctx,
    doc,
    doc.status === 'UNPUBLISHED' ? { ...doc, ...sendingOf(doc, today) } : doc,
  );
  // The reason for holding it back is internal.
  const values = {
    ...set,
    day: today,
    printed: false,
    sent: false,
    reason: null,
    revision: doc.revision + 1,
  };
  return {
    set: values,
    with: await publishBills(ctx, [{ ...doc, ...values }], figures.told),
    also: session => notifyOfNotices(ctx, [{ ...doc, ...values }], session),
  };
}

const billIds = ({ lines }: Doc<typeof feeNotice>) => lines.flatMap(({ billId }) => billId ?? []);

/** Refuses to cancel a notice after payments: cancel their receipts first (rules.md 8). */
async function assertNotPaid({ projectId }: Ctx, doc: Doc<typeof feeNotice>): Promise<void> {
  const bills = await records(bill).find(
    { projectId },
    { _id: { $in: billIds(doc) }, status: 'ACTIVE' },
    { only: ['total', 'remaining'] },
  );
  const paid = bills.reduce((sum, row) => sum + row.total - row.remaining, 0);
  if (paid > doc.paidBefore) fail('FEE_NOTICE_PAID');
}

/** Refuses to cancel a notice whose debt a later notice carries over (rules.md 8). */
async function assertLatestNotice({ projectId }: Ctx, { unitId, month }: Doc<typeof feeNotice>): Promise<void> {
  const later = { projectId, unitId, month: { $gt: month }, status: { $in: SENT }, deletedAt: null };
  if (await records(feeNotice).exists({ projectId }, later)) fail('FEE_PERIOD_DIFFERENT');
}

/** Cancels a notice; its bills can be announced by another notice of the month. */
export async function cancelNotice(ctx: Ctx, doc: Doc<typeof feeNotice>): Promise<EffectOf<typeof feeNotice>> {
  if (!SENT.some(status => status === doc.status)) return {};
  await assertNotPaid(ctx, doc);
  await assertLatestNotice(ctx, doc);
  return { with: await unpublishBills(ctx, doc._id) };
}
