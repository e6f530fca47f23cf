import { type Collection, db } from '../database/database.ts';
import { mails } from './queue.ts';

/** Interval of attempts to sign in to the mail server again. */
const PROBE_MS = 60_000;
/** Mails are sent again once there was no refusal for this long. */
const PAST_MS = 2 * PROBE_MS;

interface MailStop {
  _id: 'EMAIL';
  since: Date;
  /** Time of the latest refusal. */
  at: Date;
  /** Error codes of the latest refusal: `EAUTH 535`. */
  reason: string;
}
export const mailStopCollection: Collection = { name: 'mail-stops', indexes: [] };
const stops = () => db().collection<MailStop>(mailStopCollection.name);

/** Whether the mail server refused our sign-in, which is an error of the settings, not of the mail. */
export const isSignInRefused = (reason: string): boolean => /\bEAUTH\b/.test(reason);

/** Stops the channel: all mails wait while one of them is retried each minute. SMS are not affected. */
export async function stopMails(reason: string, now: Date): Promise<void> {
  const isGoingOn = { $gt: ['$at', new Date(now.getTime() - PAST_MS)] };
  await stops().updateOne(
    { _id: 'EMAIL' },
    [{ $set: { since: { $cond: [isGoingOn, '$since', now] }, at: now, reason } }],
    { upsert: true },
  );
  const dueAt = new Date(now.getTime() + PROBE_MS);
  const waiting = { state: 'waiting', domain: { $type: 'string' }, dueAt: { $lt: dueAt } } as const;
  await mails().updateMany(waiting, { $set: { dueAt } });
}

/** Returns since when the mail server refuses our sign-in, and the error codes; null if mails are being sent. */
export async function loadMailStop(now: Date): Promise<Pick<MailStop, 'since' | 'reason'> | null> {
  return stops().findOne(
    { _id: 'EMAIL', at: { $gt: new Date(now.getTime() - PAST_MS) } },
    { projection: { since: 1, reason: 1 } },
  );
}
