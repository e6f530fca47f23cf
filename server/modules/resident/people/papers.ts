import { addDays, type Day } from '@lobby/shared/kit/dates.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { save } from '../../../kit/store/save.ts';
import { loadReaders } from '../../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../../platform/notifications/notifications.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';

/** Days before the end of a document from which people are notified. */
const AHEAD_DAYS = 30;
const PAPERS = ['visaExpiry', 'temporaryTo', 'rentTo'] as const;

/** Last day of the notification period. */
const limitOf = (ctx: Ctx): Day => addDays(todayOf(ctx), AHEAD_DAYS);

type ResidentValues = Values<typeof resident>;

/** Whether a visa, a temporary residence or a rent ends by the limit, or has ended. */
const endsBy = (limit: Day, values: ResidentValues): boolean =>
  PAPERS.some(name => {
    const day = values[name];
    return Boolean(day && day <= limit);
  });

/** Clears the mark at once when an edit makes it obsolete; setting it is left to the job. */
export const clearEndingMark = (
  ctx: Ctx,
  doc: Doc<typeof resident>,
  values: ResidentValues,
): Pick<ResidentValues, 'ending'> =>
  doc.ending && !endsBy(limitOf(ctx), { ...doc, ...values }) ? { ending: false } : {};

/** Notifies the readers of residents of documents that end soon, once, and marks the resident. */
async function remind(ctx: Ctx): Promise<number> {
  const soon = { $lte: limitOf(ctx) };
  const isDue = { living: true, ending: { $ne: true } };
  let readers: string[] | null = null;
  const ending = { ...isDue, $or: PAPERS.map(name => ({ [name]: soon })) };
  return attemptEach(records(resident).each(ctx, ending), async doc => {
    readers ??= await loadReaders(ctx.projectId, resident.code);
    const who = toStaff(readers);
    const subject = { module: resident.code, id: doc._id, title: doc.name };
    return save(ctx, [
      {
        definition: resident,
        action: 'remind',
        // The version stays, so that open forms do not become stale.
        update: { doc, set: { ending: true }, keepVersion: true, while: isDue },
        also: session => notify(ctx, who, 'RESIDENT_PAPERS_ENDING', subject, session),
      },
    ]);
  });
}

/** Clears the mark of residents whose documents were prolonged or who have moved out. */
async function unmark(ctx: Ctx): Promise<number> {
  const later = { $not: { $lte: limitOf(ctx) } };
  const over = { $or: [{ living: false }, Object.fromEntries(PAPERS.map(name => [name, later]))] };
  return attemptEach(records(resident).each(ctx, { ending: true, ...over }), doc =>
    save(ctx, [
      {
        definition: resident,
        action: 'update',
        update: { doc, set: { ending: false }, keepVersion: true, while: { ending: true } },
      },
    ]),
  );
}

/** Updates marks and sends reminders. Idempotent, and safe on several servers. */
export const papersJob = defineJob({
  name: 'papers of residents',
  every: '*/5 * * * *',
  perProject: ctx => attemptEach([unmark, remind], step => step(ctx)),
});
