import { TERMS, type Terms } from '@lobby/shared/modules/contract-annex.ts';
import { type rentalContract, usualReminder } from '@lobby/shared/modules/rental-contract.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { oncePerImport } from '../../kit/records/behaviour.ts';
import type { RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, fieldOf } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { assertNoOverlap, assertNoOverlapIn, isLetOtherwise, type Let } from './overlap.ts';

type Contract = Values<typeof rentalContract>;

/** Fields of the original terms, which annexes change later. */
const FIRST = {
  area: 'firstArea',
  price: 'firstPrice',
  expiryDate: 'firstExpiryDate',
  remindExpiredDate: 'firstRemindDate',
} as const satisfies Record<(typeof TERMS)[number], string>;

/** Original terms in the given values. */
export const firstOf = (values: Contract): Pick<Contract, (typeof FIRST)[keyof typeof FIRST]> =>
  Object.fromEntries(TERMS.flatMap(name => (values[name] === undefined ? [] : [[FIRST[name], values[name]]])));
/** Original terms of a contract. */
export const termsAtFirst = (doc: Doc<typeof rentalContract>): Terms => ({
  area: doc.firstArea,
  price: doc.firstPrice,
  expiryDate: doc.firstExpiryDate,
  remindExpiredDate: doc.firstRemindDate,
});

/** Fields that only annexes change once there is one; of an expired contract they are fixed. */
const FIXED = [...TERMS, 'unitId', 'residentId', 'company', 'registerDate', 'startDate'] as const;

function assertFixedKept(values: Contract, doc: Doc<typeof rentalContract>): void {
  const code = 'CONTRACT_CANNOT_BE_UPDATED';
  const changed = Object.keys(values).filter(name => fieldOf(values, name) !== fieldOf(doc, name));
  const ended = doc.status === 'TERMINATED' || doc.status === 'LIQUIDATED';
  const fixed = doc.status === 'EXPIRED' || doc.annexCount > 0 ? changed.filter(isFixed) : [];
  const refused = ended ? changed : fixed;
  if (refused.length > 0) failFields(Object.fromEntries(refused.map(name => [name, { code }])), code);
}
const isFixed = (name: string) => FIXED.some(field => field === name);

/** Whether the reminder day is past; a reminder of today is left to the job. */
export function isExpiring(
  remindExpiredDate: string | null,
  today: string,
  doc: Doc<typeof rentalContract> | null,
): boolean {
  if (doc && remindExpiredDate === doc.remindExpiredDate) return doc.expiring;
  return remindExpiredDate !== null && remindExpiredDate < today;
}

/** Whether the reminder is the one calculated from the end, and so moves with it. */
const followsEnd = (doc: Doc<typeof rentalContract> | null, reminder: string) =>
  doc !== null && reminder === doc.remindExpiredDate && reminder === usualReminder(doc.startDate, doc.expiryDate);

/** Derived values of a contract: the reminder and the original terms. */
function derived(values: Contract, doc: Doc<typeof rentalContract> | null, today: string): Contract {
  const { startDate, expiryDate, remindExpiredDate } = { ...doc, ...values };
  const out = { ...values };
  if (startDate && expiryDate && (!remindExpiredDate || followsEnd(doc, remindExpiredDate)))
    out.remindExpiredDate = usualReminder(startDate, expiryDate);
  // Set only if the reminder changes: the job marks contracts without a new version.
  if (out.remindExpiredDate && out.remindExpiredDate !== doc?.remindExpiredDate)
    out.expiring = isExpiring(out.remindExpiredDate, today, doc);
  return { ...out, ...(!doc?.annexCount && firstOf(out)) };
}

const NOT_THERE = 'CONTRACT_TENANT_NOT_IN_UNIT';
const livesIn = (person: Doc<typeof resident> | undefined, unitId: Contract['unitId']) =>
  !person || person.unitIds.some(id => id === unitId);

const tenantsAmong = oncePerImport((ctx, rows) =>
  loadRefs(
    ctx.projectId,
    resident,
    rows.flatMap(({ values }) => (typeof values.residentId === 'string' ? [values.residentId] : [])),
  ),
);

/** Completes a contract: the tenant must live in the unit, and fixed fields must not change. */
export async function completeContract(ctx: Ctx, request: RequestOf<typeof rentalContract>): Promise<Contract> {
  const { kind, values, doc } = request;
  if (doc) assertFixedKept(values, doc);
  const { residentId, unitId } = { ...doc, ...values };
  const moved = residentId !== doc?.residentId || unitId !== doc?.unitId;
  if (moved && residentId) {
    const people = await (kind === 'import'
      ? tenantsAmong(ctx, request.rows)
      : loadRefs(ctx.projectId, resident, [residentId]));
    if (!livesIn(people.get(residentId), unitId)) failFields({ residentId: { code: NOT_THERE } }, NOT_THERE);
  }
  if (kind === 'import') await assertNoOverlapIn(ctx, request.rows, values);
  else if (kind === 'create' || kind === 'restore') await assertNotRunning(ctx, { ...doc, ...values });
  else if (kind === 'update' && isLetOtherwise(doc, { ...doc, ...values }))
    await assertNotRunning(ctx, { ...doc, ...values });
  return derived(values, doc, todayOf(ctx));
}

const assertNotRunning = async (ctx: Ctx, doc: Let) =>
  (doc.status ?? 'ACTIVE') === 'ACTIVE' ? assertNoOverlap(ctx, doc) : undefined;
