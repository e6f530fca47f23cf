import type { Language } from '@lobby/shared/kit/languages.ts';
import { idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { smsSize, widest } from '@lobby/shared/kit/sms.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { smsShown } from '@lobby/shared/modules/notice-run.contract.ts';
import { sendingOf, smsPriceOf } from '@lobby/shared/modules/sending-settings.ts';
import { template } from '@lobby/shared/modules/template.ts';
import type { TemplateChannel } from '@lobby/shared/modules/template-words.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../../../kit/base/context.ts';
import { fail } from '../../../../kit/base/errors.ts';
import { type Route, route } from '../../../../kit/http/route.ts';
import { withPictures } from '../../../../kit/mail/frame.ts';
import { holdKeys } from '../../../../kit/privacy/person-keys.ts';
import { records } from '../../../../kit/store/records.ts';
import { loadLetterhead } from '../../../../platform/branding/letterhead.ts';
import { loadProject } from '../../../../platform/projects/projects.ts';
import { faultsOf, loadWords, samplesFor, WordsTooLarge } from '../../../template/index.ts';
import { loadPicture } from '../mails.ts';
import { type Household, loadHouseholds } from '../run/households.ts';
import { addressOf, fill, fillWith, loadSource, mannerOf, qrOf, type Source, type Words } from './texts.ts';

const { purpose, channel, language, subject, body, text, accents } = inputSchema(template.fields, 'update').shape;
const target = { feeNoticeId: idSchema.optional(), unitId: idSchema.optional() };
export interface HouseholdQuery {
  feeNoticeId?: string | undefined;
  unitId?: string | undefined;
}

/** Household for previews: of the given notice, else of the unit's latest, else the latest with a recipient. */
export async function householdFor(ctx: Ctx, { feeNoticeId, unitId }: HouseholdQuery): Promise<Household | null> {
  const notices = await records(feeNotice).find(
    ctx,
    { status: 'PUBLISHED', ...(feeNoticeId && { _id: feeNoticeId }), ...(unitId && { unitId }) },
    { sort: { createdAt: -1, _id: -1 }, limit: 20 },
  );
  const all = await loadHouseholds(ctx, notices);
  const found = all.find(({ payer }) => payer) ?? all[0] ?? null;
  if (!found && feeNoticeId) fail('NOT_FOUND');
  await holdKeys([found?.payer ?? null]);
  return found;
}

const fault = z.object({
  field: z.string(),
  code: z.string(),
  params: z.object({ name: z.string(), line: z.int(), column: z.int(), nearest: z.string() }),
});

/** Previews a text as a household would receive it; sends nothing. */
export const previewRoute: Route = route({
  method: 'post',
  path: `${template.path}/preview`,
  summary: 'Words of a template as a real household would read them, or what is wrong with them',
  module: template.code,
  flags: ['read'],
  body: z.strictObject({ purpose, channel, language, subject, body, text, accents, ...target }),
  answer: z.object({
    unitId: z.string().nullable(),
    subject: z.string(),
    /** The complete mail. */
    html: z.string().nullable(),
    text: z.string(),
    sms: smsShown.nullable(),
    faults: z.array(fault),
  }),
  async run(ctx, { body: { feeNoticeId, unitId, ...rest } }) {
    const values: Words = {
      purpose: rest.purpose ?? 'NORMAL',
      channel: rest.channel ?? 'EMAIL',
      language: rest.language ?? 'vi',
      subject: rest.subject ?? '',
      body: rest.body ?? '',
      text: rest.text ?? '',
      accents: rest.accents ?? 'FOLD',
    };
    const faults = faultsOf(values).map(({ field, fault: { code, params } }) => ({ field, code, params }));
    // Debts are shown only to users who may read notices; others get a sample.
    const household = can(ctx, feeNotice.code, 'read') ? await householdFor(ctx, { feeNoticeId, unitId }) : null;
    const of = { unitId: household ? household.notice.unitId : null };
    if (faults.length > 0) return { ...of, subject: '', html: null, text: '', sms: null, faults };
    return { ...of, ...(await shown(ctx, household, values)) };
  },
});

/** A filled text as its reader sees it: the mail with its pictures, or the short message with its size and price. */
export async function asRead(
  { project, head }: Pick<Source, 'project' | 'head'>,
  by: TemplateChannel,
  { content, qr, language, phone }: { content: string; qr: string; language: Language; phone: string },
) {
  const size = by === 'SMS' ? smsSize(content) : null;
  return {
    html: by === 'EMAIL' ? withPictures(content, { picture: await loadPicture(qr, language), logo: head.logo }) : null,
    sms: size && {
      text: content,
      encoding: size.encoding,
      units: size.length,
      segments: size.segments,
      cost: size.segments * smsPriceOf(sendingOf(project.sending), phone),
      wide: widest(content),
    },
  };
}

async function shown(ctx: Ctx, household: Household | null, words: Words) {
  const by = words.channel;
  const source = household && (await loadSource(ctx, [household], '#'));
  const project = source?.project ?? (await loadProject(ctx.projectId)) ?? fail('NOT_FOUND');
  const head = source?.head ?? (await loadLetterhead(project));
  try {
    const {
      subject: title,
      content,
      plain,
    } = household && source
      ? fill(source, household, words)
      : fillWith(await loadWords(ctx.projectId), words, samplesFor(mannerOf(words, head)), head);
    const qr = household && source ? qrOf(source, household) : '';
    const phone = (household && addressOf(ctx, household, 'SMS')) ?? '';
    const read = await asRead({ project, head }, by, { content, qr, language: words.language, phone });
    return { subject: title, text: plain, faults: [], ...read };
  } catch (error) {
    if (!(error instanceof WordsTooLarge)) throw error;
    const params = { line: 1, column: 1, nearest: '', name: error.message.slice(0, 60) };
    const field = by === 'EMAIL' ? 'body' : 'text';
    return {
      subject: '',
      text: '',
      html: null,
      sms: null,
      faults: [{ field, code: 'TEMPLATE_SYNTAX', params }],
    };
  }
}
