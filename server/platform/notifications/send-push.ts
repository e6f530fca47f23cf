import { createHash } from 'node:crypto';
import { languageOf } from '@lobby/shared/kit/languages.ts';
import { notificationTarget, residentTarget } from '@lobby/shared/kit/notification-target.ts';
import webPush from 'web-push';
import { text } from '../../kit/base/messages.ts';
import { clockMs, clockNow } from '../../kit/database/clock.ts';
import { log } from '../../kit/ops/log.ts';
import { soon } from '../../kit/ops/soon.ts';
import { projectOf } from '../projects/projects.ts';
import { type Notification, notifications } from './notifications.ts';
import { type Installation, installations, type Push, pushes } from './push-queue.ts';

/** The key pair by which push services know this installation (RFC 8292), and whom they may write to about it. */
export interface Vapid {
  publicKey: string;
  privateKey: string;
  subject: string;
}

let vapid: Vapid | null = null;
/** Sets the keys that pushes are signed with; once, at start. */
export function usePush(keys: Vapid): void {
  vapid = keys;
}

const MINUTE = 60_000;
/** Longer than a try lasts: after it, a server that died while sending is taken to be gone. */
const HELD_MS = MINUTE;
const PAUSES = [1, 5, 20].map(minutes => minutes * MINUTE);
/** A device that is off gets it within this many seconds, or not at all: a day-old alert helps nobody. */
const TTL = 4 * 3600;
const TIMEOUT_MS = 10_000;

/** Pushes of one module of a project stand as one on a device: what comes later takes the place of what was there. */
const tagOf = ({ projectId, subject }: Notification) =>
  createHash('sha256').update(`${projectId}/${subject.module}`).digest('base64url').slice(0, 32);

async function payloadOf(row: Notification, { language }: Installation) {
  const project = await projectOf(row.projectId);
  const speech = languageOf(language);
  return {
    type: row.type,
    title: project?.name ?? '',
    body: text(speech, `notification.types.${row.type}`, { by: row.by, title: row.subject.title }),
    url: row.unitId
      ? `/resident${residentTarget(row.subject.module, row.subject.id)}`
      : notificationTarget(row.projectId, row.subject),
    projectId: row.projectId,
    id: row._id,
    tag: tagOf(row),
    more: text(speech, 'notification.more'),
  };
}

/** Sends to one browser; false when the push service knows it no more. Throws where a later try may succeed. */
async function sendTo(installation: Installation, row: Notification, keys: Vapid): Promise<boolean> {
  const { endpoint, method, headers, body } = webPush.generateRequestDetails(
    installation.subscription,
    JSON.stringify(await payloadOf(row, installation)),
    { TTL, topic: tagOf(row), urgency: 'high', vapidDetails: keys },
  );
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { status } = await fetch(endpoint, { method, headers, body: new Uint8Array(body), redirect: 'error', signal });
  if (status === 404 || status === 410) return false;
  if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`);
  // What is refused for its content is refused again.
  if (status >= 400) log.warn({ status, installation: installation._id }, 'a push was refused');
  return true;
}

async function send(push: Push, keys: Vapid): Promise<void> {
  const row = await notifications().findOne({ _id: push.notificationId });
  if (row) {
    const readers = push.userIds.filter(id => !row.readBy.includes(id));
    const devices = await installations()
      .find({ userId: { $in: readers }, _id: { $nin: push.sent } })
      .toArray();
    const results = await Promise.allSettled(
      devices.map(async one => {
        const known = await sendTo(one, row, keys);
        if (known) await pushes().updateOne({ _id: push._id }, { $addToSet: { sent: one._id } });
        else await installations().deleteOne({ _id: one._id });
      }),
    );
    const failed = results.find(one => one.status === 'rejected');
    const pause = PAUSES[push.tries - 1];
    if (failed && pause) {
      log.warn({ push: push._id, reason: String(failed.reason) }, 'a push is tried again later');
      await pushes().updateOne({ _id: push._id }, { $set: { dueAt: new Date(clockMs() + pause) } });
      return;
    }
  }
  await pushes().deleteOne({ _id: push._id });
}

/** Sends what is due and answers how many were tried; safe on several servers at once: each row is taken by one. */
export async function sendPushes(now = clockNow()): Promise<number> {
  if (!vapid) return 0;
  let tried = 0;
  const take = () =>
    pushes().findOneAndUpdate(
      { dueAt: { $lte: now } },
      { $set: { dueAt: new Date(clockMs() + HELD_MS) }, $inc: { tries: 1 } },
      { sort: { dueAt: 1 }, returnDocument: 'after' },
    );
  for (let push = await take(); push; push = await take()) {
    tried++;
    await send(push, vapid);
  }
  return tried;
}

const going = soon('the queue of pushes', () => 50 + Math.random() * 100, sendPushes);
/** Sends what is due in the background: called for each event that tells of a new notification. */
export const pushSoon = going.ask;
/** Waits for the pushes that are going out. */
export const endPush = going.end;
