import type { Ctx } from '../../../kit/base/context.ts';
import { users } from '../users.ts';
import { accessTo } from './access.ts';

/** The current context of an employee: work started under other permissions continues with these; null if they lost access. */
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

/** Whether the caller is Admin of the project. */
export const isAdmin = async (ctx: Ctx): Promise<boolean> =>
  ctx.kind === 'staff' && (await accessTo(ctx.userId, ctx.projectId))?.admin === true;
