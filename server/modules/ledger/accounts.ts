import type { Definition } from '@lobby/shared/kit/definition.ts';
import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { newId } from '../../kit/database/database.ts';
import { build } from '../../kit/records/records.ts';
import { saveNew } from '../../kit/store/bulk-insert.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { type Change, save } from '../../kit/store/save.ts';

/** The record of a running balance, created on first use. */
async function findOrCreate<T extends NonNullable<Change['insert']>>(
  ctx: Ctx,
  definition: Definition,
  find: () => Promise<T | null>,
  make: () => Promise<T>,
): Promise<T> {
  const account = await find();
  if (account) return account;
  const insert = await make();
  try {
    await save({ ...ctx, once: null }, [{ definition, action: 'create', insert }]);
    return insert;
  } catch (error) {
    // A concurrent posting created it.
    const theirs = await find();
    if (theirs) return theirs;
    throw error;
  }
}

/** Account of a unit; it has the unit's id. */
export const loadAccount = (ctx: Ctx, unitId: string): Promise<Doc<typeof unitAccount>> =>
  findOrCreate(
    ctx,
    unitAccount,
    () => records(unitAccount).get(ctx, unitId),
    async () => ({ ...(await build(ctx, unitAccount, { unitId })), _id: unitId }),
  );

/** Accounts by unit; missing ones are created in bulk. */
export async function loadAccounts(
  ctx: Ctx,
  unitIds: readonly string[],
): Promise<Map<string, Doc<typeof unitAccount>>> {
  const found = await records(unitAccount).find(ctx, { _id: { $in: unitIds } });
  const accounts = new Map(found.map(doc => [doc._id, doc]));
  const missing = unitIds.filter(id => !accounts.has(id));
  if (missing.length === 0) return accounts;
  const docs = await Promise.all(
    missing.map(async unitId => ({ ...(await build(ctx, unitAccount, { unitId })), _id: unitId })),
  );
  const batches = [[{ definition: unitAccount, docs }]];
  // If a concurrent posting created one of them, the bulk insert fails, and they are created one by one.
  await saveNew({ ...ctx, once: null }, newId(), { batches, answer: null }).catch(() => {});
  for (const doc of await records(unitAccount).find(ctx, { _id: { $in: missing } })) accounts.set(doc._id, doc);
  for (const unitId of missing) if (!accounts.has(unitId)) accounts.set(unitId, await loadAccount(ctx, unitId));
  return accounts;
}

/** Advance of a unit for a service. */
export const loadAdvance = (ctx: Ctx, unitId: string, serviceId: string): Promise<Doc<typeof serviceAdvance>> =>
  findOrCreate(
    ctx,
    serviceAdvance,
    () => records(serviceAdvance).first(ctx, { unitId, serviceId }),
    () => build(ctx, serviceAdvance, { unitId, serviceId }),
  );
