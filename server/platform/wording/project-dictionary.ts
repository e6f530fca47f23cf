import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { dictionarySchema, readDictionary, setDictionary } from './dictionary.ts';

const ownWords = async (projectId: string) => {
  const { languages, version } = await readDictionary({ projectId });
  return { version, languages };
};
const answer = z.object({ version: z.int(), languages: z.record(z.string(), z.unknown()) });

/** A project's own dictionary, for those who edit it. */
export const projectDictionaryRoutes: Route[] = [
  route({
    method: 'get',
    path: '/dictionary/own',
    summary: 'Words that the project itself has set, in all languages',
    module: unitGroup.code,
    flags: ['read'],
    answer,
    run: ctx => ownWords(ctx.projectId),
  }),
  route({
    method: 'put',
    path: '/dictionary/own',
    summary: 'Set the words of the project; every screen of it follows at once',
    module: unitGroup.code,
    flags: ['updateInfo'],
    body: z.strictObject({ version: z.int().min(0).max(1_000_000_000), languages: dictionarySchema }),
    answer,
    async run(ctx, { body: { version, languages } }) {
      await setDictionary({ projectId: ctx.projectId }, version, languages, ctx);
      return ownWords(ctx.projectId);
    },
  }),
];
