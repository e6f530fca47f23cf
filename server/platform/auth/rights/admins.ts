import type { Ctx } from '../../../kit/base/context.ts';
import { accessTo } from './access.ts';

/** Whether the caller is Admin of the project; the system has the same rights. */
export async function isAdmin(ctx: Ctx): Promise<boolean> {
  if (ctx.kind === 'system') return true;
  return ctx.kind === 'staff' && (await accessTo(ctx.userId, ctx.projectId))?.admin === true;
}
