import { allocate } from '@lobby/shared/billing/allocate.ts';
import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import type { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { BehaviourOf, DoneOf, EffectOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { checkRefs } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { cancellationOf } from '../fund/index.ts';
import { fundFor, loadAccount, loadAdvance, postings, reversals } from '../ledger/index.ts';
import { assertCancelNotLocked, checkDay } from '../lock-date/index.ts';
import { loadOwed, type OwedBill, orderOf, undisputed } from '../payment/index.ts';
import {
  type Allocation,
  allocationsOf,
  assertPayable,
  chargedFor,
  loadBills,
  payBills,
  unpayBills,
} from '../receipt/index.ts';
import { entriesOf, linesOf } from './lines.ts';

type MovementValues = Values<typeof accountMovement>;

/** Balance of an account, or of an advance. */
const loadHolder = (
  ctx: Ctx,
  unitId: string,
  serviceId: string | null | undefined,
): Promise<Pick<Doc<typeof unitAccount>, 'balance' | 'balanceOpening'>> =>
  serviceId ? loadAdvance(ctx, unitId, serviceId) : loadAccount(ctx, unitId);

/** Refuses an amount above the balance (rules.md 5). */
async function assertBalanceCovers(ctx: Ctx, { unitId, fromServiceId, amount }: MovementValues): Promise<void> {
  const max = (await loadHolder(ctx, unitId ?? '', fromServiceId)).balance;
  if ((amount ?? 0) > max)
    failFields({ amount: { code: 'UNIT_ACCOUNT_EXCEEDED', params: { max } } }, 'UNIT_ACCOUNT_EXCEEDED');
}

/** Undisputed debts of a unit by a day; an advance pays its own service only. */
export async function owedBills(
  ctx: Ctx,
  unitId: string,
  serviceId: string | null | undefined,
  until?: string,
): Promise<OwedBill[]> {
  const owed = undisputed((await loadOwed(ctx, [unitId], until)).get(unitId) ?? []);
  return serviceId ? owed.filter(({ doc }) => doc.serviceId === serviceId) : owed;
}

const partsOf = ({ unitId, accountingDate }: MovementValues, parts: readonly Allocation[]) => ({
  unitId,
  parts,
  day: accountingDate ?? '',
});

/** Completes a deduction: the chosen bills, else the oldest due. */
async function completeDeduction(ctx: Ctx, values: MovementValues): Promise<MovementValues> {
  await assertBalanceCovers(ctx, values);
  const amount = values.amount ?? 0;
  let allocations = allocationsOf(values);
  if (allocations.length === 0) {
    const owed = await owedBills(ctx, values.unitId ?? '', values.fromServiceId, values.accountingDate ?? '');
    if (owed.length === 0) failFields({ unitId: { code: 'NOTHING_OWED' } }, 'NOTHING_OWED');
    const split = allocate(owed, amount, orderOf(ctx));
    if (split.rest > 0)
      failFields(
        { amount: { code: 'DEDUCTION_EXCEEDS_PAYMENT', params: { max: amount - split.rest } } },
        'DEDUCTION_EXCEEDS_PAYMENT',
      );
    // The kind is optional for bills.
    allocations = split.allocations.map(({ kind, ...part }) => (kind === 'INTEREST' ? { kind, ...part } : part));
  }
  const bills = await loadBills(ctx.projectId, allocations);
  assertPayable(bills, allocations, values.unitId);
  // A check only: interest is charged when the deduction is posted.
  await chargedFor(ctx, partsOf(values, allocations));
  const { fromServiceId } = values;
  const strange = allocations.findIndex(({ billId }) => {
    const target = bills.find(({ _id }) => _id === billId);
    return fromServiceId && target?.serviceId !== fromServiceId;
  });
  if (strange >= 0)
    failFields({ [`allocations.${strange}.billId`]: { code: 'PAYMENT_EXCEEDS_ADVANCE' } }, 'PAYMENT_EXCEEDS_ADVANCE');
  const total = allocations.reduce((sum, part) => sum + part.amount, 0);
  if (total !== amount)
    failFields({ amount: { code: 'DEDUCTION_EXCEEDS_PAYMENT', params: { max: total } } }, 'DEDUCTION_EXCEEDS_PAYMENT');
  return { ...values, allocations, toServiceId: null, fundId: null };
}

/** Completes a movement: checks the balance, and that source and destination differ. */
export async function completeMovement(
  ctx: Ctx,
  { kind, values }: RequestOf<typeof accountMovement>,
): Promise<MovementValues> {
  if (kind !== 'create' && kind !== 'import') return values;
  const type = values.type ?? 'OPENING';
  if (kind === 'import' && type !== 'OPENING')
    failFields({ type: { code: 'UNIT_ACCOUNT_IMPORT_INVALID' } }, 'UNIT_ACCOUNT_IMPORT_INVALID');
  const flag = type === 'DEDUCTION' ? 'deduct' : type === 'TRANSFER' ? 'transfer' : 'write';
  if (!can(ctx, accountMovement.code, flag)) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: accountMovement.code });
  await checkDay(ctx, 'transaction', values.accountingDate ?? '', 'accountingDate');
  // References are checked for every type.
  await checkRefs(ctx, accountMovement.fields, values);
  const whole = { ...values, type, cashierId: ctx.employeeId };
  if (type === 'DEDUCTION') return completeDeduction(ctx, whole);
  const none = { ...whole, allocations: [] };
  if (type === 'OPENING') {
    const once = `${values.unitId}:${values.toServiceId ?? 'account'}`;
    return { ...none, fromServiceId: null, fundId: null, once };
  }
  await assertBalanceCovers(ctx, values);
  if (type === 'REFUND') return { ...none, toServiceId: null, fundId: values.fundId ?? (await fundFor(ctx, 'CASH')) };
  if ((values.fromServiceId ?? null) === (values.toServiceId ?? null))
    failFields({ toServiceId: { code: 'TRANSFER_SAME_SERVICE' } }, 'TRANSFER_SAME_SERVICE');
  return { ...none, fundId: null };
}

const bookMovement = async (ctx: Ctx, { kind, doc }: DoneOf<typeof accountMovement>): Promise<Change[]> => {
  if (kind !== 'create' && kind !== 'import') return [];
  const { parts, charges } = await chargedFor(ctx, partsOf(doc, allocationsOf(doc)));
  Object.assign(doc, { allocations: parts });
  const { bills, changes } = await payBills(ctx, { ...doc, unitId: doc.unitId, allocations: parts }, charges);
  return [
    ...changes,
    ...(await postings(ctx, {
      kind: entriesOf(doc).made,
      day: doc.accountingDate,
      type: 'account-movement',
      doc,
      unitId: doc.unitId,
      lines: linesOf(doc, bills),
    })),
  ];
};

export const movementBehaviour = { check: completeMovement, changes: bookMovement } satisfies BehaviourOf<
  typeof accountMovement
>;

/** Refuses to cancel if the amount has been used since; opening and paid-in parts are checked separately. */
async function assertStillThere(
  ctx: Ctx,
  { type, unitId, toServiceId, amount }: Doc<typeof accountMovement>,
): Promise<void> {
  if (type !== 'OPENING' && type !== 'TRANSFER') return;
  const holder = await loadHolder(ctx, unitId, toServiceId);
  const opening = holder.balanceOpening ?? 0;
  const there = type === 'OPENING' ? opening : holder.balance - opening;
  if (there < amount) fail(toServiceId ? 'ADVANCE_NOT_ENOUGH' : 'UNIT_ACCOUNT_NOT_ENOUGH');
}

/** Cancels a movement: its bills are owed again, and amounts it moved must still be there. */
export async function cancelMovement(
  ctx: Ctx,
  doc: Doc<typeof accountMovement>,
): Promise<EffectOf<typeof accountMovement>> {
  await assertCancelNotLocked(ctx, 'transaction', doc.accountingDate, doc.code);
  await assertStillThere(ctx, doc);
  const { made, cancelled } = entriesOf(doc);
  const { changes } = await unpayBills(ctx, { ...doc, unitId: doc.unitId, allocations: doc.allocations });
  const freed = { once: null, 'uniq.once': null };
  return {
    set: { ...cancellationOf(ctx), ...freed },
    with: [
      ...changes,
      ...(await reversals(ctx, {
        kind: cancelled,
        of: [made, 'ADJUST_SURPLUS'],
        day: todayOf(ctx),
        type: 'account-movement',
        doc,
      })),
    ],
  };
}
