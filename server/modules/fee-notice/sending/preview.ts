import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { smsSize, unaccented } from '@lobby/shared/kit/sms.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { fillVariables, TEMPLATE_VARIABLES, variableFault } from '@lobby/shared/modules/template-variables.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { compose, PICTURE } from '../../../kit/mail/compose.ts';
import { holdKeys } from '../../../kit/privacy/person-keys.ts';
import { modelOf, type Stored } from '../../../kit/store/schema.ts';
import { type Household, householdsOf } from './households.ts';
import { factsOf, pictureOf } from './mails.ts';
import { sourceOf, valuesOf, variablesOf } from './texts.ts';

const { subject, content } = inputSchema(template.fields, 'update').shape;
/** A notice of the project to try words with: the newest of the unit, else the newest with somebody to pay it. */
async function sampleOf(ctx: Ctx, unitId: string | undefined): Promise<Household> {
  const own = { projectId: ctx.projectId, deletedAt: null, status: 'ISSUED', ...(unitId && { unitId }) };
  const notices = await modelOf(feeNotice).find(own).sort({ createdAt: -1, _id: -1 }).limit(20).lean<Stored[]>();
  const all = await householdsOf(ctx, notices);
  return all.find(({ payer }) => payer) ?? all[0] ?? fail('NOTICE_GONE');
}

/** Words as they would reach a household, before anybody gets them. */
export const previewRoute: Route = route({
  method: 'post',
  path: `${template.path}/preview`,
  summary: 'Words of a template as a real household would read them',
  module: template.code,
  flags: ['read'],
  body: z.strictObject({
    channel: z.enum(template.fields.channel.options),
    language: z.enum(LANGUAGES),
    subject,
    content,
    unitId: idSchema.optional(),
  }),
  answer: z.object({
    unitId: z.string(),
    subject: z.string(),
    content: z.string(),
    /** The whole mail. */
    html: z.string().nullable(),
    sms: z.object({ encoding: z.string(), length: z.int(), segments: z.int(), cost: z.int().nullable() }).nullable(),
    values: z.record(z.enum(TEMPLATE_VARIABLES), z.string()),
  }),
  async run(ctx, { body }) {
    const { channel, language } = body;
    const words = { subject: String(body.subject ?? ''), content: String(body.content ?? '') };
    for (const [name, text] of Object.entries(words)) {
      const fault = variableFault(text);
      if (fault) failFields({ [name]: { code: 'TEMPLATE_VARIABLE', params: { ...fault } } });
    }
    const household = await sampleOf(ctx, body.unitId);
    await holdKeys([household.payer]);
    const source = await sourceOf(ctx, [household]);
    const values = { ...variablesOf(source, household, language), payer: String(household.payer?.name ?? '') };
    const said = fillVariables(words.content, values);
    const plain = channel === 'SMS' && !source.project.smsAccents ? unaccented(said) : said;
    const title = fillVariables(words.subject, values).replace(/\s+/g, ' ').trim();
    const size = channel === 'SMS' ? smsSize(plain) : null;
    const price = source.project.smsPrice;
    return {
      ...{ unitId: String(household.notice.unitId), subject: title, content: plain, values },
      sms: size && { ...size, cost: price ? size.segments * price : null },
      html:
        channel === 'EMAIL'
          ? await pageOf(
              source.project.name,
              language,
              valuesOf(ctx, source, household, { subject: title, content: plain }),
            )
          : null,
    };
  },
});

async function pageOf(
  brand: string,
  language: (typeof LANGUAGES)[number],
  values: Record<string, string>,
): Promise<string> {
  const picture = await pictureOf(values, language);
  const { html } = compose({
    ...{ kind: 'feeNotice', language, brand, values, link: '#', facts: factsOf(values, language) },
    ...(picture && { picture }),
  });
  return picture ? html.replace(`cid:${PICTURE}`, `data:image/png;base64,${picture.png}`) : html;
}
