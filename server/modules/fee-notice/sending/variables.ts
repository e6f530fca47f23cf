import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { groupOf, TEMPLATE_PURPOSES, variablesFor, WORD_PLACES } from '@lobby/shared/modules/template-words.ts';
import { z } from 'zod';
import { can } from '../../../kit/base/context.ts';
import { text } from '../../../kit/base/messages.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { samplesFor, shownBy } from '../../template/index.ts';
import { householdFor } from './preview.ts';
import { loadSource, readingOf } from './texts.ts';
import { valuesFor } from './values.ts';

/** Template variables with their values for a household. */
export const variablesRoute: Route = route({
  method: 'get',
  path: `${template.path}/variables`,
  summary: 'The variables that words of a purpose may name in a channel, with samples and the values of a household',
  module: template.code,
  flags: ['read'],
  query: z.strictObject({
    purpose: z.enum(TEMPLATE_PURPOSES).default('NORMAL'),
    channel: z.enum(WORD_PLACES).default('EMAIL'),
    language: z.enum(LANGUAGES).default('vi'),
    feeNoticeId: idSchema.optional(),
    unitId: idSchema.optional(),
  }),
  answer: z.array(
    z.object({
      name: z.string(),
      group: z.string(),
      title: z.string(),
      kind: z.string(),
      sample: z.string(),
      value: z.string().optional(),
    }),
  ),
  async run(ctx, { query: { purpose, channel, language, ...asked } }) {
    const manner = { language, folded: channel === 'SMS' };
    const samples = samplesFor(manner);
    // Real values only for users who may read notices.
    const household = can(ctx, feeNotice.code, 'read') ? await householdFor(ctx, asked) : null;
    const source = household && (await loadSource(ctx, [household], '#'));
    const values = household && source && valuesFor(readingOf(source, household), manner, purpose);
    return variablesFor(purpose, channel).map(one => ({
      name: one.name,
      group: groupOf(one),
      kind: one.kind,
      title: text(ctx, `template.variables.${one.name.replaceAll('.', '_')}`),
      sample: shownBy(samples, one.name),
      ...(values && { value: shownBy(values, one.name) }),
    }));
  },
});
