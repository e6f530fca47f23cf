import type { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { words } from '../../../kit/base/messages.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { silenceOf } from '../access.ts';
import { hashOf, keyOf, type NotSent, prepare } from '../codes/voucher.ts';
import { type Held, type Line, NoAnswer, Refused, type Voucher } from './protocol.ts';
import {
  acceptedValues,
  againAt,
  CLEAN,
  failedBy,
  isUnsettled,
  keepSent,
  loadOriginals,
  settleRows,
} from './settle.ts';

export interface Outcome {
  sent: number;
  failed: number;
  /** Why the accounting software is unreachable; nothing more is tried in this run then. */
  gone: string | null;
}
type SendOutcome = { id: string; code: string } | { words: string } | null;

export const wordsOf = (ctx: Ctx, { code, what }: NotSent): string => words(ctx, code, { code: what });

/** Claims rows for a run, so that later changes to a document see it as being sent. */
const claim = (ctx: Ctx, runId: string, ids: readonly string[]) =>
  settleRows(ctx, ids, fresh => ({
    runId,
    askedById: null,
    ...(fresh.cancelled !== true && { status: 'PENDING' }),
  }));

const waits = (ctx: Ctx, fresh: Doc<typeof syncReceipt>, why: string) => {
  const attempts = fresh.attempts + 1;
  return { ...failedBy('ACCOUNTING_NO_ANSWER', why), attempts, nextAt: againAt(ctx.now, attempts) };
};

/** Sends vouchers; those whose earlier attempt got no answer are first looked up by key. */
async function sendAll(ctx: Ctx, line: Line, vouchers: readonly Voucher[], unsure: ReadonlySet<string>) {
  const outcomes = new Map<string, SendOutcome>();
  const there = (held: readonly Held[]) => {
    for (const { key, id, code } of held) outcomes.set(key, { id, code });
  };
  let gone: string | null = null;
  try {
    there(await line.lookUp(vouchers.map(({ key }) => key).filter(key => unsure.has(key))));
    const rest = vouchers.filter(({ key }) => !outcomes.has(key));
    if (rest.length > 0) for (const { key, ...outcome } of await line.send(rest)) outcomes.set(key, outcome);
  } catch (error) {
    if (error instanceof Refused)
      for (const { key } of vouchers) outcomes.set(key, outcomes.get(key) ?? { words: error.message });
    else if (error instanceof NoAnswer) {
      gone = silenceOf(ctx, error.message);
      try {
        there(await line.lookUp(vouchers.map(({ key }) => key)));
        gone = null;
      } catch (again) {
        if (!(again instanceof NoAnswer || again instanceof Refused)) throw again;
      }
    } else throw error;
  }
  return { told: outcomes, gone };
}

/** Sends rows in their order. */
export async function sendRows(
  ctx: Ctx,
  line: Line,
  base: string,
  runId: string,
  rows: readonly Doc<typeof syncReceipt>[],
): Promise<Outcome> {
  const forward = rows.filter(({ documentKind }) => documentKind !== 'CANCELLATION');
  const unsure = new Set(
    forward.filter(row => row.errorCode === 'ACCOUNTING_NO_ANSWER' || isUnsettled(row)).map(keyOf),
  );
  await claim(
    ctx,
    runId,
    rows.map(({ _id }) => _id),
  );
  const prepared = await prepare(ctx, base, forward);
  const errors = new Map(prepared.flatMap(item => ('error' in item ? [[item.row._id, item.error] as const] : [])));
  await settleRows(ctx, [...errors.keys()], fresh => {
    const error = errors.get(fresh._id);
    if (!error || fresh.cancelled === true) return null;
    const nextAt = error.code === 'ACCOUNTING_WAITS' ? againAt(ctx.now, 1) : null;
    return { ...failedBy(error.code, wordsOf(ctx, error)), nextAt };
  });
  const ready = prepared.flatMap(item => ('voucher' in item ? [item] : []));
  const { told: outcomes, gone } =
    ready.length > 0
      ? await sendAll(
          ctx,
          line,
          ready.map(({ voucher }) => voucher),
          unsure,
        )
      : { told: new Map<string, SendOutcome>(), gone: null };
  const by = new Map(ready.map(item => [item.row._id, item]));
  const got = (id: string) => outcomes.get(by.get(id)?.voucher.key ?? '') ?? null;
  let sent = 0;
  for (const { row } of ready) if (isThere(got(row._id))) sent += 1;
  await settleRows(
    ctx,
    [...by.keys()],
    fresh => {
      const item = by.get(fresh._id);
      const answer = got(fresh._id);
      if (!item) return null;
      if (isThere(answer)) return acceptedValues(fresh, item.row, answer, hashOf(item.voucher), ctx.now);
      if (fresh.cancelled === true) return null;
      if (!answer) return waits(ctx, fresh, gone ?? silenceOf(ctx, 'missing'));
      return { ...failedBy('ACCOUNTING_SYSTEM_ERROR', answer.words), attempts: fresh.attempts + 1 };
    },
    async session => {
      for (const { row, voucher } of ready)
        if (isThere(got(row._id))) await keepSent(ctx.projectId, row._id, voucher, session);
    },
  );
  const back = gone
    ? { sent: 0, failed: 0 }
    : await takeBack(
        ctx,
        line,
        rows.filter(row => !forward.includes(row)),
      );
  return { sent: sent + back.sent, failed: forward.length - sent + back.failed, gone };
}

const isThere = (outcome: SendOutcome): outcome is { id: string; code: string } => outcome !== null && 'id' in outcome;

/** Reverses cancelled documents in the accounting software. */
async function takeBack(
  ctx: Ctx,
  line: Line,
  rows: readonly Doc<typeof syncReceipt>[],
): Promise<Pick<Outcome, 'sent' | 'failed'>> {
  let sent = 0;
  const originals = await loadOriginals(ctx, rows);
  for (const row of rows) {
    const original = originals.get(row.documentId ?? '');
    const done = async (document: { id: string; code: string } | null) => {
      sent += 1;
      const there = document ? { foreignId: document.id, foreignCode: document.code, sentAt: ctx.now } : {};
      await settleRows(ctx, [row._id], fresh => ({
        ...there,
        ...CLEAN,
        status: 'SYNCED',
        verifiedAt: ctx.now,
        attempts: fresh.attempts + 1,
      }));
      if (original) await settleRows(ctx, [original._id], () => ({ ...CLEAN, status: 'SYNCED', verifiedAt: ctx.now }));
    };
    try {
      // A document cancelled while being sent may have arrived all the same.
      const [held] = original && !original.foreignId ? await line.lookUp([keyOf(original)]) : [];
      const id = original?.foreignId ?? held?.id ?? '';
      const reversal = { key: keyOf(row), date: todayOf(ctx), reason: row.documentCode ?? '' };
      await done(id ? await line.reverse(id, reversal) : null);
    } catch (error) {
      if (error instanceof NoAnswer)
        await settleRows(ctx, [row._id], fresh => waits(ctx, fresh, silenceOf(ctx, error.message)));
      else if (error instanceof Refused)
        await settleRows(ctx, [row._id], () => failedBy('ACCOUNTING_SYSTEM_ERROR', error.message));
      else throw error;
    }
  }
  return { sent, failed: rows.length - sent };
}
