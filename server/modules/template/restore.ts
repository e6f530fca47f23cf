import { idSchema } from '@lobby/shared/kit/schema.ts';
import { template, templateVersion } from '@lobby/shared/modules/template.ts';
import { z } from 'zod';
import { fail } from '../../kit/base/errors.ts';
import { responseSchema } from '../../kit/http/response-schema.ts';
import { route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { lastChange } from '../../kit/records/last-change.ts';
import { detailOf } from '../../kit/serve.ts';
import { Overtaken, save } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { versionOf } from './rules.ts';

const EDITION = z.int().min(1).max(1_000_000_000);

/** Brings back the words of an older version, as a new one. */
export const restoreVersion = route({
  method: 'put',
  path: `${template.path}/:id/restore-version`,
  summary: 'Make the words of an older version of a template the newest again',
  module: template.code,
  flags: ['write'],
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ version: EDITION, edition: EDITION }),
  answer: responseSchema(template, 'detail'),
  async run(ctx, { params, body }) {
    const doc = await load(ctx, template, params.id);
    const lost = async () => fail('STATUS_CHANGED', await lastChange(template, doc, false));
    if (doc.version !== body.version) return lost();
    const old = await modelOf(templateVersion)
      .findOne({ projectId: ctx.projectId, templateId: doc._id, edition: body.edition, deletedAt: null })
      .lean<Stored>();
    if (!old) return fail('NOT_FOUND');
    if (old.edition === doc.edition) return fail('TEMPLATE_VERSION_IS_NEWEST');
    const set = { subject: old.subject ?? null, content: old.content, edition: Number(doc.edition) + 1 };
    try {
      const [saved] = await save(ctx, [
        { definition: template, action: 'restore-version', update: { doc, set } },
        await versionOf(ctx, doc._id, set, Number(old.edition)),
      ]);
      return detailOf(ctx, template, saved ?? doc);
    } catch (error) {
      if (error instanceof Overtaken) return lost();
      throw error;
    }
  },
});
