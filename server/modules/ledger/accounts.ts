import type { Definition } from '@lobby/shared/kit/definition.ts';
import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { build } from '../../kit/records/records.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { type Change, save } from '../../kit/store/save.ts';

/** The record of a running balance, made with its first entry. */
async function findOrCreate<T extends NonNullable<Change['insert']>>(
  ctx: Ctx,
  definition: Definition,
  find: () => Promise<T | null>,
  make: () => Promise<T>,
): Promise<T> {
  const known = await find();
  if (known) return known;
  const insert = await make();
  try {
    await save({ ...ctx, once: null }, [{ definition, action: 'create', insert }]);
    return insert;
  } catch (error) {
    // Another posting made it meanwhile.
    const theirs = await find();
    if (theirs) return theirs;
    throw error;
  }
}

/** The account of a unit, which has the unit's own id. */
export const accountOf = (ctx: Ctx, unitId: string): Promise<Doc<typeof unitAccount>> =>
  findOrCreate(
    ctx,
    unitAccount,
    () => records(unitAccount).get(ctx, unitId),
    async () => ({ ...(await build(ctx, unitAccount, { unitId })), _id: unitId }),
  );

/** What a unit has paid ahead for a service. */
export const advanceOf = (ctx: Ctx, unitId: string, serviceId: string): Promise<Doc<typeof serviceAdvance>> =>
  findOrCreate(
    ctx,
    serviceAdvance,
    () => records(serviceAdvance).first(ctx, { unitId, serviceId }),
    () => build(ctx, serviceAdvance, { unitId, serviceId }),
  );
