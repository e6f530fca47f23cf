import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { type SyncError, syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Collection, db, type Session } from '../../../kit/database/database.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { type Change, retryOnConflict, save } from '../../../kit/store/save.ts';
import type { Voucher } from './protocol.ts';

interface Sent {
  _id: string;
  projectId: string;
  voucher: Voucher;
}
/** Exact vouchers as sent: codes may have changed since. */
export const sentCollection: Collection = { name: 'sync-sent', indexes: [{ key: { projectId: 1 } }] };
const sent = () => db().collection<Sent>(sentCollection.name);

export async function keepSent(projectId: string, _id: string, voucher: Voucher, session: Session): Promise<void> {
  await sent().updateOne({ _id, projectId }, { $set: { voucher } }, { upsert: true, session });
}
export const loadSent = async (projectId: string, ids: readonly string[]): Promise<Map<string, Voucher>> =>
  new Map(
    (
      await sent()
        .find({ projectId, _id: { $in: [...ids] } })
        .toArray()
    ).map(({ _id, voucher }) => [_id, voucher]),
  );

/** Sync rows of the documents that cancellation rows reverse, by document id. */
export const loadOriginals = async (
  ctx: Pick<Ctx, 'projectId'>,
  rows: readonly Doc<typeof syncReceipt>[],
): Promise<Map<string, Doc<typeof syncReceipt>>> =>
  new Map(
    (
      await records(syncReceipt).find(ctx, {
        documentId: { $in: rows.flatMap(({ documentId }) => documentId ?? []) },
        documentKind: { $ne: 'CANCELLATION' },
      })
    ).map(row => [row.documentId ?? '', row]),
  );

type Set = Partial<Doc<typeof syncReceipt>>;
export const CLEAN = { errorCode: null, errorText: null, hasError: false, nextAt: null } as const;
/** Claimed by a run with unknown outcome: the voucher may exist in the accounting software. */
export const UNSETTLED = { status: 'PENDING', hasError: { $ne: true }, nextAt: null } as const;
export const isUnsettled = ({ status, hasError, nextAt, runId }: Doc<typeof syncReceipt>): boolean =>
  status === 'PENDING' && hasError !== true && !nextAt && runId !== null;
/** Minutes until a call without answer is retried; the last value repeats. */
const AGAIN = [1, 5, 15, 60] as const;
const MOST_TRIES = 24;

/** Returns when a row is retried automatically, or null once the tries are used up. */
export function againAt(now: Date, attempts: number): Date | null {
  if (attempts >= MOST_TRIES) return null;
  return new Date(now.getTime() + (AGAIN[Math.min(attempts, AGAIN.length) - 1] ?? 60) * MINUTE_MS);
}

export const failedBy = (errorCode: SyncError, errorText: string): Set => ({
  errorCode,
  errorText: errorText.slice(0, 500),
  hasError: true,
  nextAt: null,
});

/** Updates rows from their current state, retrying on version conflicts; removed rows are skipped. */
export async function settleRows(
  ctx: Ctx,
  ids: readonly string[],
  set: (fresh: Doc<typeof syncReceipt>) => Set | null,
  also?: (session: Session) => Promise<void>,
): Promise<void> {
  if (ids.length === 0) return;
  await retryOnConflict(async () => {
    const rows = await records(syncReceipt).find(ctx, { _id: { $in: [...ids] } });
    const changes = rows.flatMap((doc): Change[] => {
      const values = set(doc);
      if (!values) return [];
      const still = { touched: doc.touched, status: doc.status };
      const update = { doc, set: values, keepVersion: true, inc: { version: 1 }, while: still };
      return [{ definition: syncReceipt, action: 'settle', update }];
    });
    const [first, ...others] = changes;
    if (first) await save({ ...ctx, once: null }, [{ ...first, ...(also && { also }) }, ...others]);
  });
}

/** Values of a row whose voucher was accepted; a document that changed while being sent stays marked as changed. */
export function acceptedValues(
  fresh: Doc<typeof syncReceipt>,
  before: Doc<typeof syncReceipt>,
  document: { id: string; code: string },
  hash: string,
  now: Date,
): Set {
  const there = {
    foreignId: document.id,
    foreignCode: document.code,
    sentHash: hash,
    sentAt: now,
    attempts: fresh.attempts + 1,
  };
  if (fresh.cancelled === true) return there;
  if (fresh.touched === before.touched) return { ...there, ...CLEAN, status: 'SUCCESS' };
  return { ...there, ...CLEAN, status: 'CHANGED', edition: fresh.edition + 1 };
}
