import { notificationTarget, residentTarget, type Subject } from '@lobby/shared/kit/notification-target.ts';
import { pushTypeOf } from '@lobby/shared/kit/push-types.ts';
import { z } from 'zod';
import { type Speech, text } from '../../kit/base/messages.ts';
import { type About, UNKNOWN } from './about.ts';
import type { Notification } from './rows.ts';

/** Between what a notification says of a record in one line. */
const BETWEEN = ' · ';

/** Whether some words say others already, however they are written. */
const says = (words: string, others: string): boolean => words.toLocaleLowerCase().includes(others.toLocaleLowerCase());

/** What a notification calls its record: not by its code where it has a name. */
function called({ title }: Subject, { matter, code }: About): string {
  const named = code ? title.replace(code, '').replace(/^[\s·:]+|[\s·:]+$/g, '') : title;
  return named || matter || title;
}

/** A notification in its reader's language: what happened, and to what; each thing once. */
export function wordsOf(
  { kind, by, subject }: Pick<Notification, 'kind' | 'by' | 'subject'>,
  speech: Speech,
  about: About = UNKNOWN,
): { title: string; body: string; unit: string | null; matter: string | null } {
  const name = called(subject, about);
  const title = text(speech, `notification.types.${kind}`, {
    by: by?.name || text(speech, 'notification.management'),
    title: name,
  });
  // Some kinds name their subject in the title already.
  const body = [...(says(title, name) ? [] : [name]), ...(subject.text ? [subject.text] : [])].join(': ');
  const unsaid = (value: string | null) => (value && !says(`${title} ${name}`, value) ? value : null);
  return { title, body, unit: unsaid(about.unit), matter: unsaid(about.matter) };
}

/** What stands under the title of a notification, in one line. */
export const lineOf = ({ unit, matter, body }: ReturnType<typeof wordsOf>): string =>
  [unit, matter, body].filter(Boolean).join(BETWEEN);

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

export const shown = (row: Notification, speech: Speech, about?: About): z.infer<typeof notificationSchema> => ({
  id: row._id,
  projectId: row.projectId,
  type: pushTypeOf(row.subject.module),
  kind: row.kind,
  topic: row.topic,
  urgent: row.urgent,
  module: row.subject.module,
  entityId: row.subject.id,
  ...wordsOf(row, speech, about),
  url: urlOf(row),
  by: row.by,
  at: row.at.toISOString(),
  count: row.count,
  viewedAt: row.viewedAt?.toISOString() ?? null,
  readAt: row.readAt?.toISOString() ?? null,
});
