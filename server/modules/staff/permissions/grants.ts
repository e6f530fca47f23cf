import { type Flag, holds, type Permissions, sees } from '@lobby/shared/kit/permissions.ts';
import { type employee, position } from '@lobby/shared/modules/employee.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { db } from '../../../kit/database/database.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { collectionOf } from '../../../kit/store/schema.ts';
import { isAdmin } from '../../../platform/auth/rights/admins.ts';

export const positionsOf = (values: Pick<Values<typeof employee>, 'positionIds'> | null): string[] =>
  values?.positionIds ?? [];

/** Whether the caller has a right; a right to see personal data of a module includes reading it. */
const has = (held: Permissions, code: string, flag: Flag): boolean =>
  holds(held, code, flag) || (flag === 'read' && Object.hasOwn(held, code) && sees(held[code] ?? []));

/** Rights (`MODULE.flag`) that are newly granted and that the caller lacks. */
function beyond({ permissions }: Ctx, granted: Permissions, before: Permissions = {}): string[] {
  return Object.entries(granted).flatMap(([code, flags = []]) =>
    flags.filter(flag => !holds(before, code, flag) && !has(permissions, code, flag)).map(flag => `${code}.${flag}`),
  );
}

/** A stored position with its permissions, which are not a field of the definition. */
export type StoredPosition = Doc<typeof position> & { permissions?: Permissions };

/** Refuses each newly granted right of a position that the caller lacks. */
export async function onlyRightsHeld(ctx: Ctx, granted: Permissions, before: Permissions): Promise<void> {
  const rights = beyond(ctx, granted, before);
  if (rights.length === 0 || (await isAdmin(ctx))) return;
  failFields(
    Object.fromEntries(rights.map(right => [`permissions.${right}`, { code: 'RIGHT_NOT_HELD' }])),
    'RIGHT_NOT_HELD',
  );
}

/** Refuses to assign positions with more rights than the caller; the error names them. */
export async function onlyPositionsHeld(ctx: Ctx, ids: readonly string[], field = 'positionIds'): Promise<void> {
  if (ids.length === 0 || ctx.kind === 'system') return;
  // Read directly: permissions are not a field of the definition.
  const rows = await db()
    .collection<StoredPosition>(collectionOf(position))
    .find({ projectId: ctx.projectId, _id: { $in: [...ids] }, deletedAt: null })
    .toArray();
  const more = rows.filter(row => beyond(ctx, row.permissions ?? {}).length > 0);
  if (more.length === 0 || (await isAdmin(ctx))) return;
  const names = more.map(({ name }) => name).join(', ');
  failFields({ [field]: { code: 'POSITION_NOT_HELD', params: { position: names } } }, 'POSITION_NOT_HELD');
}
