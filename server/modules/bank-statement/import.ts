import type { StatementLine } from '@lobby/shared/billing/statement/statement.ts';
import { instantAt } from '@lobby/shared/kit/dates.ts';
import { type BankStatementLine, bankStatement, bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import type { bankAccount } from '@lobby/shared/modules/fund.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { defineModuleEvent } from '../../kit/base/module-event.ts';
import { clockNow } from '../../kit/database/clock.ts';
import { newId } from '../../kit/database/database.ts';
import { inBackground } from '../../kit/jobs/in-background.ts';
import { build } from '../../kit/records/records.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { type NewDocs, saveNew } from '../../kit/store/bulk-insert.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { retryOnConflict, save, VersionConflict } from '../../kit/store/save.ts';
import { lockedTo } from '../lock-date/index.ts';
import { findFund, namesDisputed, payLine, spendLine } from './booking.ts';
import { matchLines, type Verdict } from './matching.ts';
import { findMovements, type Movement } from './movements.ts';
import { findAutoPost, isFee } from './profile.ts';

type Line = Doc<typeof bankStatementLine>;
const BATCH = 500;
/** Lines booked within the request; longer files are booked in the background with progress. */
const AT_ONCE = 200;
/** Lines between progress reports. */
const TOLD_EVERY = 20;

/** Unbooked money arrived in a bank account; a handler that claims it returns true. */
export const bankMoneyCame = defineModuleEvent<[ctx: Ctx, line: Line], boolean>();

async function isAwaited(ctx: Ctx, line: Line): Promise<boolean> {
  for (const take of bankMoneyCame.handlers) if (await take({ ...ctx, once: null }, line)) return true;
  return false;
}

interface LineOrigin {
  channel: BankStatementLine['channel'];
  statementId?: string;
  connectionId?: string;
}

/** A new line with its match, and whether it is booked automatically. */
interface Judged extends Verdict {
  posts: boolean;
}

/** Matches new movements of an account and decides which are booked automatically; preview and import share it. */
export async function judgeLines(ctx: Ctx, bankAccountId: string, fresh: readonly Movement[]): Promise<Judged[]> {
  const fundId = await findFund(ctx, bankAccountId);
  const today = todayOf(ctx);
  const [verdicts, autoPost, closedTo] = await Promise.all([
    matchLines(ctx, fresh, { fundId, today }),
    findAutoPost(ctx, bankAccountId),
    lockedTo(ctx, 'transaction'),
  ]);
  const unitIds = [...new Set(verdicts.flatMap(({ rule, unitId }) => (rule && unitId ? unitId : [])))];
  const living = new Set(
    (await records(residency).find(ctx, { unitId: { $in: unitIds }, living: true }, { only: ['unitId'] })).map(
      line => line.unitId,
    ),
  );
  return fresh.map(({ line, state, mayBe, reversalOf }, n): Judged => {
    const verdict = verdicts[n] as Verdict;
    if (mayBe) return { ...verdict, inboxReason: 'MAYBE_KNOWN', posts: false };
    const { rule, unitId, suggestions } = verdict;
    const { day, direction } = line;
    const isOff = rule !== null && !autoPost[rule] && rule !== 'PAYER';
    if (isOff) return { ...verdict, inboxReason: 'SWITCHED_OFF', posts: false };
    const isSure =
      direction === 'IN'
        ? rule !== null && autoPost[rule]
        : suggestions.length === 0 && !reversalOf && isFee(autoPost.fees, line);
    if (!isSure || state === 'CONFLICT') return { ...verdict, posts: false };
    const obstacle: Verdict['inboxReason'] = !fundId
      ? 'NO_FUND'
      : day > today
        ? 'DAY_TO_COME'
        : closedTo !== null && day <= closedTo
          ? 'DAY_LOCKED'
          : direction === 'IN' && unitId && !living.has(unitId)
            ? 'NO_RESIDENT'
            : null;
    if (obstacle) return { ...verdict, inboxReason: obstacle, posts: false };
    const reason = verdict.inboxReason === 'NOTHING_FOUND' ? null : verdict.inboxReason;
    return { ...verdict, inboxReason: reason, posts: true };
  });
}

async function buildLine(
  ctx: Ctx,
  bankAccountId: string,
  { id, line, state, key, conflictWith, mayBe, reversalOf }: Movement,
  { rule, unitId, suggestions, inboxReason, posts }: Judged,
  origin: LineOrigin,
): Promise<Line> {
  const isConflict = state === 'CONFLICT';
  const { day, time, direction, amount, content, reference } = line;
  const isLikely = rule !== null || suggestions.length > 0;
  const minutes = time ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) : 0;
  const values = {
    bookedOn: day,
    bookedAt: time ? instantAt(day, minutes, ctx.project.timeZone).toISOString() : null,
    bankAccountId,
    direction,
    amount,
    content,
    bankRef: isConflict ? null : reference,
    conflictRef: isConflict ? reference : null,
    conflictWith: conflictWith ?? mayBe,
    reversalOf,
    virtualAccount: line.virtualAccount,
    payerAccount: line.payerAccount,
    payerName: line.payerName,
    payerBank: line.payerBank,
    balanceAfter: line.balanceAfter,
    channel: origin.channel,
    statementId: origin.statementId ?? null,
    connectionId: origin.connectionId ?? null,
    suggestions,
    unitId: isConflict ? null : unitId,
    rule: null,
    inboxReason,
    movementKey: key,
    toPost: posts,
  };
  // References were just read or are stored in the same transaction, so they are not checked.
  const doc = await build(ctx, bankStatementLine, values, true);
  const status = isConflict ? 'CONFLICT' : isLikely ? 'SUGGESTED' : 'UNMATCHED';
  return { ...doc, _id: id, status };
}

/** Turns the duplicate-key refusal of a concurrent insert into a conflict, so that the retry finds the line. */
export async function secondIsLater<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'ALREADY_EXISTS') throw new VersionConflict();
    throw error;
  }
}

/** The movements of a file or call, and the new lines stored from them. */
export interface Taken {
  movements: Movement[];
  docs: Line[];
}

/** Stores the unknown movements of an account with their matches; books nothing. Concurrent calls store each movement once. */
export async function storeLines(
  ctx: Ctx,
  account: Pick<Doc<typeof bankAccount>, '_id'>,
  lines: readonly StatementLine[],
  origin: LineOrigin,
): Promise<Taken> {
  const movements = await findMovements(ctx, account._id, lines);
  const fresh = movements.filter(({ state }) => state !== 'SAME');
  const judged = await judgeLines(ctx, account._id, fresh);
  const docs: Line[] = [];
  for (const [n, movement] of fresh.entries())
    docs.push(await buildLine(ctx, account._id, movement, judged[n] as Judged, origin));
  const batches: NewDocs[][] = [];
  for (let at = 0; at < docs.length; at += BATCH)
    batches.push([{ definition: bankStatementLine, docs: docs.slice(at, at + BATCH) }]);
  if (batches.length > 0)
    await secondIsLater(() => saveNew({ ...ctx, once: null }, newId(), { batches, answer: null }));
  return { movements, docs };
}

/** Inbox reasons by the refusal that stopped automatic booking. */
const REASONS: Readonly<Record<string, NonNullable<BankStatementLine['inboxReason']>>> = {
  ACCOUNT_WITHOUT_FUND: 'NO_FUND',
  UNIT_WITHOUT_RESIDENT: 'NO_RESIDENT',
  data_is_locked: 'DAY_LOCKED',
  TRANSACTION_LOCKED: 'DAY_LOCKED',
  PAYMENT_SURPLUS_UNPLACED: 'SURPLUS',
};

/** Leaves a line in the inbox with a reason, unless it was changed concurrently. */
async function leave(ctx: Ctx, line: Line, inboxReason: NonNullable<BankStatementLine['inboxReason']>): Promise<false> {
  const set = { toPost: false, inboxReason };
  const update = { doc: line, set, keepVersion: true, while: { toPost: true } };
  try {
    await save({ ...ctx, once: null }, [{ definition: bankStatementLine, action: 'update', update }]);
  } catch (error) {
    if (!(error instanceof VersionConflict)) throw error;
  }
  return false;
}

/** Books a matched line; returns false if it waits in the inbox. */
async function postLine(ctx: Ctx, line: Line): Promise<boolean> {
  const { _id: id, unitId } = line;
  if (line.direction === 'OUT') return line.toPost && (await postFee(ctx, line));
  if (await isAwaited(ctx, line)) return true;
  if (!line.toPost || !unitId) return false;
  const input = {};
  const rule = line.suggestions.find(suggestion => suggestion.unitId === unitId)?.rule;
  const by = rule === 'VIRTUAL_ACCOUNT' || rule === 'PAYER' ? rule : 'CONTENT';
  if (await namesDisputed(ctx, line, unitId)) return leave(ctx, line, 'DISPUTED');
  return settle(ctx, line, () =>
    perform({ ...ctx, once: null }, { definition: bankStatementLine, name: 'match', id, input }, (now, doc) =>
      payLine(now, doc, { unitId }, by),
    ),
  );
}

/** Books a bank fee by the account's fee rule. */
async function postFee(ctx: Ctx, line: Line): Promise<boolean> {
  const { fees } = await findAutoPost(ctx, line.bankAccountId);
  const id = line._id;
  const fee = fees && { categoryId: fees.categoryId };
  if (!fee) return false;
  return settle(ctx, line, () =>
    perform({ ...ctx, once: null }, { definition: bankStatementLine, name: 'expense', id, input: fee }, (now, doc) =>
      spendLine(now, doc, fee),
    ),
  );
}

/** Runs a booking; returns false if it was refused, leaving the line in the inbox with the reason. */
async function settle(ctx: Ctx, line: Line, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await retryOnConflict(work);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return leave(ctx, line, REASONS[error.code] ?? 'REFUSED');
  }
}

const isOpen = ({ status }: Line) => status !== 'CONFLICT';

/** Books matched new lines up to a limit; the job books the rest. */
async function postLines(ctx: Ctx, docs: readonly Line[], most = AT_ONCE): Promise<number> {
  let posted = 0;
  for (const line of docs.filter(isOpen).slice(0, most)) if (await postLine(ctx, line)) posted++;
  return posted;
}

/** Books the matched new lines of a file, at once or in the background with progress. If the server dies, the job books the rest. */
export async function postFile(
  ctx: Ctx,
  docs: readonly Line[],
): Promise<{ matched: number; progressId: string | null }> {
  const open = docs.filter(isOpen);
  if (open.length <= AT_ONCE) return { matched: await postLines(ctx, open), progressId: null };
  const work = { entity: bankStatement.name, action: 'match', of: open.length };
  const { progressId } = await inBackground({ ...ctx, once: null }, work, async note => {
    let done = 0;
    for (const [n, line] of open.entries()) {
      if (n % TOLD_EVERY === 0) await note(n);
      if (await postLine({ ...ctx, now: clockNow() }, line)) done++;
    }
    return { done, refused: [] };
  });
  return { matched: 0, progressId };
}

/** Stores a bank's movements of an account and books the matched ones. */
export async function takeLines(
  ctx: Ctx,
  account: Pick<Doc<typeof bankAccount>, '_id'>,
  lines: readonly StatementLine[],
  origin: LineOrigin,
): Promise<Taken & { matched: number }> {
  const taken = await storeLines(ctx, account, lines, origin);
  return { ...taken, matched: await postLines(ctx, taken.docs) };
}

const TURN = 500;
/** Books matched lines that still wait, from long files or crashed servers. */
export async function postWaiting(ctx: Ctx): Promise<number> {
  const waiting = await records(bankStatementLine).find(
    ctx,
    {
      status: { $in: ['UNMATCHED', 'SUGGESTED'] },
      toPost: true,
      createdAt: { $lt: new Date(ctx.now.getTime() - 5000) },
    },
    { sort: { createdAt: 1 }, limit: TURN },
  );
  return postLines(ctx, waiting, TURN);
}
