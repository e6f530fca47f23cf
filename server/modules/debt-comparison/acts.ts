import { debtComparison } from '@lobby/shared/modules/debt-comparison.ts';
import type { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Action, ActionsOf, BehaviourOf, RuleOf } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { checkRefs } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { cancelChanges, cancelReceipt } from '../receipt/index.ts';
import { deductionReceipt, loadDeduction } from '../unit-account/index.ts';
import { figuresOn } from './figures.ts';

type Comparison = Doc<typeof debtComparison>;
type OffsetInput = Parameters<Action<typeof debtComparison, 'offset'>>[2];

const subject = ({ _id: id, code }: Comparison) => ({ module: debtComparison.code, id, title: code ?? '' });

/** Fills a comparison with the unit's figures of a day from the journal. */
export const comparisonBehaviour = {
  async check(ctx, { kind, values }) {
    if (kind !== 'create') return values;
    const asOf = values.asOf ?? '';
    if (asOf > todayOf(ctx)) failFields({ asOf: { code: 'DATE_IN_FUTURE' } });
    await checkRefs(ctx, debtComparison.fields, values);
    const figures = await figuresOn(ctx, values.unitId ?? '', asOf);
    if (figures.debt === 0 && figures.account === 0 && figures.advance === 0)
      failFields({ unitId: { code: 'NOTHING_TO_OFFSET' } }, 'NOTHING_TO_OFFSET');
    return { ...values, ...figures, makerId: ctx.employeeId };
  },
} satisfies BehaviourOf<typeof debtComparison>;

/** Amount and sources that an offset would use today. */
export const plannedOffset = (ctx: Ctx, unitId: string, { rows, withInterest, accountingDate }: OffsetInput) =>
  loadDeduction(ctx, unitId, {
    bills: rows?.length ? rows : undefined,
    interest: withInterest === true,
    accountingDate: accountingDate ?? undefined,
  });

/** Values of an offset comparison, and the receipt that performs the offset. */
export async function loadOffset(ctx: Ctx, doc: Comparison, input: OffsetInput) {
  const plan = await plannedOffset(ctx, doc.unitId, input);
  if (plan.amount === 0) fail('NOTHING_TO_OFFSET');
  const made = await deductionReceipt(ctx, doc.unitId, {
    ...plan,
    origin: 'COUNTER',
    originId: doc._id,
    originCode: doc.code,
    accountingDate: input.accountingDate ?? undefined,
  });
  const offsets = plan.sources.map(({ from, serviceId = null, amount }) => ({
    from: from === 'ADVANCE' ? ('ADVANCE' as const) : ('ACCOUNT' as const),
    serviceId,
    amount,
    receiptId: made.doc._id,
  }));
  return { set: { offset: plan.amount, offsets, receiptId: made.doc._id }, with: made.changes };
}

const NO_OFFSET = { offset: 0, offsets: [], receiptId: null };

/** Cancels a comparison and its receipt. */
const cancel: Action<typeof debtComparison, 'cancel'> = async (ctx, doc, { reason }) => {
  const voucher = doc.receiptId ? await records(receipt).get(ctx, doc.receiptId) : null;
  if (voucher?.status !== 'NOT_CANCELED') return {};
  if (!can(ctx, receipt.code, 'updateStatus')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: receipt.code });
  return { with: cancelChanges(receipt, voucher, await cancelReceipt(ctx, voucher, doc._id), reason) };
};

const UNANSWERED = { confirmedAt: null, confirmedById: null, confirmationNote: null, changedSince: false };

/** Sends the comparison to the household; refused if nobody lives there. */
const send: Action<typeof debtComparison, 'send'> = async (ctx, doc) => {
  const { projectId } = ctx;
  if (!(await records(residency).exists({ projectId }, { unitId: doc.unitId, living: true }))) fail('NO_EMAIL');
  return {
    set: { ...UNANSWERED, confirmation: 'SENT' },
    also: session => notify(ctx, toUnit(doc.unitId), 'DEBT_COMPARISON_SENT', subject(doc), session),
  };
};

/** Records the household's answer: given by a resident, or on a signed paper. */
const answered =
  (
    confirmation: 'AGREED' | 'DISAGREED',
  ): RuleOf<typeof debtComparison, { note?: string | null; attachments?: readonly string[] | null }> =>
  async (ctx, doc, { note, attachments }) => {
    const files = attachments ?? [];
    if (ctx.kind !== 'resident' && files.length === 0) failFields({ attachments: { code: 'REQUIRED' } });
    const staff = await loadReaders(ctx.projectId, debtComparison.code, 'write');
    const kind = confirmation === 'AGREED' ? 'DEBT_COMPARISON_AGREED' : 'DEBT_COMPARISON_DISAGREED';
    return {
      set: {
        confirmation,
        confirmedAt: ctx.now,
        confirmedById: ctx.kind === 'resident' ? ctx.residentId : null,
        confirmationNote: note ?? null,
        changedSince: false,
        ...(files.length > 0 && { attachments: [...files] }),
      },
      also: (session: Session) => notify(ctx, toStaff(staff), kind, subject(doc), session),
    };
  };

export const comparisonActs = {
  offset: loadOffset,
  send,
  agree: answered('AGREED'),
  disagree: answered('DISAGREED'),
  cancel,
} satisfies ActionsOf<typeof debtComparison>;

/** Reopens a comparison whose receipt was cancelled; null if the voucher belongs to no comparison. */
export async function cancelledOffset(
  ctx: Ctx,
  kind: string,
  voucher: Doc<typeof receipt> | Doc<typeof payslip>,
  by: string | null,
): Promise<Change[] | null> {
  if (kind !== receipt.name || !voucher.originId) return null;
  const doc = await records(debtComparison).get(ctx, voucher.originId);
  if (!doc) return null;
  // The comparison itself is being cancelled.
  if (by === doc._id || doc.status !== 'OFFSET') return [];
  return [
    { definition: debtComparison, action: 'reopen', update: { doc, set: { ...NO_OFFSET, status: 'NOT_OFFSET' } } },
  ];
}
