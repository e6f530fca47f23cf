import { type Allocation, allocate, type Owed } from '@lobby/shared/billing/allocate.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { type Ctx, feature } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { chargeableBy, mayBeLate } from '../bill/index.ts';
import { CHARGED } from '../receipt/index.ts';

/** A bill with a remaining amount of itself or of its late interest. */
export interface OwedBill extends Owed {
  doc: Doc<typeof bill>;
  code: string;
  /** All of its late interest: charged by the bills in `charged`, and accrued but not charged yet. */
  interest: number;
  charged: readonly Doc<typeof bill>[];
  accrued: number;
}

/** Unpaid bills of units with their late interest up to a day, by unit. */
export async function loadOwed(
  ctx: Ctx,
  unitIds: readonly string[],
  until: string = todayOf(ctx),
): Promise<Map<string, OwedBill[]>> {
  const ofUnits = { unitId: { $in: [...unitIds] } };
  const [bills, charged] = await Promise.all([
    records(bill).find(ctx, { ...mayBeLate(ctx.now), ...ofUnits }),
    records(bill).find(ctx, { ...CHARGED, ...ofUnits }),
  ]);
  const ids = new Set(bills.map(({ _id }) => _id));
  const paid = [...new Set(charged.flatMap(({ originalId }) => originalId ?? []))].filter(id => !ids.has(id));
  const late = [...bills, ...(paid.length > 0 ? await records(bill).find(ctx, { _id: { $in: paid } }) : [])];
  const counted = await chargeableBy(ctx, late, until);
  const standing = Map.groupBy(charged, ({ originalId }) => originalId ?? '');
  const originals = new Set(late.map(({ _id }) => _id));
  const alone = charged.filter(({ originalId }) => !originals.has(originalId ?? ''));
  const owed = [
    ...late.map(doc => owedBill(doc, standing.get(doc._id) ?? [], counted.get(doc._id)?.open ?? 0)),
    ...alone.map(doc => owedBill(doc, [], 0)),
  ];
  return Map.groupBy(
    owed.filter(({ remaining, interest }) => remaining + interest > 0),
    ({ doc }) => doc.unitId,
  );
}

const owedBill = (doc: Doc<typeof bill>, charged: readonly Doc<typeof bill>[], accrued: number): OwedBill => ({
  doc,
  charged,
  accrued,
  id: doc._id,
  month: doc.month,
  code: doc.code ?? '',
  remaining: Math.max(0, doc.remaining),
  dueDate: doc.dueDate,
  interest: charged.reduce((sum, { remaining }) => sum + remaining, accrued),
});

/** Debt of bills including late interest. */
export const sumOwed = (bills: readonly OwedBill[]): number =>
  bills.reduce((sum, { remaining, interest }) => sum + remaining + interest, 0);

/** Late interest within the debt of bills. */
export const sumInterest = (bills: readonly OwedBill[]): number => bills.reduce((sum, row) => sum + row.interest, 0);

/** Order in which the project settles bills and their interest. */
export const orderOf = (ctx: Ctx) => ({ interestFirst: feature(ctx, 'INTEREST_BEFORE_PRINCIPAL') });

/** Bills that are paid without being chosen: disputed ones wait for a decision. */
export const undisputed = (bills: readonly OwedBill[]): OwedBill[] => bills.filter(({ doc }) => doc.disputed !== true);

/** Allocates an amount to the bills of a unit and their late interest, oldest due date first; `first` names bills that precede all others. */
export const oldestFirst = (
  ctx: Ctx,
  bills: readonly OwedBill[],
  amount: number,
  first?: ReadonlySet<string>,
): { allocations: Allocation[]; rest: number } =>
  allocate(undisputed(bills), amount, { ...orderOf(ctx), ...(first && { first }) });

/** The units that somebody lives in, and so pays for. */
export async function loadPayers({ projectId }: Ctx, unitIds: readonly string[]): Promise<Set<string>> {
  const living = await records(residency).find(
    { projectId },
    { living: true, unitId: { $in: [...unitIds] } },
    { only: ['unitId'] },
  );
  return new Set(living.map(({ unitId }) => unitId));
}
