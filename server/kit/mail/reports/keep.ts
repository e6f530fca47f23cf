import { type Collection, db } from '../../database/database.ts';
import { mails } from '../queue.ts';
import { refusedAs } from '../refused.ts';
import type { Report } from '../report.ts';
import { mailChanged } from '../send.ts';
import { suppress } from '../suppressed.ts';

/** Id of an event that was processed, so that repeated deliveries are ignored. */
interface Seen {
  _id: string;
  at: Date;
}

const KEPT_S = 90 * 24 * 3600;
export const reportCollection: Collection = {
  name: 'mailReports',
  indexes: [{ key: { at: 1 }, options: { expireAfterSeconds: KEPT_S } }],
};

/** Records an event. Returns whether it is the first delivery. */
export async function isNew(id: string, at: Date): Promise<boolean> {
  const seen = db().collection<Seen>(reportCollection.name);
  const { upsertedCount } = await seen.updateOne({ _id: id }, { $setOnInsert: { at } }, { upsert: true });
  return upsertedCount > 0;
}

/** Severity of outcomes: a report replaces only less severe ones. */
const RANK = { delivered: 1, opened: 2, clicked: 3, unsubscribe: 4, reject: 5, bounce: 6, complaint: 7 } as const;

/** Stores the report of a mail or short message. Returns whether it was new. */
export async function keepReport({ mailId, outcome, code, price }: Report, at: Date): Promise<boolean> {
  const better = (Object.keys(RANK) as (keyof typeof RANK)[]).filter(other => RANK[other] >= RANK[outcome]);
  const report = { outcome, code, at, told: false, ...(price !== undefined && { price }) };
  const row = await mails().findOneAndUpdate(
    { _id: mailId, state: 'sent', 'report.outcome': { $nin: better } },
    { $set: { report } },
  );
  if (!row) return false;
  if (row.to && outcome === 'complaint') await suppress(row, 'COMPLAINT', code, at);
  if (row.to && outcome === 'bounce' && isForGood(code)) await suppress(row, 'BOUNCE', code, at);
  mailChanged(row.kind);
  return true;
}

/** Whether the mailbox does not exist, as opposed to a full one that will be emptied. */
const isForGood = (code: string | null): boolean => !code || refusedAs(code) === 'NON_EXISTENT_ADDRESS';
