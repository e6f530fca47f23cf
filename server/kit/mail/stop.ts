import { type Collection, db } from '../database/database.ts';
import { mails } from './queue.ts';

/** How often a mail tries whether the server takes our sign-in again. */
const PROBE_MS = 60_000;
/** Without a refusal for this long, mails go out again. */
const PAST_MS = 2 * PROBE_MS;

interface MailStop {
  _id: 'EMAIL';
  since: Date;
  /** The latest refusal. */
  at: Date;
  /** Its codes: `EAUTH 535`. */
  reason: string;
}
export const mailStopCollection: Collection = { name: 'mail-stops', indexes: [] };
const stops = () => db().collection<MailStop>(mailStopCollection.name);

/** Whether the mail server refused our sign-in: a fault of the settings, not of the mail. */
export const isSignInRefused = (reason: string): boolean => /\bEAUTH\b/.test(reason);

/** Stops the channel: all mails wait, and one of them tries again in a minute. Short messages go on. */
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

/** Since when no mail goes out because the mail server refuses our sign-in, and its codes; null: they go out. */
export async function loadMailStop(now: Date): Promise<Pick<MailStop, 'since' | 'reason'> | null> {
  return stops().findOne(
    { _id: 'EMAIL', at: { $gt: new Date(now.getTime() - PAST_MS) } },
    { projection: { since: 1, reason: 1 } },
  );
}
