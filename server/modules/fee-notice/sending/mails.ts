/// <reference path="./qrcode.d.ts" />
import type { Language } from '@lobby/shared/kit/languages.ts';
import { smsSize } from '@lobby/shared/kit/sms.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { isClaim, kindOf } from '@lobby/shared/modules/notice-sending.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { toBuffer } from 'qrcode';
import { type Ctx, systemCtx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { text } from '../../../kit/base/messages.ts';
import { clockNow } from '../../../kit/database/clock.ts';
import { type Attached, Undeliverable } from '../../../kit/mail/deliver.ts';
import { PICTURE, type Picture } from '../../../kit/mail/frame.ts';
import type { MailKind, Outgoing, Prepared } from '../../../kit/mail/send.ts';
import { log } from '../../../kit/ops/log.ts';
import { holdKeys } from '../../../kit/privacy/person-keys.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { save } from '../../../kit/store/save.ts';
import { residentLinks } from '../../../platform/accounts/unsubscribe.ts';
import { projects, settingsOf } from '../../../platform/projects/projects.ts';
import { noticeFile } from '../papers/notice-file.ts';
import { isHeldBack } from '../reminders/due-reminders.ts';
import { loadStops } from '../reminders/stops.ts';
import { deliveries } from './results/deliveries.ts';
import { asReadBy, type Household, loadHouseholds, peopleOf } from './run/households.ts';
import { keptOf, loadSource, messageOf, qrOf, type Said, sayBy, sayTo } from './words/texts.ts';

type MailValues = Outgoing['values'];

/** The run of a mail without its chosen notices, of which there may be thousands. */
async function loadRun({ projectId = '', runId }: MailValues) {
  if (!runId) return null;
  const [run] = await records(noticeRun)
    .withRemoved()
    .find({ projectId }, { _id: runId }, { only: ['status', 'ruleId', 'day', 'message'] });
  return run ?? null;
}
type Run = Awaited<ReturnType<typeof loadRun>>;

/** Checked when a mail is sent: the notice is valid, the run not cancelled, and a reminder's debt still exists. */
async function isOfUse(
  { projectId = '', sentAs }: MailValues,
  notice: Doc<typeof feeNotice>,
  run: Run,
): Promise<boolean> {
  if (run?.status === 'CANCELLED') return false;
  if (sentAs === 'NORMAL') return true;
  const { unitId, month } = notice;
  // Excluded, disputed or promised since it was queued.
  if (run?.ruleId) {
    const project = await projects().findOne({ _id: projectId });
    if (!project) return false;
    const ctx = systemCtx(settingsOf(project), clockNow());
    if ((await loadStops(projectId, [unitId], run.day ?? todayOf(ctx)))(notice)) return false;
    if (await isHeldBack(ctx, notice)) return false;
  }
  return records(bill).exists(notice, {
    unitId,
    status: 'ACTIVE',
    paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] },
    noticeMonth: { $lte: month },
  });
}

const noticeIn = ({ projectId = '', noticeId = '' }: MailValues) =>
  records(feeNotice).first({ projectId }, { _id: noticeId, status: 'PUBLISHED' });

interface Filled {
  said: Said;
  qr: string;
  files: readonly Attached[];
  /** Unsubscribe links of the recipient. */
  off: { page: string; call: string } | null;
}

/** The household as seen by the resident for whom the mail was queued, null if they moved out; without a queued resident the first recipient. */
function readFor(household: Household, residentId: string | undefined): Household | null {
  if (!residentId) return household;
  if (!household.living.includes(residentId)) return null;
  const reader = household.readers.find(({ person }) => person._id === residentId);
  return reader ? asReadBy(household, reader) : household;
}

/** Text of a notice with current amounts and dates. */
async function filledNow(
  { projectId = '', sentAs, templateId, residentId }: MailValues,
  notice: Doc<typeof feeNotice>,
  run: Run,
  base: string,
  by: 'EMAIL' | 'SMS',
) {
  const project = await projects().findOne({ _id: projectId });
  if (!project) return null;
  const ctx = systemCtx(settingsOf(project), clockNow());
  const [found] = await loadHouseholds(ctx, [notice]);
  const household = found && readFor(found, residentId);
  if (!household) return null;
  await holdKeys(peopleOf([household]));
  const kind = kindOf({ kind: sentAs });
  const source = await loadSource(ctx, [household], base, [kind, 'LAYOUT']);
  const words = templateId ? await records(template).get(ctx, templateId) : null;
  const said = words ? sayBy(source, household, words) : sayTo(source, household, kind, by, messageOf(run));
  if (!said) throw new Undeliverable('TEMPLATE_NOT_SET_UP');
  const paper = source.papers.get(notice._id);
  const files = by === 'EMAIL' && said.attachPdf && paper ? [await loadPaper(ctx, notice, said)] : [];
  const reader = by === 'EMAIL' && residentId && !isClaim(sentAs) ? residentId : null;
  const off = reader ? residentLinks(base, reader, 'fees') : null;
  const filled: Filled = { said, qr: qrOf(source, household), files, off };
  return { ctx, household, filled };
}

/** PDF attachment of the notice. */
function loadPaper(ctx: Ctx, notice: Doc<typeof feeNotice>, { language }: Said): Promise<Attached> {
  return noticeFile(ctx, notice, language).catch(error => {
    log.error({ notice: notice._id, error }, 'a notice could not be drawn');
    throw new Undeliverable('PDF_FAILED');
  });
}

/** Notice by mail or SMS, filled when it is sent; its text is stored with the delivery. */
const noticeBy =
  (by: 'EMAIL' | 'SMS'): MailKind =>
  async ({ id, values, base }) => {
    const notice = await noticeIn(values);
    const run = notice && (await loadRun(values));
    if (!notice || !(await isOfUse(values, notice, run))) return null;
    const found = await filledNow(values, notice, run, base, by);
    if (!found) return null;
    const { ctx, household, filled } = found;
    const doc = await deliveries().findOne({ projectId: ctx.projectId, mailId: id });
    const set = {
      ...keptOf(filled.said),
      owed: household.owed,
      ...(by === 'SMS' && { segments: smsSize(filled.said.content).segments }),
    };
    const update = doc && { doc, set, keepVersion: true };
    if (update) await save(ctx, [{ definition: noticeDelivery, action: 'progress', update, quiet: true }]);
    return loadShown(filled, values, base, by);
  };

/** Sample notice for the user who prepares a run. */
const sampleBy =
  (by: 'EMAIL' | 'SMS'): MailKind =>
  async ({ values, base }) => {
    const notice = await noticeIn(values);
    const found = notice && (await filledNow(values, notice, await loadRun(values), base, by));
    if (!found) return null;
    const { said, ...rest } = found.filled;
    const subject = text(said.language, 'notice-run.sample', { subject: said.subject });
    return loadShown({ ...rest, said: { ...said, subject } }, values, base, by);
  };

async function loadShown(
  { said, qr, files, off }: Filled,
  values: MailValues,
  base: string,
  by: 'EMAIL' | 'SMS',
): Promise<Prepared> {
  const { subject, content, plain, language } = said;
  const link = `${base}/resident/bills`;
  // The template decides about accents, so the text is sent unchanged.
  if (by === 'SMS')
    return { values: { ...values, content, subject }, words: 'feeNoticeSms', language, link, asWritten: true };
  const picture = content.includes(`cid:${PICTURE}`) ? await loadPicture(qr, language) : null;
  return {
    values,
    language,
    link,
    ...(off && { unsubscribe: off }),
    written: { subject, text: plain, html: content },
    ...(picture && { picture }),
    files,
  };
}

export async function loadPicture(qr: string, language: Language): Promise<Picture | null> {
  if (!qr) return null;
  // Fixed PNG row filter: QR rows equal the row above, and choosing a filter per row dominates encoding time.
  const rendererOpts = { filterType: 2 };
  const png = await toBuffer(qr, { errorCorrectionLevel: 'M', margin: 4, width: 320, rendererOpts });
  return { alt: text(language, 'fee-notice.paper.qr'), png: png.toString('base64') };
}

export const noticeMails = {
  feeNotice: noticeBy('EMAIL'),
  feeNoticeSms: noticeBy('SMS'),
  feeNoticeTest: sampleBy('EMAIL'),
  feeNoticeTestSms: sampleBy('SMS'),
};
