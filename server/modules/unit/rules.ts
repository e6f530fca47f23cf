import { floor } from '@lobby/shared/modules/floor.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { refuseUsed } from '../../kit/store/pointers.ts';
import { needRef } from '../../kit/store/refs.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { livedIn } from '../resident/index.ts';

type Values = Record<string, unknown>;

/** A unit stands on a floor of its own block (rules.md 8: invalid floor). */
export async function onOwnFloor(ctx: Ctx, { values, doc }: Request): Promise<Values> {
  const { blockId, floorId } = { ...doc, ...values };
  if (values.blockId === undefined && values.floorId === undefined) return values;
  if (typeof floorId !== 'string') return values;
  const { blockId: own } = await needRef(ctx, 'floor', floorId, 'floorId');
  if (own !== blockId) failFields({ floorId: { code: 'FLOOR_INVALID' } }, 'FLOOR_INVALID');
  return values;
}

/** A unit is not empty while somebody is registered there; in use it may be called where nobody is: a shop. */
export async function notEmptied(ctx: Ctx, unitId: string, state: unknown, session?: Session): Promise<void> {
  if (state !== 'EMPTY' || (await livedIn(ctx, [unitId], [], session)).size === 0) return;
  failFields({ state: { code: 'UNIT_LIVED_IN' } }, 'UNIT_LIVED_IN');
}

/** Floors stand in the order of the number in their name: `12A` is the 12th, `B2` two below the ground; null where there is none. */
export function orderIn(name: string): number | null {
  const digits = /\d{1,3}/.exec(name)?.[0];
  if (!digits) return null;
  const below = /^\s*(B|H|hầm|tầng hầm|basement)\s*\d/i.test(name);
  return below ? -Math.min(20, Number(digits)) : Math.min(300, Number(digits));
}

/** Completes a floor by its order, and keeps it in its block while units stand on it. */
export async function placeFloor(ctx: Ctx, { values, doc }: Request): Promise<Values> {
  if (doc && typeof values.blockId === 'string' && values.blockId !== doc.blockId)
    await refuseUsed(ctx, floor, doc, [unit], 'FLOOR_IN_USE');
  if (doc || typeof values.order === 'number') return values;
  const above = await modelOf(floor)
    .findOne({ projectId: ctx.projectId, deletedAt: null, blockId: values.blockId })
    .sort({ order: -1 })
    .lean<Stored>();
  const highest = typeof above?.order === 'number' ? above.order : 0;
  return { ...values, order: orderIn(String(values.name)) ?? Math.min(300, highest + 1) };
}
