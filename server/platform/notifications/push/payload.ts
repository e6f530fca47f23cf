import { createHash } from 'node:crypto';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { languageOf } from '@lobby/shared/kit/languages.ts';
import { pushTypeOf } from '@lobby/shared/kit/push-types.ts';
import { text } from '../../../kit/base/messages.ts';
import type { User } from '../../auth/users.ts';
import { loadProject } from '../../projects/projects.ts';
import { loadAbouts } from '../about.ts';
import { type Notification, notifications } from '../notifications.ts';
import { lineOf, urlOf, wordsOf } from '../presentation.ts';
import type { Installation } from './devices.ts';
import type { Push } from './push-queue.ts';

/** Content of a push message (api.md, Push). */
export interface Payload {
  type: string;
  title: string;
  body: string;
  url: string;
  projectId: string;
  id: string;
  /** A later push with the same tag replaces it on the device. */
  tag: string;
  at: string;
  /** Tags of notifications that were read meanwhile and are to be removed. */
  clear?: string[];
}

const BODY = 160;
/** In bytes, before encryption. */
const MOST = 3000;
const CLEARED = 20;

const tagOf = (...of: readonly string[]) => createHash('sha256').update(of.join('/')).digest('base64url').slice(0, 32);

const cut = (words: string, most: number) =>
  words.length > most ? `${words.slice(0, most).replace(/\s+\S*$/, '')}…` : words;

async function loadCleared({ userId, at }: Push): Promise<string[]> {
  const since = new Date(at.getTime() - DAY_MS);
  const read = await notifications()
    .find({ userId, readAt: { $gte: since } }, { projection: { _id: 1 } })
    .sort({ readAt: -1 })
    .limit(CLEARED)
    .toArray();
  return read.map(row => row._id);
}

/** Builds the content of a push in the device's language; `short` if the service refuses a longer one. */
export async function loadPayload(
  push: Push,
  row: Notification | null,
  { hideText = false }: Pick<User, 'hideText'>,
  { language, surface }: Pick<Installation, 'language' | 'surface'>,
  short = false,
): Promise<Payload> {
  const speech = languageOf(language);
  const project = (push.projectId && (await loadProject(push.projectId))?.name) || 'Lobby';
  const base = surface === 'RESIDENT' ? '/resident' : push.projectId && `/projects/${push.projectId}`;
  const common = { projectId: push.projectId, id: push._id, at: push.at.toISOString() };
  const about = row && !hideText && (await loadAbouts(row.projectId, [row], speech)).get(row._id);
  const words = row && wordsOf(row, speech, about || undefined);
  const content =
    row && words
      ? {
          type: pushTypeOf(row.subject.module),
          url: urlOf(row),
          tag: tagOf(row.projectId, row.kind, row.subject.id),
          ...(hideText
            ? { title: project, body: text(speech, 'notification.hidden') }
            : { title: words.title, body: cut(lineOf(words), short ? 40 : BODY) }),
        }
      : {
          type: 'SYSTEM',
          title: project,
          body: push.gathered
            ? text(speech, 'notification.gathered', { count: push.gathered })
            : text(speech, 'notification.test'),
          url: `${base}/notifications`,
          tag: tagOf(push._id),
        };
  const clear = short ? [] : await loadCleared(push);
  const payload = { ...common, ...content, ...(clear.length > 0 && { clear }) };
  if (Buffer.byteLength(JSON.stringify(payload)) <= MOST) return payload;
  const { clear: _, ...bare } = payload;
  return { ...bare, title: cut(bare.title, 80), body: cut(bare.body, 80) };
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAYS = new Set(['MSG', 'HELP_DESK', 'REQUEST']);

/** How long the push service keeps a push for a device that is off, in seconds, since a late one helps nobody. */
export function ttlOf(row: Notification | null): number {
  if (!row) return 24 * HOUR;
  const type = pushTypeOf(row.subject.module);
  if (type === 'VISITOR') return row.unitId ? 10 * MINUTE : HOUR;
  return (DAYS.has(type) ? 24 : 72) * HOUR;
}

/** Urgency of a push (RFC 8030). */
export function urgencyOf(row: Notification | null): 'high' | 'normal' | 'low' {
  if (!row) return 'normal';
  const type = pushTypeOf(row.subject.module);
  if (row.urgent || type === 'MSG' || type === 'VISITOR') return 'high';
  return type === 'NEWS' || type === 'POLL' ? 'low' : 'normal';
}
