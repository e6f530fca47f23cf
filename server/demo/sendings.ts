import type { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { deliveryKey, noticeDelivery, type Problem } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import type { resident } from '@lobby/shared/modules/resident.ts';
import { text } from '../kit/base/messages.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home, Person } from './homes.ts';
import { PLACES, type Site } from './sites.ts';

type Notice = Made<typeof feeNotice>;

/** One mail in so many comes back. */
const BOUNCES = 40;
const HOUR = 3_600_000;

interface Sendings {
  runs: Made<typeof noticeRun>[];
  deliveries: Made<typeof noticeDelivery>[];
}

/** The sending of the last month's notices, what became of each, and the first reminder that is being prepared. */
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
  const at = new Date(first.createdAt.getTime() + HOUR);
  const byUnit = new Map(homes.map(home => [home.id, home]));
  const mailed = new Set(people.filter(({ email }) => email).map(({ _id }) => _id));
  const deliveries = notices.flatMap((notice, n) => {
    const home = byUnit.get(notice.unitId);
    const payer = home?.people.find(({ role }) => role === 'HOUSEHOLDER') ?? home?.people[0];
    return (['PRINT', 'EMAIL'] as const).map((channel, c) => {
      const { status, problem } = channel === 'PRINT' ? PRINTED : resultOf(payer, mailed.has(payer?.id ?? ''), n);
      const went = problem === null;
      return recordOf(noticeDelivery, site.id, id(2 * n + c), at, {
        ...{ unitId: notice.unitId, residentId: payer?.id ?? null, noticeId: notice._id, runId: runId(0) },
        ...{ channel, kind: 'NORMAL', month: notice.month, owed: notice.owed, problem, status },
        ...(channel === 'EMAIL' && went && wordsOf(site, home?.code ?? '', notice)),
        once: went ? deliveryKey(notice._id, 'NORMAL', channel) : null,
      });
    });
  });
  const failed = deliveries.filter(one => one.status === 'FAILED' || one.status === 'BOUNCE').length;
  const soon = new Date(at.getTime() + 20 * HOUR);
  return {
    deliveries,
    runs: [
      recordOf(noticeRun, site.id, runId(0), at, {
        ...{
          code: code(at),
          month: first.month,
          kind: 'NORMAL',
          sendEmail: true,
          sendPrint: true,
          status: 'COMPLETED',
        },
        ...{ notices: notices.length, failed, sent: deliveries.length - failed },
        upTo:
          notices
            .map(({ _id }) => _id)
            .toSorted()
            .at(-1) ?? null,
      }),
      recordOf(noticeRun, site.id, runId(1), soon, {
        ...{
          code: code(soon),
          month: first.month,
          kind: 'REMIND_DEBT_1',
          sendEmail: true,
          sendApp: true,
          status: 'DRAFT',
        },
        note: 'Nhắc trước khi chốt công nợ.',
      }),
    ],
  };
}

interface Result {
  status: 'SENT' | 'COMPLETED' | 'FAILED' | 'BOUNCE';
  problem: Problem | null;
}
const PRINTED: Result = { status: 'COMPLETED', problem: null };

/** What became of the mail to a household. */
function resultOf(payer: Person | undefined, hasMail: boolean, n: number): Result {
  if (!payer) return { status: 'FAILED', problem: 'NO_PAYER' };
  if (!hasMail) return { status: 'FAILED', problem: 'NO_EMAIL' };
  return n % BOUNCES === 7 ? { status: 'BOUNCE', problem: 'ADDRESS_UNKNOWN' } : { status: 'SENT', problem: null };
}

/** What the mail said. */
function wordsOf(site: Site, unit: string, notice: Notice): { subject: string; content: string } {
  const values = {
    ...{ payer: '{{payer}}', project: site.name, unit, hotline: PLACES[site.key].hotline },
    month: notice.month.split('-').toReversed().join('/'),
    owed: `${new Intl.NumberFormat('vi').format(notice.owed)} VND`,
  };
  const say = (part: string) => text('vi', `notice-text.EMAIL.NORMAL.${part}`, values);
  return { subject: say('subject'), content: say('content') };
}
