import type { Ctx } from '../../kit/base/context.ts';
import { accessTo } from './access.ts';
import { users } from './users.ts';

/** Somebody of the staff as they are now: what was begun under other rights goes on under these; null where they were shut out. */
export async function rightsAgain(ctx: Ctx): Promise<Ctx | null> {
  if (ctx.kind !== 'staff') return ctx;
  const [user, access] = await Promise.all([
    users().findOne({ _id: ctx.userId, disabled: false }, { projection: { _id: 1 } }),
    accessTo(ctx.userId, ctx.projectId),
  ]);
  if (!user || !access) return null;
  const { employeeId, departmentIds, permissions, actorId, name } = access;
  return { ...ctx, employeeId, departmentIds, permissions, actor: { id: actorId, name }, once: null };
}

/** Whether the caller holds the Admin position of the project. */
export const isAdmin = async (ctx: Ctx): Promise<boolean> =>
  ctx.kind === 'staff' && (await accessTo(ctx.userId, ctx.projectId))?.admin === true;
