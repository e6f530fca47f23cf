import { z } from 'zod';
import { fail } from '../../base/errors.ts';
import { type Collection, db } from '../../database/database.ts';
import { type Route, route } from '../../http/route.ts';
import { mails } from '../queue.ts';
import { LARGEST_REPORT, type Report, readReport } from '../report.ts';
import { mailChanged } from '../send.ts';
import { suppress } from '../suppressed.ts';
import { readSignature } from './signature.ts';

/** A signature that came true once: what is recorded and sent again is nothing new. */
interface Seen {
  _id: string;
  at: Date;
}

export const reportCollection: Collection = {
  name: 'mailReports',
  indexes: [{ key: { at: 1 }, options: { expireAfterSeconds: 24 * 3600 } }],
};

let secret: string | null = null;
/** Sets what senders of reports sign with; without it no report is taken. */
export function useReportSecret(next: string | null): void {
  secret = next;
}

const event = z.strictObject({
  mailId: z.string().regex(/^[0-9a-f]{24}$/),
  outcome: z.enum(['delivered', 'bounce', 'complaint', 'reject', 'unsubscribe']),
  code: z.string().max(20).nullish(),
});

/** An event as providers and gateways tell it, or a report as mailboxes get it. */
function reportIn(payload: string): Report | null {
  let told: unknown;
  try {
    told = JSON.parse(payload);
  } catch {
    return readReport(payload);
  }
  const read = event.safeParse(told);
  return read.success ? { ...read.data, code: read.data.code ?? null } : null;
}

/** What is worse than what was known replaces it. */
const RANK = { delivered: 1, unsubscribe: 2, reject: 3, bounce: 4, complaint: 5 } as const;

/** Writes down what came of a mail; answers whether it was news. */
async function keep({ mailId, outcome, code }: Report, at: Date): Promise<boolean> {
  const better = (Object.keys(RANK) as (keyof typeof RANK)[]).filter(one => RANK[one] >= RANK[outcome]);
  const row = await mails().findOneAndUpdate(
    { _id: mailId, state: 'sent', 'report.outcome': { $nin: better } },
    { $set: { report: { outcome, code, at, told: false } } },
  );
  if (!row) return false;
  const forGood = outcome === 'bounce' ? !code?.startsWith('4') && code !== '5.2.2' : outcome === 'complaint';
  if (row.to && forGood) await suppress(row.to, outcome === 'complaint' ? 'COMPLAINT' : 'BOUNCE', at);
  mailChanged(row.kind);
  return true;
}

/** `POST /emails/reports`: bounces, complaints and receipts, from a provider, a gateway or the mailbox that they come to. */
export const reportRoutes: Route[] = [
  route({
    method: 'post',
    path: '/emails/reports',
    module: 'AUTH',
    summary:
      'Take a signed report of what came of a mail or short message: an event as JSON, or a report as it was mailed',
    audience: 'public',
    pace: 'work',
    body: z.strictObject({
      signature: z.string().max(100),
      payload: z.string().min(2).max(LARGEST_REPORT),
    }),
    answer: z.object({ taken: z.boolean() }),
    async run(ctx, { body: { signature, payload } }) {
      const known = secret ? readSignature(secret, signature, payload, ctx.now) : null;
      if (!known) return fail('LINK_NOT_VALID');
      const seen = db().collection<Seen>(reportCollection.name);
      const first = await seen.updateOne({ _id: known }, { $setOnInsert: { at: ctx.now } }, { upsert: true });
      const report = first.upsertedCount > 0 ? reportIn(payload) : null;
      return { taken: report ? await keep(report, ctx.now) : false };
    },
  }),
];
