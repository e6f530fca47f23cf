import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { forgetProject, loadProject, type OnlineSetting, projects } from '../projects/projects.ts';
import { storeSetting } from '../settings/settings.ts';

const OFF: OnlineSetting = { mode: 'OFF', words: null, reason: null };

/** Online payment settings of a project, with version. */
export async function loadOnline(projectId: string): Promise<OnlineSetting & { version: number }> {
  const project = await loadProject(projectId);
  return { ...OFF, ...project?.online, version: project?.onlineVersion ?? 1 };
}

/** Changes the online payment settings; they apply to payments started from then on. */
export async function changeOnline(ctx: Ctx, after: OnlineSetting, based?: number) {
  const { projectId } = ctx;
  forgetProject(projectId);
  const { version: held, ...before } = await loadOnline(projectId);
  if (based !== undefined && based !== held) fail('DATA_STALE', { current: { ...before, version: held } });
  const setting = { projectId, entity: 'online', entityId: projectId, action: 'update', version: held + 1 } as const;
  await storeSetting(
    { ...setting, actor: ctx.actor, now: ctx.now, before: { ...before }, after: { ...after } },
    async session => {
      const { matchedCount } = await projects().updateOne(
        { _id: projectId, ...(held === 1 ? { onlineVersion: { $exists: false } } : { onlineVersion: held }) },
        { $set: { online: after, onlineVersion: held + 1 } },
        { session },
      );
      if (matchedCount === 0) fail('DATA_STALE');
    },
  );
  forgetProject(projectId);
  return { ...after, version: held + 1 };
}
