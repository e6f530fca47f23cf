import { conference } from '@lobby/shared/modules/conference.ts';
import type { MinutesText } from '@lobby/shared/modules/conference-minutes.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { type Collection, db, type Session, transaction } from '../../../kit/database/database.ts';
import { rowOf, writeEvents } from '../../../kit/store/events.ts';
import { type Doc, fieldOf } from '../../../kit/store/records.ts';

export const PARTS = ['votes', 'survey', 'minutes'] as const;
export type Part = (typeof PARTS)[number];

/** Minutes of a meeting. */
export interface Minutes extends MinutesText<Date, string> {
  /** Id of the meeting. */
  _id: string;
  projectId: string;
  publishedParts: Part[];
  publishedAt: Date | null;
  documentId: string | null;
  reason: string | null;
}

export const minutesCollection: Collection = { name: 'conference-minutes', indexes: [{ key: { projectId: 1 } }] };
const all = () => db().collection<Minutes>(minutesCollection.name);

/** Minutes of a meeting; until they are edited, a draft with the meeting's times. */
export async function loadMinutes(ctx: Ctx, meeting: Doc<typeof conference>): Promise<Minutes> {
  const minutes = await all().findOne({ _id: meeting._id, projectId: ctx.projectId });
  if (minutes) return minutes;
  return {
    _id: meeting._id,
    projectId: ctx.projectId,
    version: 0,
    status: 'DRAFT',
    number: null,
    discussion: null,
    startedAt: meeting.openedAt ?? null,
    endedAt: meeting.endedAt ?? null,
    witnesses: [],
    authorities: [],
    objections: [],
    resolutions: [],
    signedFiles: [],
    publishedParts: [],
    publishedAt: null,
    documentId: null,
    corrections: [],
    reason: null,
  };
}

/** Minutes as sent to clients, with `id` for `_id`. */
export const sentOf = ({ _id: id, projectId: _project, ...minutes }: Minutes) => ({ id, ...minutes });

/** Saves minutes together with their event; throws DATA_STALE if they changed concurrently. */
export async function saveMinutes(
  ctx: Ctx,
  meeting: Doc<typeof conference>,
  before: Minutes,
  set: Partial<Minutes>,
  action: string,
  also?: (session: Session) => Promise<void>,
): Promise<Minutes> {
  const after: Minutes = { ...before, ...set, version: before.version + 1 };
  const pick = (from: Minutes) => Object.fromEntries(Object.keys(set).map(name => [name, fieldOf(from, name)]));
  await transaction(async session => {
    if (before.version === 0) await all().insertOne(after, { session });
    else {
      const { matchedCount } = await all().replaceOne({ _id: before._id, version: before.version }, after, { session });
      if (matchedCount === 0) fail('DATA_STALE', { current: sentOf(await loadMinutes(ctx, meeting)) });
    }
    await writeEvents(
      [
        {
          at: ctx.now,
          projectId: ctx.projectId,
          module: conference.code,
          entity: conference.name,
          entityId: meeting._id,
          action,
          actor: ctx.actor,
          // Nested, because the minutes have a status of their own.
          before: { minutes: pick(before) },
          after: { minutes: pick(after) },
          version: meeting.version,
          row: rowOf(conference, meeting),
        },
      ],
      session,
    );
    await also?.(session);
  }).catch(error => {
    // Two first edits at once: the second must reload.
    if (error?.code === 11000) return fail('DATA_STALE', {});
    throw error;
  });
  return after;
}
