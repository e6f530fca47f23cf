import { idSchema } from '@lobby/shared/kit/schema.ts';
import { SYNC_KINDS } from '@lobby/shared/modules/sync-kinds.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import {
  syncDay,
  syncErrorGroups,
  syncPreview,
  syncRunRows,
  syncSummary,
} from '@lobby/shared/modules/sync-run.contract.ts';
import { syncRun } from '@lobby/shared/modules/sync-run.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import type { Action, ActionsOf } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { assertNotLocked, lockedTo } from '../lock-date/index.ts';
import { activeConnection, callAccounting, lineTo } from './access.ts';
import { keyOf, prepare, reverseLines } from './codes/voucher.ts';
import { askSync, beginRun } from './run/run.ts';
import { wordsOf } from './run/send.ts';
import { CLEAN, loadOriginals, loadSent } from './run/settle.ts';
import { loadHeld, sameAmounts, verificationOf } from './run/verify.ts';

/** Queues a document for sending; refused at once if something that it needs is missing. */
const sync: Action<typeof syncReceipt, 'sync'> = async (ctx, doc) => {
  const connection = await activeConnection(ctx.projectId);
  if (doc.documentKind === 'ADVANCE' && ctx.project.features.ADVANCE_PAYMENT_SYNC !== true) fail('NOTHING_TO_SYNC');
  if (doc.cancelled === true) fail('RECEIPT_INVALID', { code: doc.documentCode });
  if (doc.documentKind !== 'CANCELLATION') {
    const [prepared] = await prepare(ctx, connection.baseUnitCode, [doc]);
    if (prepared && 'error' in prepared && prepared.error.code !== 'ACCOUNTING_WAITS')
      fail(prepared.error.code, { code: prepared.error.what });
  }
  const again = doc.status === 'OUT_OF_SYNC' ? { edition: doc.edition + 1, difference: [] } : {};
  return { set: { ...CLEAN, ...again, nextAt: ctx.now, askedById: ctx.employeeId }, also: async () => askSync() };
};

/** Compares a sent document with the voucher in the accounting software. */
const verify: Action<typeof syncReceipt, 'verify'> = async (ctx, doc) => {
  const connection = await activeConnection(ctx.projectId);
  if (doc.cancelled === true || doc.documentKind === 'CANCELLATION') return { set: { verifiedAt: ctx.now } };
  const sent = await loadSent(ctx.projectId, [doc._id]);
  const held = await callAccounting(ctx, 'verify', () => loadHeld(connection, sent));
  const voucher = sent.get(doc._id);
  return { set: verificationOf(doc, voucher, voucher && held.get(voucher.key), ctx.now) };
};

/** Removes a document from the books of the accounting software. */
const withdraw: Action<typeof syncReceipt, 'withdraw'> = async (ctx, doc) => {
  const connection = await activeConnection(ctx.projectId);
  const what = doc.documentKind === 'BILL' ? 'receivable' : 'transaction';
  if (doc.accountingDate && (await lockedTo(ctx, what)))
    await assertNotLocked(ctx, what, doc.accountingDate, { document: doc.documentCode });
  // A trial run leaves the accounting software unchanged.
  if (!ctx.trial)
    await callAccounting(ctx, 'withdraw', async () =>
      (await lineTo(connection)).remove(doc.foreignId ?? '', doc.documentCode ?? ''),
    );
  const gone = { foreignId: null, foreignCode: null, sentAt: null, verifiedAt: null, difference: [] };
  return { set: { ...gone, ...CLEAN, edition: doc.edition + 1 } };
};

/** Accepts the accounting software's version if no amounts differ. */
const acceptTheirs: Action<typeof syncReceipt, 'accept-theirs'> = (ctx, doc) => {
  if (!sameAmounts(doc.difference)) fail('ACCOUNTING_AMOUNT_DIFFERS');
  return { set: { verifiedAt: ctx.now } };
};

export const receiptActs = { sync, verify, withdraw, 'accept-theirs': acceptTheirs } satisfies ActionsOf<
  typeof syncReceipt
>;
export const runActs = { cancel: ctx => ({ set: { endedAt: ctx.now } }) } satisfies ActionsOf<typeof syncRun>;

function assertPeriod({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  if (from && to && to < from) failFields({ to: { code: 'DATE_INVALID' } });
}

const summary = route(syncSummary, {
  flags: ['aggregate'],
  async run({ projectId }, { query: { from, to } }) {
    assertPeriod({ from, to });
    const within = from || to ? { accountingDate: { ...(from && { $gte: from }), ...(to && { $lte: to }) } } : {};
    const groups = await records(syncReceipt).aggregate<{
      _id: { documentKind: never; status: string };
      count: number;
      amount: number;
    }>({ projectId }, { ...within }, [
      {
        $group: {
          _id: { documentKind: '$documentKind', status: '$status' },
          count: { $sum: 1 },
          amount: { $sum: '$amount' },
        },
      },
      { $sort: { '_id.documentKind': 1, '_id.status': 1 } },
    ]);
    return groups.map(({ _id, count, amount }) => ({ ..._id, count, amount }));
  },
});

/** Reversing vouchers: the sent lines with debit and credit swapped; no lines if the document was never sent. */
async function loadReversals(ctx: Ctx, rows: readonly Doc<typeof syncReceipt>[]) {
  const originals = await loadOriginals(ctx, rows);
  const sent = await loadSent(
    ctx.projectId,
    [...originals.values()].map(({ _id }) => _id),
  );
  return rows.map(row => {
    const voucher = sent.get(originals.get(row.documentId ?? '')?._id ?? '');
    const lines = reverseLines(voucher?.lines ?? []);
    return { id: row._id, documentCode: row.documentCode, key: keyOf(row), error: null, lines };
  });
}

const preview = route(syncPreview, {
  flags: ['read'],
  async run(ctx, { body: { ids } }) {
    const rows = await records(syncReceipt).find(ctx, { _id: { $in: ids } });
    const connection = await activeConnection(ctx.projectId);
    const isBack = ({ documentKind }: Doc<typeof syncReceipt>) => documentKind === 'CANCELLATION';
    const forward = rows.filter(row => !isBack(row));
    const sent = (await prepare(ctx, connection.baseUnitCode, forward)).map(item => {
      const about = { id: item.row._id, documentCode: item.row.documentCode ?? null };
      return 'voucher' in item
        ? { ...about, key: item.voucher.key, error: null, lines: item.voucher.lines }
        : { ...about, key: null, error: { code: item.error.code, text: wordsOf(ctx, item.error) }, lines: [] };
    });
    return [...sent, ...(await loadReversals(ctx, rows.filter(isBack)))];
  },
});

const run = route({
  method: 'post',
  path: syncRun.path,
  summary: 'Send what waits, of chosen kinds, days or documents',
  module: syncReceipt.code,
  flags: ['sync'],
  body: z.strictObject({
    kinds: z.array(z.enum(SYNC_KINDS)).max(6).optional(),
    from: syncDay.optional(),
    to: syncDay.optional(),
    ids: z.array(idSchema).min(1).max(1000).optional(),
  }),
  status: 202,
  answer: z.object({ id: z.string() }),
  async run(ctx, { body }) {
    assertPeriod(body);
    const connection = await activeConnection(ctx.projectId);
    const { _id } = await beginRun(ctx, connection, { by: 'MANUAL', ...body });
    return { id: _id };
  },
});

const MOST_OF_RUN = 500;
/** Rows that a run attempted, failures first. */
const runRows = route(syncRunRows, {
  flags: ['read'],
  async run(ctx, { params: { id } }) {
    const { _id: runId } = await load(ctx, syncRun, id);
    const [count, rows] = await Promise.all([
      records(syncReceipt).count(ctx, { runId }),
      records(syncReceipt).find(
        ctx,
        { runId },
        { sort: { hasError: -1, accountingDate: 1, _id: 1 }, limit: MOST_OF_RUN },
      ),
    ]);
    return {
      count,
      rows: rows.map(row => ({
        id: row._id,
        documentKind: row.documentKind ?? 'BILL',
        documentCode: row.documentCode,
        amount: row.amount,
        status: row.status,
        foreignCode: row.foreignCode,
        errorCode: row.errorCode,
        errorText: row.errorText,
      })),
    };
  },
});

const errorGroups = route(syncErrorGroups, {
  flags: ['read'],
  async run({ projectId }) {
    const groups = await records(syncReceipt).aggregate<{ _id: never; count: number }>(
      { projectId },
      { status: 'PENDING', hasError: true },
      [{ $group: { _id: '$errorCode', count: { $sum: 1 } } }, { $sort: { count: -1, _id: 1 } }],
    );
    return groups.map(({ _id, count }) => ({ errorCode: _id, count }));
  },
});

export const receiptCalls: readonly Route[] = [summary, errorGroups, preview, run, runRows];
