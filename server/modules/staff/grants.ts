import { type Flag, holds, type Permissions, sees } from '@lobby/shared/kit/permissions.ts';
import { position } from '@lobby/shared/modules/employee.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { db } from '../../kit/database/database.ts';
import type { Doc } from '../../kit/store/records.ts';
import { collectionOf } from '../../kit/store/schema.ts';
import { isAdmin } from '../../platform/auth/admins.ts';

type Values = Record<string, unknown>;

export const positionsOf = (values: Values | null): string[] =>
  Array.isArray(values?.positionIds) ? values.positionIds.filter(id => typeof id === 'string') : [];

/** Whether the caller holds a right: to see a module comes with the right to be shown what is personal there. */
const has = (held: Permissions, code: string, flag: Flag): boolean =>
  holds(held, code, flag) || (flag === 'read' && Object.hasOwn(held, code) && sees(held[code] ?? []));

/** The rights (`MODULE.flag`) that are granted, were not before, and that the caller does not have. */
function beyond({ permissions }: Ctx, granted: Permissions, before: Permissions = {}): string[] {
  return Object.entries(granted).flatMap(([code, flags = []]) =>
    flags.filter(flag => !holds(before, code, flag) && !has(permissions, code, flag)).map(flag => `${code}.${flag}`),
  );
}

/** A position past its model, which does not know what it may do. */
export type StoredPosition = Doc<typeof position> & { permissions?: Permissions };

/** Nobody grants what they do not have: refuses each right that a position would gain and the caller lacks. */
export async function onlyRightsHeld(ctx: Ctx, granted: Permissions, before: Permissions): Promise<void> {
  const rights = beyond(ctx, granted, before);
  if (rights.length === 0 || (await isAdmin(ctx))) return;
  failFields(
    Object.fromEntries(rights.map(right => [`permissions.${right}`, { code: 'RIGHT_NOT_HELD' }])),
    'RIGHT_NOT_HELD',
  );
}

/** Refuses to give somebody positions that may do more than the caller; which they are, the field says. */
export async function onlyPositionsHeld(ctx: Ctx, ids: readonly string[], field = 'positionIds'): Promise<void> {
  if (ids.length === 0 || ctx.kind === 'system') return;
  // Past the model, which does not know what a position may do.
  const found = await db()
    .collection<StoredPosition>(collectionOf(position))
    .find({ projectId: ctx.projectId, _id: { $in: [...ids] }, deletedAt: null })
    .toArray();
  const more = found.filter(one => beyond(ctx, one.permissions ?? {}).length > 0);
  if (more.length === 0 || (await isAdmin(ctx))) return;
  const names = more.map(one => String(one.name)).join(', ');
  failFields({ [field]: { code: 'POSITION_NOT_HELD', params: { position: names } } }, 'POSITION_NOT_HELD');
}
