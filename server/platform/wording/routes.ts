import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import type { Request } from 'express';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { identify } from '../auth/identify.ts';
import { INSTALLATION } from '../settings/settings.ts';
import { freshWording } from './dictionary.ts';

const forms = z.object({ one: z.string(), other: z.string().optional(), short: z.string().optional() }).optional();

/** The project of a request, after checking that the caller has access to it. */
async function projectIn(req: Request, self: Route): Promise<string> {
  if (!req.get('X-Project-Id') && !req.get('X-Unit-Id')) return '';
  return (await identify(req, { ...self, audience: 'project' })).projectId;
}

export const dictionaryRoutes: Route[] = [
  route({
    method: 'get',
    path: '/dictionary',
    batch: true,
    summary: 'Words of the white label and, with X-Project-Id or X-Unit-Id, of the project over them',
    module: INSTALLATION,
    audience: 'public',
    query: z.strictObject({ language: z.enum(LANGUAGES).optional() }),
    answer: z.object({
      language: z.enum(LANGUAGES),
      words: z.object({ unit: forms, member: forms, unit_group: forms }),
      texts: z.record(z.string(), z.string()),
    }),
    async run(ctx, { req, query }) {
      const language = query.language ?? ctx.language;
      const projectId = await projectIn(req, dictionaryRoutes[0] as Route);
      return { language, ...(await freshWording({ whiteLabel: ctx.whiteLabel, projectId, language })) };
    },
  }),
];
