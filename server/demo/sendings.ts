import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import type { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { deliveryKey, noticeDelivery, type Reason } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import type { resident } from '@lobby/shared/modules/resident.ts';
import { mailFrame, plainHead } from '../kit/mail/frame.ts';
import { BUILT_IN, dateOf, fillWords, moneyOf, samplesFor } from '../modules/template/index.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home, Person } from './homes.ts';
import { PLACES, type Site } from './sites.ts';

type Notice = Made<typeof feeNotice>;

/** One mail in this many bounces. */
const BOUNCES = 40;

interface Sendings {
  runs: Made<typeof noticeRun>[];
  deliveries: Made<typeof noticeDelivery>[];
}

/** The sending of last month's notices with its deliveries, and the first reminder in preparation. */
export function sendingsOf(
  site: Site,
  homes: readonly Home[],
  people: readonly Made<typeof resident>[],
  notices: readonly Notice[],
): Sendings {
  const [first] = notices;
  if (!first) return { runs: [], deliveries: [] };
  const [runId, id, code] = [
    idsOf('notice-run', site.key),
    idsOf('notice-delivery', site.key),
    codesOf(noticeRun.prefix),
  ];
  const at = new Date(first.createdAt.getTime() + HOUR_MS);
  const byUnit = new Map(homes.map(home => [home.id, home]));
  const mailed = new Map(people.flatMap(({ _id, email }) => (email ? [[_id, email] as const] : [])));
  const deliveries = notices.flatMap((notice, n) => {
    const home = byUnit.get(notice.unitId);
    const payer = home?.people.find(({ role }) => role === 'HOUSEHOLDER') ?? home?.people[0];
    return (['PRINT', 'EMAIL'] as const).map((channel, c) => {
      const { status, reason } = channel === 'PRINT' ? PRINTED : resultOf(payer, mailed.has(payer?.id ?? ''), n);
      const went = reason === null;
      if (went && channel === 'EMAIL') Object.assign(notice, { sent: true, sentAt: at });
      return recordOf(noticeDelivery, site.id, id(2 * n + c), at, {
        unitId: notice.unitId,
        residentId: payer?.id ?? null,
        to: channel === 'EMAIL' ? (mailed.get(payer?.id ?? '') ?? null) : null,
        noticeId: notice._id,
        runId: runId(0),
        channel,
        kind: 'NORMAL',
        month: notice.month,
        owed: notice.totalPayment,
        reason,
        status,
        // Households without an address got a printed copy; a few are not handled yet.
        ...(reason === 'NO_EMAIL' && n % STILL_OPEN !== 3 && handedOver(at)),
        ...(channel === 'EMAIL' && went && saidOf(site, home?.code ?? '', payer?.name ?? '', notice)),
        once: went ? deliveryKey(notice, 'NORMAL', channel) : null,
      });
    });
  });
  const failed = deliveries.filter(delivery => delivery.status === 'FAILED' || delivery.status === 'BOUNCE').length;
  const soon = new Date(at.getTime() + 20 * HOUR_MS);
  return {
    deliveries,
    runs: [
      recordOf(noticeRun, site.id, runId(0), at, {
        code: code(at),
        month: first.month,
        kind: 'NORMAL',
        sendEmail: true,
        sendPrint: true,
        status: 'COMPLETED',
        notices: notices.length,
        failed,
        sent: deliveries.length - failed,
        upTo:
          notices
            .map(({ _id }) => _id)
            .toSorted()
            .at(-1) ?? null,
      }),
      recordOf(noticeRun, site.id, runId(1), soon, {
        code: code(soon),
        month: first.month,
        kind: 'REMIND_DEBT_1',
        sendEmail: true,
        sendApp: true,
        status: 'DRAFT',
        note: 'Nhắc trước khi chốt công nợ.',
      }),
    ],
  };
}

interface Result {
  status: 'SENT' | 'COMPLETED' | 'FAILED' | 'BOUNCE';
  reason: Reason | null;
}
const PRINTED: Result = { status: 'COMPLETED', reason: null };

/** One in this many households without an address is not handled yet. */
const STILL_OPEN = 25;
const handedOver = (at: Date) => ({
  handled: true,
  handledNote: 'Đã phát bản in tận căn.',
  handledAt: new Date(at.getTime() + 5 * HOUR_MS),
});

/** Delivery result of the mail to a household. */
function resultOf(payer: Person | undefined, hasMail: boolean, n: number): Result {
  if (!payer) return { status: 'FAILED', reason: 'NO_PAYER' };
  if (!hasMail) return { status: 'FAILED', reason: 'NO_EMAIL' };
  return n % BOUNCES === 7 ? { status: 'BOUNCE', reason: 'NON_EXISTENT_ADDRESS' } : { status: 'SENT', reason: null };
}

/** Template and rendered content of a sent mail. */
function saidOf(site: Site, unit: string, name: string, notice: Notice) {
  const at = BUILT_IN.findIndex(
    builtIn => builtIn.purpose === 'NORMAL' && builtIn.channel === 'EMAIL' && builtIn.language === 'vi',
  );
  const words = BUILT_IN[at];
  const manner = { language: 'vi', folded: false } as const;
  const money = (amount: number) => moneyOf(amount, manner);
  const { hotline } = PLACES[site.key];
  const values = {
    ...samplesFor(manner),
    unit_group: { name: site.name, hotline },
    unit: { code: unit },
    member: { name },
    notice: {
      code: notice.code,
      month: dateOf(notice.month),
      due: dateOf(notice.dueDate),
      lines: null,
      qr: null,
      debt: money(notice.debtTotal),
      remaining: money(notice.totalPayment),
      link: null,
    },
    bank: { name: null, transfer: null },
  };
  const subject = fillWords(words?.subject ?? '', values);
  return {
    templateId: idsOf('template', site.key)(at),
    templateRevision: 1,
    subject,
    content: mailFrame({
      language: 'vi',
      subject,
      preview: '',
      head: plainHead(site.name),
      content: fillWords(words?.body ?? '', values, true),
    }),
  };
}
