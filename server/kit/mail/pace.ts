import { HOUR_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { type MailRow, mails } from './queue.ts';

/** Maximum number of mails: per project and hour, per project, domain and minute, and per domain of this installation and hour. */
export interface Limits {
  ofProject: (projectId: string) => Promise<{ perHour: number; perDomainPerMinute: number } | null>;
  perDomain: number | null;
}

interface Share {
  of: Record<string, string>;
  most: number | null | undefined;
  withinMs: number;
}

/**
 * When a mail may be sent if its project or domain has reached its limit; null for now. Account mails belong to no project
 * and are never delayed.
 */
export async function waitsUntil(row: MailRow, limits: Limits, now: Date): Promise<Date | null> {
  const { projectId, domain } = row;
  if (!projectId) return null;
  const projectLimits = await limits.ofProject(projectId);
  const shares: Share[] = [
    { of: { projectId }, most: projectLimits?.perHour, withinMs: HOUR_MS },
    {
      of: { projectId, domain: domain ?? '' },
      most: domain ? projectLimits?.perDomainPerMinute : null,
      withinMs: MINUTE_MS,
    },
    { of: { domain: domain ?? '' }, most: domain ? limits.perDomain : null, withinMs: HOUR_MS },
  ];
  for (const { of, most, withinMs } of shares) {
    if (most == null) continue;
    // The mail that fills the limit: once it leaves the window, there is room for one more.
    const [last] = await mails()
      .find({ ...of, state: 'sent', doneAt: { $gt: new Date(now.getTime() - withinMs) } })
      .project<{ doneAt: Date }>({ _id: 0, doneAt: 1 })
      .sort({ doneAt: -1 })
      .skip(most - 1)
      .limit(1)
      .toArray();
    if (last) return new Date(last.doneAt.getTime() + withinMs);
  }
  return null;
}
