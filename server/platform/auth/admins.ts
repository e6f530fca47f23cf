import type { Ctx } from '../../kit/base/context.ts';
import { accessTo } from './access.ts';

/** Whether the caller holds the Admin position of the project; the system may do what an Admin may. */
export async function isAdmin(ctx: Ctx): Promise<boolean> {
  if (ctx.kind === 'system') return true;
  return ctx.kind === 'staff' && (await accessTo(ctx.userId, ctx.projectId))?.admin === true;
}
