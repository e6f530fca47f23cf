import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { deliveryKey, type Reason } from '@lobby/shared/modules/notice-delivery.ts';
import { sendPreview, sendTest } from '@lobby/shared/modules/notice-run.contract.ts';
import type { NoticeChannel, NoticeKind } from '@lobby/shared/modules/notice-sending.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { type Ctx, feature } from '../../../../kit/base/context.ts';
import { fail } from '../../../../kit/base/errors.ts';
import { type Route, route } from '../../../../kit/http/route.ts';
import { sendSoon } from '../../../../kit/mail/send.ts';
import { holdKeys } from '../../../../kit/privacy/person-keys.ts';
import { maskOf } from '../../../../kit/privacy/personal.ts';
import { load } from '../../../../kit/records/acts/act.ts';
import { records } from '../../../../kit/store/records.ts';
import { wordsOf } from '../../../../platform/notifications/presentation.ts';
import { noticeSubject } from '../../subject.ts';
import { failNothingToSend } from '../nothing-to-send.ts';
import { asSent, type Household, loadHouseholds, peopleOf } from '../run/households.ts';
import { keptFrom, loadReadersBy, loadSent } from '../run/reach.ts';
import { asRead } from './preview.ts';
import { queueOwnSample } from './samples.ts';
import { addressOf, isSaid, languageFor, loadSource, messageOf, qrOf, type Source, sayTo } from './texts.ts';

/** The household of a published notice, as a sending of this kind would address it. */
async function loadHousehold(ctx: Ctx, id: string, kind: NoticeKind): Promise<Household> {
  const notice = await load(ctx, feeNotice, id);
  if (notice.status !== 'PUBLISHED') failNothingToSend('NOT_ISSUED');
  const [found] = await loadHouseholds(ctx, [notice]);
  if (!found) return failNothingToSend('NOT_ISSUED');
  const household = asSent(found, kind);
  await holdKeys(peopleOf([household]));
  return household;
}

/** Address of the recipient, masked like everywhere. */
function maskedTo({ projectId }: Ctx, { payer }: Household, channel: NoticeChannel): string | null {
  const name = channel === 'EMAIL' ? 'email' : channel === 'SMS' || channel === 'ZALO' ? 'phone' : null;
  const value = name && payer?.[name];
  return name && value ? maskOf(projectId, resident.fields[name], value) : null;
}

/** Words of the notification in the app, which tells no amounts. */
function saidInApp(household: Household, kind: NoticeKind) {
  const about = { kind: kind === 'NORMAL' ? 'FEE_NOTICE' : 'FEE_REMINDER', by: null } as const;
  const { title, body } = wordsOf({ ...about, subject: noticeSubject(household.notice) }, languageFor(household));
  return { subject: title, text: body, html: null, sms: null, template: null };
}

/** The filled words of a channel with the template that they come from. */
async function saidBy(
  ctx: Ctx,
  source: Source,
  household: Household,
  { kind, channel, message }: { kind: NoticeKind; channel: NoticeChannel; message?: string | undefined },
) {
  const words = sayTo(source, household, kind, channel, messageOf({ message })) ?? fail('TEMPLATE_NOT_SET_UP');
  const phone = addressOf(ctx, household, 'SMS') ?? '';
  const by = channel === 'EMAIL' ? 'EMAIL' : 'SMS';
  const doc = await records(template).get(ctx, words.templateId);
  return {
    subject: words.subject,
    text: words.plain,
    ...(await asRead(source, by, { ...words, qr: qrOf(source, household), phone })),
    template: {
      id: words.templateId,
      name: doc?.name ?? '',
      revision: words.templateRevision,
      language: words.language,
    },
  };
}

/** Previews and samples of a notice before it is sent. */
export const sendPreviewRoutes: readonly Route[] = [
  route(sendPreview, {
    flags: ['read'],
    async run(ctx, { params: { id }, body: { kind, channel, message, paidToo } }) {
      const whole = await loadHousehold(ctx, id, kind);
      const household = (await loadReadersBy(ctx, whole, channel))[0] ?? whole;
      const sent = await loadSent(ctx, [household.notice], kind);
      const wanted = kind === 'NORMAL' && paidToo;
      const paid: Reason | null = !wanted && household.owed === 0 ? 'PAID' : null;
      const source = await loadSource(ctx, [household], '#');
      const words = isSaid(channel)
        ? await saidBy(ctx, source, household, { kind, channel, message })
        : channel === 'APP'
          ? saidInApp(household, kind)
          : { subject: '', text: '', html: null, sms: null, template: null };
      return {
        unitId: household.notice.unitId,
        residentId: household.payer?._id ?? null,
        to: maskedTo(ctx, household, channel),
        reason: paid ?? (await keptFrom(ctx, household, channel)),
        already: sent.has(deliveryKey(household.notice, kind, channel)),
        ...words,
        pdfUrl: channel === 'EMAIL' || channel === 'PRINT' ? `${feeNotice.path}/${id}/pdf` : null,
        faults: [],
      };
    },
  }),
  route(sendTest, {
    flags: ['updateStatus'],
    async run(ctx, { params: { id }, body: { kind, channel } }) {
      if (channel === 'SMS' && !feature(ctx, 'SMS')) fail('SMS_NOT_SET_UP');
      const household = await loadHousehold(ctx, id, kind);
      const source = await loadSource(ctx, [household]);
      if (!sayTo(source, household, kind, channel)) fail('TEMPLATE_NOT_SET_UP');
      const values = { noticeId: household.notice._id, sentAs: kind };
      const to = await queueOwnSample(ctx, source.project, channel, values);
      sendSoon();
      return { to };
    },
  }),
];
