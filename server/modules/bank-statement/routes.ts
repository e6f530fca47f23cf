import { isBalanced, isSameAccount, isUnreadable, type Statement } from '@lobby/shared/billing/statement/statement.ts';
import type { Mapping } from '@lobby/shared/billing/statement/table.ts';
import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import {
  bankBalances,
  matchAgain,
  previewStatement,
  statementQuery,
} from '@lobby/shared/modules/bank-statement.contract.ts';
import { BANK_STATEMENT, bankStatement, bankStatementLine, MOST_OTHERS } from '@lobby/shared/modules/bank-statement.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { route } from '../../kit/http/route.ts';
import { build } from '../../kit/records/records.ts';
import { loadDetail } from '../../kit/serve.ts';
import { keepAnswer, stored } from '../../kit/store/idempotency.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { retryOnConflict, save } from '../../kit/store/save.ts';
import { findFund } from './booking.ts';
import { judgeLines, postFile, postWaiting, secondIsLater, storeLines } from './import.ts';
import { matchLines } from './matching.ts';
import { findMovements, type Movement, onceEach } from './movements.ts';
import { keepMapping, mappingSchema } from './profile.ts';
import { type ReadFile, readFile } from './read-file.ts';
import { sampleRoute } from './sample.ts';

/** Maximum rows of the table, and lines, in a preview. */
const MOST_SHOWN = 300;

function mappingOf(text: string | undefined): Mapping | null {
  if (!text) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return failFields({ mapping: { code: 'INVALID' } });
  }
  const read = mappingSchema.safeParse(json);
  return read.success ? read.data : failFields({ mapping: { code: 'INVALID' } });
}

async function readUpload(
  ctx: Ctx,
  {
    query: { bankAccountId, mapping },
    req,
    res,
  }: {
    query: z.infer<typeof statementQuery>;
    req: Request;
    res: Response;
  },
) {
  const account = await records(bankAccount).get(ctx, bankAccountId);
  if (!account) return failFields({ bankAccountId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  const [file] = Array.isArray(req.files) ? req.files : [];
  if (!file) return failFields({ files: { code: 'REQUIRED' } });
  const left = new AbortController();
  res.once('close', () => left.abort());
  const given = mappingOf(mapping);
  const read = await readFile(ctx, { body: file.buffer, account, given, signal: left.signal });
  const fileName = Buffer.from(file.originalname, 'latin1').toString('utf8').slice(0, 200) || 'statement';
  return { account, read, given, fileName };
}

/** Whether the file names another account than the selected one. */
const isOther = ({ accountNumber }: Doc<typeof bankAccount>, { account }: Statement): boolean =>
  account !== null && !isSameAccount(account, '') && !isSameAccount(account, accountNumber);

/** Whether opening balance, movements and closing balance of a statement agree. */
const addsUp = (statement: Statement, movements: readonly Movement[]): boolean =>
  isBalanced({ ...statement, lines: onceEach(movements).map(({ line }) => line) });

/** Line counts of a file by outcome; the six add up to `lines`. */
function countsOf({ count, statement }: ReadFile, movements: readonly Movement[]) {
  const of = (wanted: (movement: Movement) => boolean) => movements.filter(wanted).length;
  const leftOut = statement?.leftOut ?? [];
  return {
    lines: count,
    new: of(({ state, line }) => state === 'NEW' && line.direction === 'IN'),
    out: of(({ state, line }) => state === 'NEW' && line.direction === 'OUT'),
    same: of(({ state }) => state === 'SAME'),
    conflicts: of(({ state }) => state === 'CONFLICT'),
    unreadable: leftOut.filter(isUnreadable).length,
    leftOut: leftOut.filter(line => !isUnreadable(line)).length,
  };
}

const preview = route(previewStatement, {
  flags: ['write'],
  upload: true,
  async run(ctx, input) {
    const { account, read } = await readUpload(ctx, input);
    const { format, rows, mapping, statement } = read;
    const lines = statement?.lines ?? [];
    const movements = await findMovements(ctx, account._id, lines);
    const fresh = movements.filter(({ state }) => state !== 'SAME');
    const judged = await judgeLines(ctx, account._id, fresh);
    const judgedOf = new Map(fresh.map(({ id }, n) => [id, judged[n]]));
    const sumOf = (direction: 'IN' | 'OUT') =>
      lines.filter(line => line.direction === direction).reduce((sum, { amount }) => sum + amount, 0);
    return {
      format,
      table: rows?.slice(0, MOST_SHOWN) ?? null,
      mapping,
      isMapped: statement !== null,
      counts: countsOf(read, movements),
      sums: { in: sumOf('IN'), out: sumOf('OUT') },
      account: statement?.account ?? null,
      isOtherAccount: statement !== null && isOther(account, statement),
      opening: statement?.opening ?? null,
      closing: statement?.closing ?? null,
      balanced: statement === null || addsUp(statement, movements),
      lines: movements.slice(0, MOST_SHOWN).map(({ id, line, state, sameAs, mayBe }) => {
        const verdict = judgedOf.get(id);
        const { row, day, direction, amount, content, reference } = line;
        return {
          row,
          day,
          direction,
          amount,
          content,
          reference,
          state,
          sameAs,
          unitId: verdict?.unitId ?? null,
          posts: verdict?.posts ?? false,
          inboxReason: verdict?.inboxReason ?? null,
          mayBe,
          receiptId: verdict?.suggestions.find(suggestion => suggestion.receiptId)?.receiptId ?? null,
        };
      }),
      leftOut: (statement?.leftOut ?? []).slice(0, MOST_SHOWN),
    };
  },
});

const importStatement = route({
  method: 'post',
  path: bankStatement.path,
  summary: 'Take a statement of a bank account in; the same movements twice do nothing',
  module: BANK_STATEMENT,
  flags: ['write'],
  upload: true,
  creates: true,
  query: statementQuery,
  answer: responseSchema(bankStatement, 'detail').extend({
    matched: z.int(),
    /** Progress of booking a long file; null if booking is finished. */
    progressId: z.string().nullable(),
  }),
  async run(ctx, input) {
    const { once } = ctx;
    const before = once && (await stored(once));
    if (before) return before.answer as Awaited<ReturnType<typeof takeFile>>;
    const answer = await retryOnConflict(() => takeFile(ctx, input));
    if (once) await keepAnswer(once, answer, ctx.now);
    return answer;
  },
});

/** Lines of a file that are not stored as new movements, in file order. */
function othersOf({ leftOut }: Statement, movements: readonly Movement[]) {
  const ids = new Set(movements.map(({ id }) => id));
  const same = movements.flatMap(({ state, sameAs, line: { row, day, amount, content } }) => {
    // A line repeated within the file refers to one that is not stored yet.
    const lineId = sameAs && !ids.has(sameAs) ? sameAs : null;
    return state === 'SAME' ? { row, reason: 'KNOWN' as const, lineId, text: [day, amount, content].join(' | ') } : [];
  });
  return [...leftOut.map(line => ({ ...line, lineId: null })), ...same]
    .toSorted((a, b) => a.row - b.row)
    .slice(0, MOST_OTHERS)
    .map(line => ({ ...line, text: line.text.slice(0, 300) || '–' }));
}

async function takeFile(ctx: Ctx, input: Parameters<typeof readUpload>[1]) {
  const { account, read, given, fileName } = await readUpload(ctx, input);
  const { statement, rows, mapping, format, hash } = read;
  if (!statement) return failFields({ mapping: { code: 'STATEMENT_COLUMNS_NEEDED' } }, 'STATEMENT_COLUMNS_NEEDED');
  if (isOther(account, statement))
    failFields(
      { bankAccountId: { code: 'STATEMENT_ACCOUNT_MISMATCH', params: { account: statement.account ?? '' } } },
      'STATEMENT_ACCOUNT_MISMATCH',
    );
  const movements = await findMovements(ctx, account._id, statement.lines);
  if (!addsUp(statement, movements) && input.query.confirmed !== 'true') fail('STATEMENT_BALANCE_MISMATCH');
  if (rows && mapping && given) await keepMapping(ctx, account._id, rows, mapping);
  const before = await records(bankStatement).first(ctx, { bankAccountId: account._id, hash });
  const days = statement.lines.map(({ day }) => day).toSorted();
  const last = [...days, statement.closingOn ?? ''].toSorted().at(-1);
  const doc =
    before ??
    (await build(ctx, bankStatement, {
      fileName,
      bankAccountId: account._id,
      format,
      from: days[0] ?? null,
      to: last || null,
      opening: statement.opening,
      closing: statement.closing,
      ...countsOf(read, movements),
      others: othersOf(statement, movements),
      importedById: ctx.employeeId,
      hash,
    }));
  if (!before)
    await secondIsLater(() =>
      save({ ...ctx, once: null }, [{ definition: bankStatement, action: 'create', insert: doc }]),
    );
  const taken = await storeLines(ctx, account, statement.lines, { channel: 'FILE', statementId: doc._id });
  const posted = await postFile(ctx, taken.docs);
  // Books what an earlier upload of the file stored and did not book.
  if (before) await postWaiting(ctx);
  return {
    ...(await loadDetail(ctx, bankStatement, doc)),
    ...countsOf(read, taken.movements),
    ...posted,
  };
}

const rematch = route(matchAgain, {
  flags: ['write'],
  async run(ctx, { body: { ids, isAll } }) {
    if (!ids && !isAll) failFields({ ids: { code: 'REQUIRED' } });
    const open = await records(bankStatementLine).find(
      ctx,
      { status: { $in: ['UNMATCHED', 'SUGGESTED'] }, ...(ids && { _id: { $in: ids } }) },
      { limit: 500, sort: { bookedOn: -1 } },
    );
    let suggested = 0;
    for (const [bankAccountId, docs] of Map.groupBy(open, line => line.bankAccountId))
      suggested += await suggestAgain(ctx, bankAccountId, docs);
    return { suggested };
  },
});

async function suggestAgain(
  ctx: Ctx,
  bankAccountId: string,
  docs: readonly Doc<typeof bankStatementLine>[],
): Promise<number> {
  const movements = docs.map(
    (doc): Movement => ({
      id: doc._id,
      state: 'NEW',
      key: doc.movementKey ?? '',
      sameAs: null,
      conflictWith: null,
      mayBe: doc.conflictWith,
      reversalOf: doc.reversalOf,
      line: {
        row: 0,
        day: doc.bookedOn,
        time: null,
        direction: doc.direction ?? 'IN',
        amount: doc.amount,
        content: doc.content,
        reference: doc.bankRef,
        virtualAccount: doc.virtualAccount,
        // Stored encrypted; the payer was already matched when the line was stored.
        payerAccount: null,
        payerName: doc.payerName,
        payerBank: doc.payerBank,
        balanceAfter: doc.balanceAfter,
        isReversal: doc.reversalOf !== null,
      },
    }),
  );
  const verdicts = await matchLines(ctx, movements, {
    fundId: await findFund(ctx, bankAccountId),
    today: todayOf(ctx),
  });
  let suggested = 0;
  for (const [n, doc] of docs.entries()) {
    const verdict = verdicts[n];
    if (!verdict || verdict.suggestions.length === 0) continue;
    const { suggestions, unitId, inboxReason } = verdict;
    const set = { suggestions, unitId, inboxReason, status: 'SUGGESTED' };
    const update = { doc, set };
    try {
      await save({ ...ctx, once: null }, [{ definition: bankStatementLine, action: 'update', update }]);
      suggested++;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return suggested;
}

const balances = route(bankBalances, {
  flags: ['read'],
  async run(ctx) {
    const accounts = await records(bankAccount).find(ctx, { active: true }, { only: [] });
    const open = await records(bankStatementLine).aggregate<{
      _id: { account: string; direction: string };
      sum: number;
    }>(ctx, { status: { $in: ['UNMATCHED', 'SUGGESTED'] } }, [
      { $group: { _id: { account: '$bankAccountId', direction: '$direction' }, sum: { $sum: '$amount' } } },
    ]);
    const sumOf = (account: string, direction: string) =>
      open.find(({ _id }) => _id.account === account && _id.direction === direction)?.sum ?? 0;
    return Promise.all(
      accounts.map(async ({ _id }) => {
        const last = await records(bankStatement).first(
          ctx,
          { bankAccountId: _id, closing: { $ne: null } },
          // Sorted by period: a file of earlier days may be uploaded later.
          { sort: { to: -1, createdAt: -1 } },
        );
        return {
          bankAccountId: _id,
          closing: last?.closing ?? null,
          closingOn: last?.to ?? null,
          unmatchedIn: sumOf(_id, 'IN'),
          unmatchedOut: sumOf(_id, 'OUT'),
        };
      }),
    );
  },
});

export const statementRoutes = [preview, importStatement, balances, sampleRoute, rematch];
