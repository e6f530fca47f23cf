import type { Definition } from '@lobby/shared/kit/definition.ts';
import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { build } from '../../kit/records/records.ts';
import { save } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

/** The record of a running balance, made with its first entry. */
async function kept(
  ctx: Ctx,
  definition: Definition,
  query: Record<string, unknown>,
  make: () => Promise<Stored>,
): Promise<Stored> {
  const found = () =>
    modelOf(definition)
      .findOne({ projectId: ctx.projectId, deletedAt: null, ...query })
      .lean<Stored>();
  const known = await found();
  if (known) return known;
  const insert = await make();
  try {
    const [made] = await save({ ...ctx, once: null }, [{ definition, action: 'create', insert }]);
    return made ?? insert;
  } catch (error) {
    // Another who posted first was quicker.
    const theirs = await found();
    if (theirs) return theirs;
    throw error;
  }
}

/** The account of a unit, which has the unit's own id. */
export const accountOf = (ctx: Ctx, unitId: string): Promise<Stored> =>
  kept(ctx, unitAccount, { _id: unitId }, async () => ({
    ...(await build(ctx, unitAccount, { unitId })),
    _id: unitId,
  }));

/** What a unit has paid ahead for a service. */
export function advanceOf(ctx: Ctx, unitId: string, serviceId: string): Promise<Stored> {
  const once = `${unitId}:${serviceId}`;
  return kept(ctx, serviceAdvance, { unitId, serviceId }, () =>
    build(ctx, serviceAdvance, { unitId, serviceId, once }),
  );
}
