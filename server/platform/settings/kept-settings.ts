import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { forgetProject, loadProject, projects } from '../projects/projects.ts';
import { storeSetting } from './settings.ts';

/** Name of settings stored in the project's document, with a version beside them. */
type Kept = 'billing' | 'payments' | 'handover' | 'invoice';

/** Version of a project's settings of a kind; 1 if they never changed. */
export const keptVersion = async (projectId: string, name: Kept): Promise<number> =>
  (await loadProject(projectId))?.[`${name}Version`] ?? 1;

/** Given values, without undefined ones. */
export const toldIn = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Stores settings based on a version. Refuses an outdated version. Returns the settings with the new version. */
export async function keepSettings<T extends object>(
  { projectId, actor, now }: Ctx,
  name: Kept,
  based: number,
  before: T,
  after: T,
): Promise<T & { version: number }> {
  const held = await keptVersion(projectId, name);
  if (held !== based) fail('DATA_STALE', { current: { ...before, version: held } });
  const names = Object.keys(after).filter(
    key => JSON.stringify(Reflect.get(before, key)) !== JSON.stringify(Reflect.get(after, key)),
  );
  if (names.length === 0) return { ...before, version: held };
  const only = (of: T) => Object.fromEntries(names.map(key => [key, Reflect.get(of, key)]));
  const version = held + 1;
  const field = `${name}Version`;
  await storeSetting(
    {
      projectId,
      entity: name,
      entityId: projectId,
      action: 'update',
      version,
      actor,
      now,
      before: only(before),
      after: only(after),
    },
    async session => {
      const { matchedCount } = await projects().updateOne(
        { _id: projectId, [field]: held === 1 ? { $exists: false } : held },
        { $set: { [name]: after, [field]: version } },
        { session },
      );
      if (matchedCount === 0) fail('DATA_STALE');
    },
  );
  forgetProject(projectId);
  return { ...after, version };
}
