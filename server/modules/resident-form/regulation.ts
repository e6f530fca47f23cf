import { fileSchema } from '@lobby/shared/kit/answer-schema.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { RulesOf } from '@lobby/shared/modules/reception-settings.ts';
import { z } from 'zod';
import { text } from '../../kit/base/messages.ts';
import { loadFiles } from '../../kit/files/files.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { rulesIn } from '../../platform/reception/reception.ts';
import { textIn } from '../../platform/reception/routes.ts';

/** `GET /<form>/regulation`: house rules for a form, current or in a given edition; the standard text if the project has none. */
export const regulationRoute = (definition: Definition, name: RulesOf, usual: string): Route =>
  route({
    method: 'get',
    path: `${definition.path}/regulation`,
    summary: `The house rules for a ${definition.name}`,
    module: definition.code,
    flags: ['read'],
    residents: true,
    query: z.strictObject({ edition: z.coerce.number().int().min(0).max(1_000_000).optional() }),
    answer: z.object({
      edition: z.int(),
      text: z.string(),
      files: z.array(fileSchema),
      updatedAt: z.iso.datetime().nullable(),
    }),
    async run(ctx, { query }) {
      const none = { text: {}, files: [], edition: 0, updatedAt: null };
      const rules = query.edition === 0 ? none : await rulesIn(ctx.projectId, name, query.edition);
      const files = await loadFiles(ctx, rules.files);
      return {
        edition: rules.edition,
        text: textIn(rules, ctx.language) || text(ctx.language, usual),
        files: rules.files.flatMap(id => files.get(id) ?? []),
        updatedAt: rules.updatedAt,
      };
    },
  });
