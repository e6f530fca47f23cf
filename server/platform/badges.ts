import { holds } from '@lobby/shared/kit/permissions.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { z } from 'zod';
import { badgesOf } from '../kit/badges.ts';
import { type Ctx, can } from '../kit/context.ts';
import { failFields } from '../kit/fail.ts';
import { type Route, route } from '../kit/route.ts';
import { accessTo } from './access.ts';
import { projectOf, settingsOf } from './projects.ts';

type Counts = Record<string, number>;

/** The badges of another project, as far as the caller may see them there; null where they have no place. */
async function badgesIn(ctx: Ctx, projectId: string): Promise<Counts | null> {
  const [project, access] = await Promise.all([projectOf(projectId), accessTo(ctx.userId, projectId)]);
  if (!project || !access) return null;
  const codes = MODULES.map(one => one.code).filter(code => holds(access.permissions, code, 'read'));
  return badgesOf(MODULES, settingsOf(project), new Set(codes));
}

/** All badges of the project at once, for the menu. */
export const badgeRoutes: Route[] = [
  route({
    method: 'get',
    path: '/count-badges',
    summary: 'Badge counters of the project, of the modules that the caller may read',
    module: 'UNIT_GROUP',
    answer: z.record(z.string(), z.int()),
    run: ctx =>
      badgesOf(MODULES, ctx.project, new Set(MODULES.map(one => one.code).filter(code => can(ctx, code, 'read')))),
  }),
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
      // Nobody's badges but one's own.
      if (body.userId && body.userId !== ctx.userId) failFields({ userId: { code: 'INVALID' } });
      const counts: Record<string, Counts> = {};
      for (const id of new Set(body.unitGroupIds)) {
        const own = await badgesIn(ctx, id);
        if (own) counts[id] = own;
      }
      return counts;
    },
  }),
];
