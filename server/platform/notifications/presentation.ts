import type { notificationSchema } from '@lobby/shared/kit/notification.contract.ts';
import { notificationTarget, residentTarget, type Subject } from '@lobby/shared/kit/notification-target.ts';
import { pushTypeOf } from '@lobby/shared/kit/push-types.ts';
import type { z } from 'zod';
import { type Speech, text } from '../../kit/base/messages.ts';
import { type About, UNKNOWN } from './about.ts';
import type { Notification } from './rows.ts';

/** Separator of the parts of a notification in one line. */
const BETWEEN = ' · ';

/** Whether a text contains another, ignoring case. */
const says = (words: string, others: string): boolean => words.toLocaleLowerCase().includes(others.toLocaleLowerCase());

/** Name of a notification's record, without its code if it has another name. */
function called({ title }: Subject, { matter, code }: About): string {
  const named = code ? title.replace(code, '').replace(/^[\s·:]+|[\s·:]+$/g, '') : title;
  return named || matter || title;
}

/** A notification in its reader's language: what happened, and to what, without repetition. */
export function wordsOf(
  { kind, by, subject }: Pick<Notification, 'kind' | 'by' | 'subject'>,
  speech: Speech,
  about: About = UNKNOWN,
): { title: string; body: string; unit: string | null; matter: string | null } {
  const name = subject.many ? text(speech, `${subject.many}.plural`) : called(subject, about);
  const title = text(speech, `notification.types.${kind}`, {
    by: by?.name || text(speech, 'notification.management'),
    title: name,
  });
  // The title of some kinds contains the name already.
  const body = [...(says(title, name) ? [] : [name]), ...(subject.text ? [subject.text] : [])].join(': ');
  const unsaid = (value: string | null) => (value && !says(`${title} ${name}`, value) ? value : null);
  return { title, body, unit: unsaid(about.unit), matter: unsaid(about.matter) };
}

/** The line below a notification's title. */
export const lineOf = ({ unit, matter, body }: ReturnType<typeof wordsOf>): string =>
  [unit, matter, body].filter(Boolean).join(BETWEEN);

/** Page of a notification, in the back office or the residents' app. */
export const urlOf = ({ projectId, unitId, subject }: Notification): string =>
  unitId ? `/resident${residentTarget(subject)}` : notificationTarget(projectId, subject);

export const presentNotification = (
  row: Notification,
  speech: Speech,
  about?: About,
): z.infer<typeof notificationSchema> => ({
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
