import { FEATURES, type Feature, INSTALLED, isOn, LIMITS } from '@lobby/shared/kit/features.ts';
import { z } from 'zod';
import { fail } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { mayRead } from '../../kit/mail/outbox.ts';
import { keptMessages } from '../../kit/mail/state.ts';
import { projects } from './projects.ts';

const allOf = <K extends string, T extends z.ZodType>(names: Readonly<Record<K, unknown>>, type: T) =>
  z.object(Object.fromEntries(Object.keys(names).map(name => [name, type])) as Record<K, T>);
const names = Object.keys(FEATURES) as Feature[];

/** Features of the project, and limits. */
export const featureRoutes: Route[] = [
  route({
    method: 'get',
    path: '/module/config',
    batch: true,
    summary: 'Features that the project has switched on, and what the installation has',
    module: 'UNIT_GROUP',
    residents: true,
    answer: allOf({ ...FEATURES, ...INSTALLED }, z.boolean()),
    async run(ctx, { req }) {
      const project = (await projects().findOne({ _id: ctx.projectId })) ?? fail('NOT_FOUND');
      const outbox = ctx.kind === 'staff' ? keptMessages() : null;
      const OUTBOX = outbox !== null && mayRead(await outbox.readers(), req);
      return { ...Object.fromEntries(names.map(name => [name, isOn(project.features, name)])), OUTBOX };
    },
  }),
  route({
    method: 'get',
    path: '/module/limit',
    summary: 'Limits of files, imports, surveys and reminders',
    module: 'UNIT_GROUP',
    residents: true,
    answer: allOf(LIMITS, z.int()),
    run: async () => LIMITS,
  }),
];
