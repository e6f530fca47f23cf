import { notificationTarget, residentTarget } from '@lobby/shared/kit/notification-target.ts';
import { pushTypeOf } from '@lobby/shared/kit/push-types.ts';
import { z } from 'zod';
import { type Speech, text } from '../../kit/base/messages.ts';
import type { About } from './about.ts';
import type { Notification } from './rows.ts';

/** A notification in its reader's language: what happened, and to what. */
export function wordsOf({ kind, by, subject }: Notification, speech: Speech): { title: string; body: string } {
  const name = by?.name || text(speech, 'notification.management');
  const title = text(speech, `notification.types.${kind}`, { by: name, title: subject.title });
  // Some kinds name their subject in the title already.
  const of = title.includes(subject.title) ? [] : [subject.title];
  return { title, body: [...of, ...(subject.text ? [subject.text] : [])].join(': ') };
}

/** Where it leads: a page of the back office, or of the residents' app. */
export const urlOf = ({ projectId, unitId, subject }: Notification): string =>
  unitId ? `/resident${residentTarget(subject)}` : notificationTarget(projectId, subject);

export const notificationSchema = z.object({
  id: z.string(),
  projectId: z.string(),
  type: z.string(),
  kind: z.string(),
  topic: z.string().nullable(),
  urgent: z.boolean(),
  module: z.string(),
  entityId: z.string(),
  title: z.string(),
  body: z.string(),
  /** The unit and the matter, where its record has them; of residents none. */
  unit: z.string().nullable(),
  matter: z.string().nullable(),
  /** The page it leads to. */
  url: z.string(),
  /** Null: the system, or staff who speak with one voice. */
  by: z.object({ id: z.string(), name: z.string() }).nullable(),
  at: z.string(),
  /** How many of the same this row tells of. */
  count: z.int(),
  viewedAt: z.string().nullable(),
  readAt: z.string().nullable(),
});

export const shown = (
  row: Notification,
  speech: Speech,
  { unit, matter }: About = { unit: null, matter: null },
): z.infer<typeof notificationSchema> => ({
  id: row._id,
  projectId: row.projectId,
  type: pushTypeOf(row.subject.module),
  kind: row.kind,
  topic: row.topic,
  urgent: row.urgent,
  module: row.subject.module,
  entityId: row.subject.id,
  ...wordsOf(row, speech),
  unit,
  matter,
  url: urlOf(row),
  by: row.by,
  at: row.at.toISOString(),
  count: row.count,
  viewedAt: row.viewedAt?.toISOString() ?? null,
  readAt: row.readAt?.toISOString() ?? null,
});
