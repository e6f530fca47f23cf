/// <reference path="./qrcode.d.ts" />
import type { Language } from '@lobby/shared/kit/languages.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { toBuffer } from 'qrcode';
import { text } from '../../../kit/base/messages.ts';
import type { Fact, Picture } from '../../../kit/mail/compose.ts';
import type { MailKind, Outgoing } from '../../../kit/mail/send.ts';
import { modelOf, type Stored } from '../../../kit/store/schema.ts';
import { stopsOf } from '../reminders/stops.ts';

/** Looked at as it goes out: the notice stands, its run was not called off, and who is reminded still owes something. */
async function isOfUse({ projectId, noticeId, runId, sentAs }: Outgoing['values']): Promise<boolean> {
  const notice = await modelOf(feeNotice)
    .findOne({ projectId, _id: noticeId, deletedAt: null, status: 'ISSUED' })
    .lean<Stored>();
  if (!notice) return false;
  const run = runId ? await modelOf(noticeRun).findOne({ projectId, _id: runId }).lean<Stored>() : null;
  if (run?.status === 'CANCELLED') return false;
  if (sentAs === 'NORMAL') return true;
  const { unitId, month } = notice;
  // Left out, or promised to pay, since it was queued.
  if (run?.ruleId && (await stopsOf(String(projectId), [String(unitId)], String(run.day))).size > 0) return false;
  const unpaid = { status: 'ACTIVE', paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] }, month: { $lte: month } };
  return Boolean(await modelOf(bill).exists({ projectId, deletedAt: null, unitId, ...unpaid }));
}

/** A notice by mail: its words, what is to be paid and how, and its VietQR as a picture. */
const notice: MailKind = async ({ values, base, language }) => {
  if (!(await isOfUse(values))) return null;
  return { values, ...(await shownOf(values, base, language)) };
};

/** What a notice by mail shows beside its words. */
async function shownOf(values: Values, base: string, language: Language) {
  const picture = await pictureOf(values, language);
  return { link: `${base}/resident`, facts: factsOf(values, language), ...(picture && { picture }) };
}

/** A sample for whoever prepares a sending. */
const sample: MailKind = async ({ values, base, language }) => ({
  ...{ values, words: 'feeNotice' },
  ...(await shownOf(values, base, language)),
});
const sampleSms: MailKind = async ({ values, base }) => ({ values, words: 'feeNoticeSms', link: `${base}/resident` });

type Values = Outgoing['values'];

/** What is to be paid, and how. */
export function factsOf(values: Values, language: Language): Fact[] {
  const facts = [
    ['fields.unitId', values.unit],
    ['fields.month', values.month],
    ['fields.owed', values.owed],
    ['fields.dueDate', values.dueDate],
    ['paper.bank', values.bank],
    ['paper.account', values.account],
    ['paper.holder', values.holder],
    ['paper.content', values.transfer],
  ] as const;
  return facts.flatMap(([key, value]) => (value ? [{ name: text(language, `fee-notice.${key}`), value }] : []));
}

/** The VietQR of what is owed. */
export async function pictureOf({ qr }: Values, language: Language): Promise<Picture | null> {
  if (!qr) return null;
  const png = await toBuffer(qr, { errorCorrectionLevel: 'M', margin: 4, width: 320 });
  return { alt: text(language, 'fee-notice.paper.qr'), png: png.toString('base64') };
}

/** A notice as a short message: its words are all that goes. */
const sms: MailKind = async ({ values, base }) =>
  (await isOfUse(values)) ? { values, link: `${base}/resident` } : null;

export const noticeMails = { feeNotice: notice, feeNoticeSms: sms, feeNoticeTest: sample, feeNoticeTestSms: sampleSms };
