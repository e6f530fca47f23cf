import { createHash } from 'node:crypto';
import { readStatement, readTable, type StatementLine } from '@lobby/shared/billing/statements.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { bankTransaction } from '@lobby/shared/modules/bank-transaction.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, Refusal } from '../../kit/base/errors.ts';
import { newId } from '../../kit/database/database.ts';
import { isZip } from '../../kit/files/archive.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { act } from '../../kit/records/act.ts';
import { build } from '../../kit/records/records.ts';
import { shown } from '../../kit/sheets/import/cells.ts';
import { readBook } from '../../kit/sheets/import/read-book.ts';
import { untilSettled } from '../../kit/store/save.ts';
import { saveNew } from '../../kit/store/save-new.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { unitFinder } from './find-unit.ts';
import { matchActs } from './match.ts';

const MOST_LINES = 5000;

/** The lines of a file, whichever of CSV, XLSX, XLS, OFX and MT940 it is. */
async function linesOf(body: Buffer, signal: AbortSignal, who: string): Promise<StatementLine[]> {
  const isBook = isZip(body) || body.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
  const lines = isBook
    ? (await readBook(body, signal, who))
        .map(({ rows }) => readTable(rows.map(({ cells }) => cells.map(cell => shown(cell)))))
        .find(found => found !== null)
    : readStatement(body.toString('utf8').replace(/^\uFEFF/, ''));
  if (!lines || lines.length === 0 || lines.length > MOST_LINES) fail('STATEMENT_NOT_READABLE');
  return lines ?? [];
}

/** What marks a line, so that the same statement twice does nothing: the bank's own reference, else all that is said, counted where it is said twice in one file. */
function keysOf(bankAccountId: string, lines: readonly StatementLine[]): string[] {
  const seen = new Map<string, number>();
  return lines.map(({ day, amount, content, reference }) => {
    const said = reference ? `${reference}|${amount}` : [day, amount, content].join('|');
    const nth = (seen.get(said) ?? 0) + 1;
    seen.set(said, nth);
    const told = reference && nth === 1 ? said : `${said}|${nth}`;
    return `${bankAccountId}:${createHash('sha256').update(told).digest('base64url').slice(0, 43)}`;
  });
}

/** Takes money that somebody waits for, with the line that tells of it; false where it is not that. */
type Awaiting = (ctx: Ctx, line: Stored) => Promise<boolean>;
const waiting: Awaiting[] = [];
/** Whoever waits for money by its words and amount hears of each line here, before it is matched by its unit. */
export const onBankMoney = (listener: Awaiting): void => void waiting.push(listener);

async function isAwaited(ctx: Ctx, line: Stored): Promise<boolean> {
  for (const take of waiting) if (await take({ ...ctx, once: null }, line)) return true;
  return false;
}

/** Keeps the lines that are not known yet, says whose each seems to be, and takes in at once what is sure. */
export async function takeLines(
  ctx: Ctx,
  account: Stored,
  lines: readonly StatementLine[],
  source: 'FILE' | 'WEBHOOK',
) {
  const keys = keysOf(account._id, lines);
  const known = new Set(
    (
      await modelOf(bankTransaction)
        .find({ projectId: ctx.projectId, deletedAt: null, once: { $in: keys } }, { once: 1 })
        .lean<Stored[]>()
    ).map(({ once }) => once),
  );
  const find = await unitFinder(ctx);
  const docs: Stored[] = [];
  for (const [n, line] of lines.entries()) {
    if (known.has(keys[n])) continue;
    known.add(keys[n]);
    docs.push(
      await build(ctx, bankTransaction, { ...line, ...find(line), bankAccountId: account._id, source, once: keys[n] }),
    );
  }
  if (docs.length > 0)
    await saveNew({ ...ctx, once: null }, newId(), {
      batches: [[{ definition: bankTransaction, docs }]],
      answer: null,
    });
  let matched = 0;
  const left: Stored[] = [];
  for (const doc of docs)
    if (await isAwaited(ctx, doc)) matched++;
    else left.push(doc);
  // What one amount or an earlier payer alone suggests is left for somebody to look at.
  for (const { _id, unitId } of left.filter(one => one.foundBy === 'CONTENT' || one.foundBy === 'VIRTUAL_ACCOUNT'))
    try {
      const rule = matchActs.match;
      await untilSettled(() => act({ ...ctx, once: null }, bankTransaction, 'match', _id, { unitId }, rule));
      matched++;
    } catch (error) {
      // It stays in the inbox, where somebody reads why.
      if (!(error instanceof Refusal)) throw error;
    }
  return { read: lines.length, made: docs.length, matched };
}

export async function bankAccountById(ctx: Ctx, _id: string): Promise<Stored> {
  const found = await modelOf(bankAccount).findOne({ projectId: ctx.projectId, _id, deletedAt: null }).lean<Stored>();
  return found ?? fail('NOT_FOUND');
}

/** `POST /bank-transaction/statement`: a bank's statement as it gives it out. */
export const statementRoute: Route = route({
  method: 'post',
  path: `${bankTransaction.path}/statement`,
  summary: 'Read a statement of a bank account (CSV, XLSX, OFX, MT940); the same one twice does nothing',
  module: bankTransaction.code,
  flags: ['write'],
  upload: true,
  creates: true,
  query: z.strictObject({ bankAccountId: idSchema }),
  answer: z.object({ read: z.int(), made: z.int(), matched: z.int() }),
  async run(ctx, { query, req, res }) {
    const account = await bankAccountById(ctx, query.bankAccountId);
    const [file] = Array.isArray(req.files) ? req.files : [];
    if (!file) return fail('NOT_FOUND');
    const left = new AbortController();
    res.once('close', () => left.abort());
    const lines = await linesOf(file.buffer, left.signal, ctx.userId);
    return untilSettled(() => takeLines(ctx, account, lines, 'FILE'));
  },
});
