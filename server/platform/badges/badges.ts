import { holds } from '@lobby/shared/kit/permissions.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { BADGES } from '@lobby/shared/modules/badges.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { loadBadges } from '../../kit/live/badges.ts';
import type { Viewer } from '../../kit/store/row-access.ts';
import { accessTo } from '../auth/rights/access.ts';
import { countUnseen } from '../notifications/count-unseen.ts';
import { loadProject, settingsOf } from '../projects/projects.ts';

type Counts = Record<string, number>;

/** Counts what waits for one person in a module of a project. */
type PersonalCount = (projectId: string, userId: string, viewer: Viewer) => Promise<number>;
interface Personal {
  code: string;
  count: PersonalCount;
  /** The same for a resident, in the unit of the request. */
  ofUnit: (ctx: Ctx) => Promise<number>;
}
const personal = new Map<string, Personal>();

/** Adds a badge with a count per person, for readers of the module. */
export function addPersonalBadge(name: (typeof BADGES)[number], badge: Personal): void {
  personal.set(name, badge);
}

/** All badge counts of a project for a viewer; 0 for modules they may not see. */
async function countsFor(ctx: Viewer & Pick<Ctx, 'userId' | 'project'>): Promise<Counts> {
  const { userId, permissions, project } = ctx;
  const codes = MODULES.map(module => module.code).filter(code => holds(permissions, code, 'read'));
  const readable = [...personal].filter(([, { code }]) => holds(permissions, code, 'read'));
  const [counts, unseen, ...mine] = await Promise.all([
    loadBadges(MODULES, project, new Set(codes), ctx),
    countUnseen({ userId, projectId: project.id, unitId: null, permissions }),
    ...readable.map(async ([name, { count }]) => [name, await count(project.id, userId, ctx)] as const),
  ]);
  return {
    ...Object.fromEntries(BADGES.map(name => [name, 0])),
    ...counts,
    ...Object.fromEntries(mine),
    NOTIFICATION: unseen,
  };
}

/** Badge counts of a resident in the unit of the request. */
async function countsOfUnit(ctx: Ctx): Promise<Counts> {
  const counts = await Promise.all([...personal].map(async ([name, { ofUnit }]) => [name, await ofUnit(ctx)] as const));
  return { ...Object.fromEntries(counts), NOTIFICATION: await countUnseen(ctx) };
}

const loadCounts = (ctx: Ctx) => (ctx.kind === 'resident' ? countsOfUnit(ctx) : countsFor(ctx));

/** Badges of another project, as far as the caller may see them; null without access. */
async function badgesIn(ctx: Ctx, projectId: string): Promise<Counts | null> {
  const [project, access] = await Promise.all([loadProject(projectId), accessTo(ctx.userId, projectId)]);
  if (!project || !access) return null;
  return countsFor({ ...access, userId: ctx.userId, project: settingsOf(project) });
}

/** All badges of the project at once, for the menu. */
export const badgeRoutes: Route[] = [
  ...['/count-badges', '/histories/count-badges'].map(path =>
    route({
      method: 'get',
      path,
      summary: 'All badge counters of the project; 0 where nothing waits or the caller may not see',
      module: 'UNIT_GROUP',
      residents: true,
      answer: z.record(z.string(), z.int()),
      run: loadCounts,
    }),
  ),
  route({
    method: 'post',
    path: '/histories/count-badges/multi-unit-group',
    summary: 'Badge counters of several projects, by project; those where the caller has no place are left out',
    module: 'UNIT_GROUP',
    audience: 'user',
    body: z.strictObject({
      unitGroupIds: z.array(idSchema).min(1).max(200),
      userId: idSchema.optional(),
    }),
    answer: z.record(z.string(), z.record(z.string(), z.int())),
    async run(ctx, { body }) {
      // Only the caller's own badges are available.
      if (body.userId && body.userId !== ctx.userId) failFields({ userId: { code: 'INVALID' } });
      const counts: Record<string, Counts> = {};
      for (const id of new Set(body.unitGroupIds)) {
        const badges = await badgesIn(ctx, id);
        if (badges) counts[id] = badges;
      }
      return counts;
    },
  }),
];
