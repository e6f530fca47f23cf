import { TERMS } from '@lobby/shared/modules/contract-annex.ts';
import { type rentalContract, usualReminder } from '@lobby/shared/modules/rental-contract.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { oncePerImport } from '../../kit/records/behaviour.ts';
import type { RequestOf, Values as ValuesOf } from '../../kit/records/typed-behaviour.ts';
import { type Doc, fieldOf } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { assertNoOverlap, assertNoOverlapIn, isLetOtherwise } from './overlap.ts';

type Values = Record<string, unknown>;

/** Fields of the original terms, which annexes change later. */
const FIRST = {
  area: 'firstArea',
  price: 'firstPrice',
  expiryDate: 'firstExpiryDate',
  remindExpiredDate: 'firstRemindDate',
} as const satisfies Record<(typeof TERMS)[number], string>;

/** Original terms in the given values. */
export const firstOf = (values: Values): Values =>
  Object.fromEntries(TERMS.flatMap(name => (values[name] === undefined ? [] : [[FIRST[name], values[name]]])));
/** Original terms of a contract. */
export const termsAtFirst = (doc: Doc<typeof rentalContract>): Values =>
  Object.fromEntries(TERMS.map(name => [name, doc[FIRST[name]]]));

/** Fields that only annexes change once there is one; of an expired contract they are fixed. */
const FIXED = [...TERMS, 'unitId', 'residentId', 'company', 'registerDate', 'startDate'] as const;

function assertFixedKept(values: Values, doc: Doc<typeof rentalContract>): void {
  const code = 'CONTRACT_CANNOT_BE_UPDATED';
  const changed = Object.keys(values).filter(name => values[name] !== fieldOf(doc, name));
  const ended = doc.status === 'TERMINATED' || doc.status === 'LIQUIDATED';
  const fixed = doc.status === 'EXPIRED' || Number(doc.annexCount) > 0 ? changed.filter(isFixed) : [];
  const refused = ended ? changed : fixed;
  if (refused.length > 0) failFields(Object.fromEntries(refused.map(name => [name, { code }])), code);
}
const isFixed = (name: string) => FIXED.some(one => one === name);

/** Whether the reminder day is past; a reminder of today is left to the job. */
export function isExpiring(remindExpiredDate: unknown, today: string, doc: Doc<typeof rentalContract> | null): boolean {
  if (doc && remindExpiredDate === doc.remindExpiredDate) return doc.expiring === true;
  return typeof remindExpiredDate === 'string' && remindExpiredDate < today;
}

/** Whether the reminder is the one calculated from the end, and so moves with it. */
const followsEnd = (doc: Doc<typeof rentalContract> | null, reminder: unknown) =>
  doc !== null && reminder === doc.remindExpiredDate && reminder === usualReminder(doc.startDate, doc.expiryDate);

/** Derived values of a contract: the reminder and the original terms. */
function derived(values: Values, doc: Doc<typeof rentalContract> | null, today: string): Values {
  const { startDate, expiryDate, remindExpiredDate } = { ...doc, ...values };
  const out = { ...values };
  if (!remindExpiredDate || followsEnd(doc, remindExpiredDate))
    out.remindExpiredDate = usualReminder(String(startDate), String(expiryDate));
  // Set only if the reminder changes: the job marks contracts without a new version.
  if (out.remindExpiredDate && out.remindExpiredDate !== doc?.remindExpiredDate)
    out.expiring = isExpiring(out.remindExpiredDate, today, doc);
  return { ...out, ...(!doc?.annexCount && firstOf(out)) };
}

const NOT_THERE = 'CONTRACT_TENANT_NOT_IN_UNIT';
const livesIn = (person: Doc<typeof resident> | undefined, unitId: unknown) =>
  !person || (Array.isArray(person.unitIds) && person.unitIds.includes(String(unitId)));

const tenantsAmong = oncePerImport((ctx, rows) =>
  loadRefs(
    ctx.projectId,
    resident,
    rows.flatMap(({ values }) => (typeof values.residentId === 'string' ? [values.residentId] : [])),
  ),
);

/** Completes a contract: the tenant must live in the unit, and fixed fields must not change. */
export async function completeContract(
  ctx: Ctx,
  request: RequestOf<typeof rentalContract>,
): Promise<ValuesOf<typeof rentalContract>> {
  const { kind, values, doc } = request;
  if (doc) assertFixedKept(values, doc);
  const { residentId, unitId } = { ...doc, ...values };
  const moved = residentId !== doc?.residentId || unitId !== doc?.unitId;
  if (moved && typeof residentId === 'string') {
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

const assertNotRunning = async (ctx: Ctx, doc: Values) =>
  (doc.status ?? 'ACTIVE') === 'ACTIVE' ? assertNoOverlap(ctx, doc) : undefined;
