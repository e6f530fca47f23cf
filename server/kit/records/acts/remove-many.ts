import type { Definition } from '@lobby/shared/kit/definition.ts';
import { z } from 'zod';
import { type Route, route } from '../../http/route.ts';
import { retryOnConflict } from '../../store/save.ts';
import type { Behaviour } from '../behaviour.ts';
import { remove } from '../records.ts';
import { load } from './act.ts';
import { chosenIds, chosenSchema, each, manyAnswer } from './multi.ts';

/** `PUT /delete-multi`: removes the records that are not in use, and tells for the others what refers to them. */
export function removeManyRoute(definition: Definition, behaviour: Behaviour, all: readonly Definition[]): Route {
  return route({
    method: 'put',
    path: `${definition.path}/delete-multi`,
    summary: `Remove many ${definition.name}s`,
    module: definition.code,
    flags: ['delete'],
    body: () => chosenSchema(definition, z.strictObject({})),
    answer: manyAnswer,
    async run(ctx, { body, res }) {
      const chosen = await chosenIds(ctx, definition, body, []);
      const work = { action: 'remove', input: {}, flags: ['delete'] as const, ...chosen };
      return each(ctx, definition, work, res, (now, id, run) =>
        retryOnConflict(async () => remove(now, definition, await load(now, definition, id), behaviour, all, run)),
      );
    },
  });
}
