import { clockMs, clockNow } from '../../../kit/database/clock.ts';
import { db } from '../../../kit/database/database.ts';
import { presenceCollection } from '../../../kit/live/presence/shared-presence.ts';
import { log } from '../../../kit/ops/log.ts';
import { pushesSent, pushSeconds } from '../../../kit/ops/measures.ts';
import { soon } from '../../../kit/ops/soon.ts';
import { accessTo, loadTenancy } from '../../auth/rights/access.ts';
import { type User, users } from '../../auth/users.ts';
import { type Notification, notifications } from '../notifications.ts';
import { type Installation, installations } from './devices.ts';
import { type Answer, handOver, type Vapid } from './hand-over.ts';
import { loadPayload, ttlOf, urgencyOf } from './payload.ts';
import { type Push, pushes } from './push-queue.ts';

let vapid: Vapid | null = null;
/** Sets the keys that sign pushes. Called once at start. */
export function configurePush(keys: Vapid): void {
  vapid = keys;
}

/** Longer than an attempt: once it has passed, the sending server is taken to be dead. */
const HELD_MS = 30_000;
const PAUSES = [10, 60, 600];
/** Consecutive refusals after which a browser is removed. */
const GIVEN_UP = 5;
/** Pushes sent concurrently. */
const AT_ONCE = 20;

/** The recipient's access in the project of the push; null if it is gone. */
async function loadPlace({ userId, projectId }: Push, row: Notification | null): Promise<{ actorId: string } | null> {
  if (!projectId) return { actorId: '' };
  if (!row?.unitId) return accessTo(userId, projectId);
  const tenancy = await loadTenancy(userId, row.unitId);
  return tenancy && { actorId: tenancy.residentId };
}

/** Whether the recipient is viewing the record right now. */
const looksAt = async (actorId: string, { subject, projectId }: Notification, now: Date) =>
  (await db()
    .collection(presenceCollection.name)
    .findOne({
      'entry.entityId': subject.id,
      'entry.projectId': projectId,
      'entry.user.id': actorId,
      until: { $gt: now },
    })) !== null;

/** Recipient and notification of a push; null if it is obsolete. */
async function loadAbout(push: Push): Promise<{ user: User; row: Notification | null } | null> {
  const [user, row] = await Promise.all([
    users().findOne({ _id: push.userId, disabled: { $ne: true } }),
    push.notificationId ? notifications().findOne({ _id: push.notificationId }) : null,
  ]);
  if (!user || (push.notificationId && (!row || row.readAt))) return null;
  const place = await loadPlace(push, row);
  if (!place || (row && (await looksAt(place.actorId, row, clockNow())))) return null;
  return { user, row };
}

type Outcome = 'sent' | 'gone' | 'refused' | 'short' | 'later';
const outcomeOf = (status: number): Outcome => {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  if (status === 413) return 'short';
  return status === 0 || status === 429 || status >= 500 ? 'later' : 'refused';
};

async function settle(push: Push, device: Installation, outcome: Outcome): Promise<void> {
  pushesSent.add({ result: outcome });
  const done = () => pushes().updateOne({ _id: push._id, at: push.at }, { $addToSet: { sent: device._id } });
  if (outcome === 'gone') await installations().deleteOne({ _id: device._id });
  if (outcome === 'sent') {
    pushSeconds.observe({}, Math.max(0, clockMs() - push.at.getTime()) / 1000);
    await done();
    await installations().updateOne({ _id: device._id }, { $set: { failures: 0, lastSentAt: clockNow() } });
  }
  if (outcome !== 'refused' && outcome !== 'short') return;
  await done();
  const after = await installations().findOneAndUpdate(
    { _id: device._id },
    { $inc: { failures: 1 } },
    { returnDocument: 'after' },
  );
  if (after && after.failures >= GIVEN_UP) await installations().deleteOne({ _id: device._id });
}

/** Sends to one browser; if the body is too large, again with a short one. */
async function sendTo(push: Push, device: Installation, about: { user: User; row: Notification | null }, keys: Vapid) {
  const options = { ttl: ttlOf(about.row), urgency: urgencyOf(about.row) };
  const hand = async (short: boolean): Promise<Answer> =>
    handOver(device, await loadPayload(push, about.row, about.user, device, short), options, keys);
  let answer = await hand(false);
  if (answer.status === 413) answer = await hand(true);
  const outcome = outcomeOf(answer.status);
  if (outcome === 'refused') log.warn({ status: answer.status, installation: device._id }, 'a push was refused');
  await settle(push, device, outcome);
  return { outcome, retryAfter: answer.retryAfter };
}

/** Time of the next attempt; null if the push would be too late. */
function againAt(push: Push, row: Notification | null, waits: readonly (number | null)[]): Date | null {
  const waited = waits.filter(wait => wait !== null);
  const pause = waited.length > 0 ? Math.max(...waited) : PAUSES[Math.min(push.tries, PAUSES.length) - 1];
  const at = clockMs() + (pause ?? 600) * 1000;
  return at < push.at.getTime() + ttlOf(row) * 1000 ? new Date(at) : null;
}

async function send(push: Push, keys: Vapid): Promise<void> {
  const same = { _id: push._id, at: push.at };
  const about = await loadAbout(push);
  if (about) {
    const devices = await installations()
      .find({ userId: push.userId, _id: { $nin: push.sent } })
      .toArray();
    const results = await Promise.all(devices.map(device => sendTo(push, device, about, keys)));
    const later = results.filter(result => result.outcome === 'later');
    const again =
      later.length > 0
        ? againAt(
            push,
            about.row,
            later.map(outcome => outcome.retryAfter),
          )
        : null;
    if (again) {
      await pushes().updateOne(same, { $set: { dueAt: again } });
      setTimeout(pushSoon, again.getTime() - clockMs() + 20).unref();
      return;
    }
  }
  // A push replaced meanwhile stays in the queue.
  await pushes().deleteOne(same);
}

/** Takes due pushes, at most as many as are sent concurrently. Each is taken by one server. */
async function takeDue(now: Date, done: readonly string[]): Promise<Push[]> {
  const taken: Push[] = [];
  while (taken.length < AT_ONCE) {
    const push = await pushes().findOneAndUpdate(
      { dueAt: { $lte: now }, _id: { $nin: [...done, ...taken.map(row => row._id)] } },
      { $set: { dueAt: new Date(clockMs() + HELD_MS) }, $inc: { tries: 1 } },
      { sort: { dueAt: 1 }, returnDocument: 'after' },
    );
    if (!push) break;
    taken.push(push);
  }
  return taken;
}

/** Sends due pushes and returns how many were attempted. Safe on several servers at once. */
export async function sendPushes(now = clockNow()): Promise<number> {
  if (!vapid) return 0;
  const keys = vapid;
  // Failed pushes of this run wait for the next one.
  const tried: string[] = [];
  for (let due = await takeDue(now, tried); due.length > 0; due = await takeDue(now, tried)) {
    tried.push(...due.map(push => push._id));
    const people = Map.groupBy(due, push => push.userId);
    // Pushes of one person are sent in sequence.
    await Promise.all(
      [...people.values()].map(async person => {
        for (const push of person) await send(push, keys);
      }),
    );
  }
  return tried.length;
}

const going = soon('the queue of pushes', () => 50 + Math.random() * 100, sendPushes);
/** Sends due pushes in the background; called for each event of a new notification. */
export const pushSoon = going.ask;
/** Waits for pushes being sent. Called at stop. */
export const endPush = going.end;
