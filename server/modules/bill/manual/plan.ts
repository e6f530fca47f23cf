import type { Filter } from '@lobby/shared/kit/definition.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../../kit/base/errors.ts';
import { words } from '../../../kit/base/messages.ts';
import { loadScope } from '../../../kit/records/acts/act.ts';
import { joinedQuery } from '../../../kit/records/lists/list.ts';
import { records } from '../../../kit/store/records.ts';
import { releaseNow } from '../release/release.ts';
import type { BillValues } from '../types.ts';
import { completeValues, isRepeatable, loadService } from './edit.ts';
import { type Known, loadKnown, modeOf } from './entry.ts';
import { SINGLE } from './single.ts';

/** Maximum number of units. */
const MOST_BILLS = 5000;
/** Fields shared by all units: an error in one fails the whole call. */
const OF_ALL = [
  'serviceId',
  'month',
  'createdFor',
  'debtMonth',
  'mode',
  'changeReason',
  'dueDate',
  'accountingDate',
  'periodStart',
  'periodEnd',
  'vatRate',
  'surchargeTax',
] as const;

/** Values of one unit that differ from the shared ones. */
export type Row = BillValues & { unitId: string };
export interface ManualBills {
  unitIds: string[];
  blockIds: string[];
  filter?: Filter | undefined;
  rows: Row[];
  shared: BillValues;
}
export interface RefusedUnit {
  unitId: string;
  code: string;
  message: string;
  field: string | null;
}
export interface Plan {
  bills: BillValues[];
  refused: RefusedUnit[];
  known: Known | undefined;
}

/** Selected units: by id, block, filter, or those of the rows. */
export async function loadUnits(ctx: Ctx, { unitIds, blockIds, filter, rows }: ManualBills): Promise<string[]> {
  const named = [...new Set([...unitIds, ...rows.map(({ unitId }) => unitId)])];
  if (named.length + blockIds.length === 0 && !filter)
    failFields({ unitIds: { code: 'EMPTY_APARTMENT_SELECTED' } }, 'EMPTY_APARTMENT_SELECTED');
  const under = filter ? [await joinedQuery(unit, filter, ctx, await loadScope(ctx, unit))] : [];
  const found = await records(unit).find(
    ctx,
    { $or: [{ _id: { $in: named } }, { blockId: { $in: blockIds } }, ...under] },
    { only: ['code'], sort: { 'sorted.code': 1, code: 1 }, limit: MOST_BILLS, patience: 10_000 },
  );
  const ids = new Set(found.map(({ _id }) => _id));
  if (named.some(id => !ids.has(id))) failFields({ unitIds: { code: 'REFERENCE_NOT_FOUND' } });
  return [...ids];
}

/** Codes of existing bills of a service and month, by unit. */
async function findStanding(
  ctx: Ctx,
  { serviceId, month, createdFor }: Pick<BillValues, 'serviceId' | 'month' | 'createdFor'>,
  unitIds: readonly string[],
): Promise<Map<string, string>> {
  const of = { serviceId, month, createdFor: createdFor ?? 'SERVICE', unitId: { $in: unitIds } };
  const found = await records(bill).find(ctx, { ...SINGLE, ...of }, { only: ['unitId', 'code'] });
  return new Map(found.map(({ unitId, code }) => [unitId, code ?? '']));
}

function refusalOf(ctx: Ctx, unitId: string, { code, data = {} }: Refusal): RefusedUnit {
  const fields = (data.fields ?? {}) as Record<string, { code: string; params?: Record<string, unknown> }>;
  const [at] = Object.entries(fields);
  const fieldCode = at?.[1].code ?? code;
  return {
    unitId,
    code: fieldCode,
    message: words(ctx, fieldCode, { ...data, ...at?.[1].params }),
    field: at?.[0] ?? null,
  };
}

const isOfAll = ({ data }: Refusal) =>
  Object.keys((data?.fields as object | undefined) ?? {}).some(field => OF_ALL.some(name => name === field));

/** Plans manual bills per unit; a refused unit does not stop the others. `each` is called with the progress. */
export async function planByHand(
  ctx: Ctx,
  input: ManualBills,
  unitIds: readonly string[],
  each: (done: number) => Promise<void> = async () => {},
): Promise<Plan> {
  const { shared } = input;
  if (shared.release && !can(ctx, bill.code, 'updateStatus'))
    fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: bill.code });
  const service = await loadService(ctx, shared.serviceId ?? '');
  const isDebt = shared.createdFor === 'DEBT';
  const month = (isDebt ? shared.debtMonth : shared.month) ?? failFields({ month: { code: 'REQUIRED' } });
  const rows = new Map(input.rows.map(row => [row.unitId, row]));
  const { release, ...rest } = shared;
  const values = unitIds.map((unitId): Row => ({ ...rest, createType: 'MANUAL', ...rows.get(unitId), unitId }));
  const priced = values.some(value => modeOf(value) !== 'AMOUNT');
  const facts = priced ? await loadKnown(ctx, { service, month }, unitIds) : undefined;
  const billed = isRepeatable(service, shared)
    ? new Map<string, string>()
    : await findStanding(ctx, { ...shared, month }, unitIds);
  const bills: BillValues[] = [];
  const refused: RefusedUnit[] = [];
  for (const [n, planned] of values.entries())
    try {
      if (n % 100 === 0) await each(n);
      const code = billed.get(planned.unitId);
      if (code) fail('BILL_ALREADY_EXISTS', { code });
      const whole = await completeValues(ctx, planned, null, facts);
      bills.push(release ? { ...whole, ...(await releaseNow(ctx, whole)) } : whole);
    } catch (error) {
      if (!(error instanceof Refusal) || isOfAll(error)) throw error;
      refused.push(refusalOf(ctx, planned.unitId, error));
    }
  return { bills, refused, known: facts };
}
