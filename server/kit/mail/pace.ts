import { type MailRow, mails } from './queue.ts';

const HOUR_MS = 3_600_000;

/** How many mails go out within an hour at most: of a project, and to one domain of this installation. */
export interface Limits {
  ofProject: (projectId: string) => Promise<number | null>;
  perDomain: number | null;
}

/** When a mail may go out, where its project or domain has had its share of the hour; null: at once. */
export async function waitsUntil(row: MailRow, limits: Limits, now: Date): Promise<Date | null> {
  const since = new Date(now.getTime() - HOUR_MS);
  const most = row.projectId ? await limits.ofProject(row.projectId) : null;
  const shares: [Record<string, string>, number | null][] = [
    [{ projectId: row.projectId ?? '' }, most],
    [{ domain: row.domain ?? '' }, row.domain ? limits.perDomain : null],
  ];
  for (const [of, share] of shares) {
    if (share === null) continue;
    const gone = await mails()
      .find({ ...of, state: 'sent', doneAt: { $gt: since } })
      .project<{ doneAt: Date }>({ doneAt: 1 })
      .sort({ doneAt: -1 })
      .limit(share)
      .toArray();
    const last = gone.at(-1);
    // As soon as the first of them is an hour old, there is room for one more.
    if (gone.length >= share && last) return new Date(last.doneAt.getTime() + HOUR_MS);
  }
  return null;
}
