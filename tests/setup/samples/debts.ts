import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { debtComparison } from '@lobby/shared/modules/debt-comparison.ts';
import { debtDispute, debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import { instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import type { Caller, Row } from '../caller.ts';
import type { Samples } from '../contract/samples.ts';
import { today } from '../money/books.ts';
import { change } from '../records.ts';
import type { Site } from '../world.ts';

const OF_DEBTS = new Map<Fields, (billId: string) => Record<string, unknown>>([
  [debtPromise.fields, () => ({ promisedOn: addDays(today(), 3), amount: 1000 })],
  [debtDispute.fields, billId => ({ billIds: [billId] })],
  [instalmentPlan.fields, billId => ({ billIds: [billId], count: 2, firstDueOn: addDays(today(), 10) })],
  [debtComparison.fields, () => ({ asOf: today() })],
  [writeOff.fields, billId => ({ billId, amount: 1, accountingDate: today() })],
]);

/** Whether samples of these fields need a unit with debts. */
export const isOfDebts = (fields: Fields): boolean => OF_DEBTS.has(fields);

/** Values for a unit with debts: a released and published bill of its own, and no open promise. */
async function debtValues(
  { ann, id: projectId }: Site,
  samples: Pick<Samples, 'record'>,
  fields: Fields,
  unitId: string,
): Promise<Record<string, unknown>> {
  const { id } = await samples.record(bill, { unitId, createdFor: 'SERVICE' });
  await ann.put<Row>(`${bill.path}/${id}/release`, {});
  await change(bill, id, { publication: 'PUBLISHED' });
  await db()
    .collection(collectionOf(debtPromise))
    .updateMany({ projectId, unitId, status: 'OPEN' }, { $set: { status: 'CANCELLED' } });
  if (fields === debtComparison.fields) {
    await db()
      .collection(collectionOf(debtComparison))
      .updateMany({ projectId, unitId, status: 'NOT_OFFSET' }, { $set: { status: 'CANCELLED' } });
    // A resident who can be notified.
    await samples.record(resident, { unitId });
    // Some opening balance; it is set once.
    await ann.post(accountMovement.path, { unitId, amount: 1000, accountingDate: today() });
  }
  return OF_DEBTS.get(fields)?.(id) ?? {};
}

/** Completes a debt sample: for a new unit, the given one, or that of the resident. */
export async function oweFor(
  site: Site,
  who: Caller,
  samples: Pick<Samples, 'record'>,
  fields: Fields,
  values: Record<string, unknown>,
  given: Readonly<Record<string, string | number>>,
): Promise<void> {
  const home = who === site.dora ? site.unitId : site.otherUnitId;
  const own = who === site.ann ? (await samples.record(unit)).id : home;
  const at = 'unitId' in given ? String(given.unitId) : own;
  if ('unitId' in values) values.unitId = at;
  Object.assign(values, await debtValues(site, samples, fields, at));
}
