import type { Features } from '@lobby/shared/kit/features.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Actor, ProjectSettings } from '../kit/context.ts';
import { type Collection, db } from '../kit/database.ts';
import { fail } from '../kit/fail.ts';
import { type Route, route } from '../kit/route.ts';
import { totalOf } from '../kit/totals.ts';
import { accessTo, projectsOf } from './access.ts';
import { storeSetting } from './settings.ts';

export interface Project {
  _id: string;
  name: string;
  code: string;
  timeZone: string;
  address: string;
  hotline: string;
  forbiddenWords: string[];
  ticketExpiryDays: number;
  features?: Features;
  /** The last day of its subscription; after it the project is read-only (domain.md 19). */
  serviceEndsOn?: string | null;
  /** Counts the changes of its settings; 1 where they never changed. */
  version?: number;
}

export const projectCollection: Collection = {
  name: 'projects',
  indexes: [{ key: { code: 1 }, options: { unique: true } }],
};
export const projects = () => db().collection<Project>(projectCollection.name);

const known = new LRUCache<string, Project>({ max: 1000, ttl: 30_000 });

/** How often a project was forgotten: what was read before that moment must not be kept after it. */
let forgotten = 0;

/** A project, or null. */
export async function projectOf(id: string): Promise<Project | null> {
  const kept = known.get(id);
  if (kept) return kept;
  const before = forgotten;
  const found = await projects().findOne({ _id: id });
  if (found && before === forgotten) known.set(id, found);
  return found;
}

/** Forgets what is known of a project: its settings were changed at some server. */
export function forgetProject(id: string): void {
  forgotten++;
  known.delete(id);
}

/** What may be set of a project. */
export type ProjectChange = Partial<Omit<Project, '_id' | 'version'>>;

/** Changes settings of a project; they hold at once, at every server. Refuses a stale version with what is stored. */
export async function changeProject(
  id: string,
  version: number,
  set: ProjectChange,
  { actor, now }: { actor: Actor; now: Date },
): Promise<Project> {
  const stored = await projects().findOne({ _id: id });
  if (!stored) return fail('NOT_FOUND');
  const held = stored.version ?? 1;
  if (held !== version) fail('DATA_STALE', { current: stored });
  const before = Object.fromEntries(Object.keys(set).map(name => [name, Reflect.get(stored, name) ?? null]));
  const setting = { projectId: id, entity: 'project', entityId: id, action: 'update', actor, now } as const;
  await storeSetting({ ...setting, version: held + 1, before, after: { ...set } }, async session => {
    const { matchedCount } = await projects().updateOne(
      { _id: id, version: stored.version ?? { $exists: false } },
      { $set: { ...set, version: held + 1 } },
      { session },
    );
    if (matchedCount === 0) fail('DATA_STALE');
  });
  forgetProject(id);
  return { ...stored, ...set, version: held + 1 };
}

/** What a request needs to know of its project. */
export const settingsOf = (project: Project): ProjectSettings => ({
  id: project._id,
  timeZone: project.timeZone,
  forbiddenWords: project.forbiddenWords,
  ticketExpiryDays: project.ticketExpiryDays,
  features: project.features ?? {},
  serviceEndsOn: project.serviceEndsOn ?? null,
});

const answer = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  timeZone: z.string(),
  address: z.string(),
  hotline: z.string(),
  serviceEndsOn: z.string().nullable(),
});
const shown = (project: Project) => ({
  id: project._id,
  name: project.name,
  code: project.code,
  timeZone: project.timeZone,
  address: project.address,
  hotline: project.hotline,
  serviceEndsOn: project.serviceEndsOn ?? null,
});

/** The projects of the caller. */
export const projectRoutes: Route[] = [
  route({
    method: 'get',
    path: '/unit-group',
    summary: 'Projects in which the caller has a place',
    module: 'UNIT_GROUP',
    audience: 'user',
    answer: z.array(answer),
    async run(ctx) {
      const found = await Promise.all((await projectsOf(ctx.userId)).map(projectOf));
      return found.filter(project => project !== null).map(shown);
    },
  }),
  route({
    method: 'get',
    path: '/unit-group/:id',
    summary: 'One project of the caller',
    module: 'UNIT_GROUP',
    audience: 'user',
    params: z.strictObject({ id: idSchema }),
    answer: answer.extend({ blocks: z.int(), units: z.int() }),
    async run(ctx, { params }) {
      const access = await accessTo(ctx.userId, params.id);
      // Not what this server remembers: another one may have changed it this moment.
      const project = access && (await projects().findOne({ _id: params.id }));
      if (!project) return fail('NOT_FOUND');
      const own = { projectId: project._id, deletedAt: null };
      const [blocks, units] = await Promise.all([totalOf(block, own, ctx.actor.id), totalOf(unit, own, ctx.actor.id)]);
      return { ...shown(project), blocks, units };
    },
  }),
];
