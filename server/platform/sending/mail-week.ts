import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { mailHealth } from '@lobby/shared/modules/sending.contract.ts';
import { mails } from '../../kit/mail/queue.ts';

const DAYS = 7;
/** Above these shares mailbox providers begin to refuse a sender. */
export const MOST_BOUNCED = 0.02;
export const MOST_COMPLAINED = 0.001;

type Week = Pick<AnswerOf<typeof mailHealth>, 'waiting' | 'week'>;

/** Mails of a project: those that wait, and what became of those of the last week. */
export async function loadMailWeek(projectId: string, now: Date): Promise<Week> {
  const since = new Date(now.getTime() - DAYS * DAY_MS);
  // Short messages have no domain.
  const ofProject = { projectId, domain: { $type: 'string' as const } };
  const counted = (when: object) => ({ $sum: { $cond: [when, 1, 0] } });
  const heard = (outcome: string) => counted({ $eq: ['$report.outcome', outcome] });
  const refused = { $regexMatch: { input: { $ifNull: ['$reason', ''] }, regex: /\b5\d\d\b/ } };
  const [waiting, [sums]] = await Promise.all([
    mails().countDocuments({ ...ofProject, state: 'waiting' }),
    mails()
      .aggregate<Week['week']>([
        { $match: { ...ofProject, doneAt: { $gte: since } } },
        {
          $group: {
            _id: null,
            handedOver: counted({ $or: [{ $eq: ['$state', 'sent'] }, refused] }),
            bounced: counted({ $or: [{ $eq: ['$report.outcome', 'bounce'] }, refused] }),
            complained: heard('complaint'),
            opened: counted({ $in: ['$report.outcome', ['opened', 'clicked']] }),
            clicked: heard('clicked'),
          },
        },
        { $project: { _id: 0 } },
      ])
      .toArray(),
  ]);
  return { waiting, week: sums ?? { handedOver: 0, bounced: 0, complained: 0, opened: 0, clicked: 0 } };
}

/** Whether a share of what was handed over is too large. */
export const isAbove = (part: number, { handedOver }: Week['week'], most: number): boolean => part > handedOver * most;
