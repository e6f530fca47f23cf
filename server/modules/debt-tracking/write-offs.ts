import { bill } from '@lobby/shared/modules/bill.ts';
import { standingOf } from '@lobby/shared/modules/bill-standing.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { ActionsOf, BehaviourOf, EffectOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { checkRefs } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { cancellationOf } from '../fund/index.ts';
import { type Line, postings, reversals } from '../ledger/index.ts';
import { assertCancelNotLocked, checkDay } from '../lock-date/index.ts';
import { plansAfter } from './plans.ts';

/** Loads the bill of a write-off; it must be released, with at least that amount unpaid. */
async function needBill(
  { projectId }: Ctx,
  { billId, amount }: Pick<Values<typeof writeOff>, 'billId' | 'amount'>,
): Promise<Doc<typeof bill>> {
  const refuse = (code: string, field = 'billId', params = {}) => failFields({ [field]: { code, params } }, code);
  const target = await records(bill).get({ projectId }, billId);
  if (!target) return refuse('BILL_NOT_EXISTING');
  if (target.status === 'DRAFT') return refuse('BILL_NOT_RELEASED');
  if (target.status === 'CANCELLED') return refuse('BILL_CANCELLED');
  const max = target.remaining;
  if (max <= 0) return refuse('BILL_ALREADY_PAID');
  return (amount ?? 0) > max ? refuse('WRITE_OFF_EXCEEDS_BILL', 'amount', { max }) : target;
}

/** Bill after a write-off (positive) or its cancellation (negative). */
function billAfter(doc: Doc<typeof bill>, by: number): Change {
  const { total, paid } = doc;
  const writtenOff = doc.writtenOff + by;
  const set = { writtenOff, ...standingOf({ total, paid, writtenOff }) };
  return { definition: bill, action: by > 0 ? 'write-off' : 'unwrite', update: { doc, set } };
}

const linesOf = (target: Doc<typeof bill>, amount: number): Line[] => {
  const of = { serviceId: target.serviceId, billId: target._id };
  const part = target.createdFor === 'INTEREST' ? 'INTEREST' : 'PRINCIPAL';
  return [
    { account: 'WRITE_OFF', ...of, debit: amount },
    { account: 'RECEIVABLE', ...of, part, credit: amount },
  ];
};

export const writeOffBehaviour = {
  async check(ctx, { kind, values }) {
    if (kind !== 'create') return values;
    await checkRefs(ctx, writeOff.fields, values);
    const accountingDate = values.accountingDate ?? todayOf(ctx);
    await checkDay(ctx, 'transaction', accountingDate, 'accountingDate');
    const { unitId, serviceId } = await needBill(ctx, values);
    return { ...values, accountingDate, unitId, serviceId, makerId: ctx.employeeId };
  },
  async changes(ctx, { kind, doc }) {
    if (kind !== 'create') return [];
    const target = await needBill(ctx, doc);
    const { amount } = doc;
    return [
      billAfter(target, amount),
      ...(await postings(ctx, {
        kind: 'WRITE_OFF',
        day: doc.accountingDate ?? todayOf(ctx),
        type: 'write-off',
        doc,
        unitId: target.unitId,
        lines: linesOf(target, amount),
      })),
      ...(await plansAfter(ctx, new Map([[target._id, { paid: 0, off: amount }]]))),
    ];
  },
} satisfies BehaviourOf<typeof writeOff>;

/** Cancels a write-off: the unit owes the amount again. */
async function cancel(ctx: Ctx, doc: Doc<typeof writeOff>): Promise<EffectOf<typeof writeOff>> {
  await assertCancelNotLocked(ctx, 'transaction', doc.accountingDate ?? todayOf(ctx), doc.code);
  const { projectId } = ctx;
  const target = await records(bill).withRemoved().get({ projectId }, doc.billId);
  const day = todayOf(ctx);
  return {
    set: cancellationOf(ctx),
    with: [
      ...(target ? [billAfter(target, -doc.amount)] : []),
      ...(await reversals(ctx, { kind: 'WRITE_OFF_CANCEL', of: ['WRITE_OFF'], day, type: 'write-off', doc })),
    ],
  };
}

export const writeOffActs = { cancel } satisfies ActionsOf<typeof writeOff>;
