import type { Definition } from '@lobby/shared/kit/definition.ts';
import { z } from 'zod';
import { fail } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { projectOf } from '../../platform/projects/projects.ts';

/** `GET /<form>/regulation`: the house rules that the form stands on, the project's own or the usual ones. */
export const regulationRoute = (
  definition: Definition,
  name: 'moveRegulation' | 'worksRegulation',
  usual: string,
): Route =>
  route({
    method: 'get',
    path: `${definition.path}/regulation`,
    summary: `The house rules for a ${definition.name}`,
    module: definition.code,
    flags: ['read'],
    residents: true,
    answer: z.object({ content: z.string() }),
    async run(ctx) {
      const project = (await projectOf(ctx.projectId)) ?? fail('NOT_FOUND');
      return { content: project[name] || text(ctx.language, usual) };
    },
  });
