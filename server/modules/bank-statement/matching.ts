import { addDays, addMonths, DAY_MS, monthOf } from '@lobby/shared/kit/dates.ts';
import { fold, foldCode } from '@lobby/shared/kit/text-search.ts';
import { type BankStatementLine, bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { depositRequest } from '@lobby/shared/modules/deposit.ts';
import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import { fundTransfer } from '@lobby/shared/modules/fund.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { blindIndex } from '../../kit/privacy/personal.ts';
import { records } from '../../kit/store/records.ts';
import { findLinked } from './links.ts';
import type { Movement } from './movements.ts';

type Suggestion = BankStatementLine['suggestions'][number];
type InboxReason = NonNullable<BankStatementLine['inboxReason']>;

/** Result of matching a line. */
export interface Verdict {
  /** Rule by which the line may be booked automatically; null if it is only suggested, or nothing matched. */
  rule: 'CONTENT' | 'VIRTUAL_ACCOUNT' | 'PAYER' | null;
  unitId: string | null;
  suggestions: Suggestion[];
  inboxReason: InboxReason | null;
}

/** One of our codes found in a line's text. */
interface Hit {
  code: string;
  unitId: string;
  noticeId: string | null;
  isDeposit: boolean;
}

const LONGEST_CODE = 20;
/** Codes of the product without separators, as in `TBP-2511-00042`. */
const OUR_CODE = /^([a-z]{2,4})(\d{4})(\d{5,6})$/;

const wordsIn = (content: string): string[] => fold(content).match(/[a-z0-9]+/g) ?? [];

/** Joins neighbouring words: banks may break a code anywhere, but it begins and ends at word boundaries. */
export function joinedRuns(content: string, longest = LONGEST_CODE): Set<string> {
  const words = wordsIn(content);
  const runs = new Set<string>();
  for (let from = 0; from < words.length; from++) {
    let run = '';
    for (const word of words.slice(from)) {
      run += word;
      if (run.length > longest) break;
      runs.add(run);
    }
  }
  return runs;
}

/** The inbox reason if no suggestion was found. */
const reasonless = (suggestions: readonly Suggestion[]): InboxReason | null =>
  suggestions.length === 0 ? 'NOTHING_FOUND' : null;

const NEAR_DAYS = 7;
const VOUCHER_DAYS = 5;
const PAYER_MONTHS = 12;
/** Maximum age in days of a notice that is matched by amount alone. */
const OWED_DAYS = 120;
const MOST_SUGGESTIONS = 5;

/** Finds notices, bills and deposit requests by the codes in the lines' texts. */
async function findHits(ctx: Ctx, contents: readonly string[]): Promise<(content: string) => Hit[]> {
  const codesOf = (content: string) =>
    [...joinedRuns(content)].flatMap(run => {
      const [, prefix = '', month, number] = OUR_CODE.exec(run) ?? [];
      return month ? [`${prefix.toUpperCase()}-${month}-${number}`] : [];
    });
  const codes = [...new Set(contents.flatMap(codesOf))];
  const of = (prefix: string | undefined) => codes.filter(code => code.startsWith(`${prefix}-`));
  const [notices, bills, requests] = await Promise.all([
    records(feeNotice).find(ctx, { code: { $in: of(feeNotice.prefix) } }, { only: ['code', 'unitId'] }),
    records(bill).find(ctx, { code: { $in: of(bill.prefix) } }, { only: ['code', 'unitId'] }),
    records(depositRequest).find(ctx, { code: { $in: of(depositRequest.prefix) } }, { only: ['code', 'unitId'] }),
  ]);
  const hits = new Map<string, Hit>();
  for (const { _id, code, unitId } of notices)
    if (code && unitId) hits.set(code, { code, unitId, noticeId: _id, isDeposit: false });
  for (const { code, unitId } of bills)
    if (code && unitId) hits.set(code, { code, unitId, noticeId: null, isDeposit: false });
  for (const { code, unitId } of requests)
    if (code && unitId) hits.set(code, { code, unitId, noticeId: null, isDeposit: true });
  return content => codesOf(content).flatMap(code => hits.get(code) ?? []);
}

/** Units by virtual account number. */
async function findVirtualAccounts(ctx: Ctx): Promise<Map<string, string>> {
  const all = await records(identityAccount).find(
    ctx,
    { status: { $in: ['ACTIVE', 'CLOSED'] } },
    { only: ['virtualAccount', 'unitId'] },
  );
  return new Map(all.map(({ virtualAccount, unitId }) => [foldCode(virtualAccount), unitId]));
}

/** The only unit that a payer's account has paid for in the last twelve months, by blind index. */
async function findPayers(
  ctx: Ctx,
  accounts: readonly string[],
  today: string,
): Promise<(account: string | null) => string | null> {
  const indexOf = (account: string) => blindIndex(ctx.projectId, 'payerAccount', account);
  const wanted = [...new Set(accounts)].map(indexOf);
  if (wanted.length === 0) return () => null;
  const lines = await records(bankStatementLine).find(
    ctx,
    {
      status: 'MATCHED',
      bookedOn: { $gte: `${addMonths(monthOf(today), -PAYER_MONTHS)}-01` },
      'blind.payerAccount': { $in: wanted },
    },
    { only: ['unitId', 'blind'], sort: { bookedOn: -1 }, limit: 20_000 },
  );
  const units = new Map<string, Set<string>>();
  for (const { blind, unitId } of lines) {
    const index = blind?.payerAccount;
    if (index && unitId) units.set(index, (units.get(index) ?? new Set()).add(unitId));
  }
  return account => {
    const unitsOf = account ? units.get(indexOf(account)) : undefined;
    return unitsOf?.size === 1 ? ([...unitsOf][0] ?? null) : null;
  };
}

/** Unlinked vouchers of these amounts: counter receipts, payslips, transfers. */
async function findVouchers(ctx: Ctx, movements: readonly Movement[], fundId: string | null) {
  const days = movements.map(({ line }) => line.day).toSorted();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const amounts = [...new Set(movements.map(({ line }) => line.amount))];
  const near = { $gte: addDays(first, -NEAR_DAYS), $lte: addDays(last, NEAR_DAYS) };
  const standing = { status: 'NOT_CANCELED', accountingDate: near } as const;
  const [receipts, payslips, transfers] = await Promise.all([
    records(receipt).find(
      ctx,
      { ...standing, origin: { $nin: ['STATEMENT', 'WEBHOOK'] }, 'methods.amount': { $in: amounts } },
      { only: ['unitId', 'accountingDate', 'methods', 'reference'], limit: 10_000 },
    ),
    records(payslip).find(
      ctx,
      { ...standing, method: 'TRANSFER', amount: { $in: amounts } },
      { only: ['amount', 'accountingDate', 'fundId'], limit: 10_000 },
    ),
    records(fundTransfer).find(
      ctx,
      { ...standing, amount: { $in: amounts } },
      { only: ['amount', 'accountingDate', 'fromFundId', 'toFundId'], limit: 10_000 },
    ),
  ]);
  const linked = await findLinked(
    ctx,
    [...receipts, ...payslips, ...transfers].map(({ _id }) => _id),
  );
  const isFree = ({ _id }: { _id: string }) => !linked.has(_id);
  return {
    receipts: receipts
      .filter(isFree)
      .flatMap(({ _id, unitId, accountingDate, methods }) =>
        methods
          .filter(({ kind, fundId: at }) => kind === 'TRANSFER' && (!fundId || at === fundId))
          .map(({ amount, reference }) => ({ id: _id, unitId, day: accountingDate, amount, reference })),
      ),
    payslips: payslips.filter(isFree).filter(voucher => voucher.fundId === fundId),
    leaving: transfers.filter(isFree).filter(transfer => transfer.fromFundId === fundId),
    coming: transfers.filter(isFree).filter(transfer => transfer.toFundId === fundId),
  };
}

const isNear = (day: string, other: string, days: number) =>
  other >= addDays(day, -days) && other <= addDays(day, days);
/** A suggested unit or existing voucher; `score` from 0 to 100 is the confidence. */
export const suggestion = (rule: Suggestion['rule'], score: number, rest: Partial<Suggestion>): Suggestion => ({
  rule,
  unitId: null,
  noticeId: null,
  receiptId: null,
  payslipId: null,
  transferId: null,
  score,
  ...rest,
});

/** Matches new lines of an account to units or to existing vouchers. */
export async function matchLines(
  ctx: Ctx,
  movements: readonly Movement[],
  { fundId, today }: { fundId: string | null; today: string },
): Promise<Verdict[]> {
  if (movements.length === 0) return [];
  const lines = movements.map(({ line }) => line);
  const [hitsOf, virtual, payerOf, vouchers, units, notices] = await Promise.all([
    findHits(
      ctx,
      lines.map(({ content }) => content),
    ),
    findVirtualAccounts(ctx),
    findPayers(
      ctx,
      lines.flatMap(({ payerAccount }) => payerAccount ?? []),
      today,
    ),
    findVouchers(ctx, movements, fundId),
    records(unit).find(ctx, {}, { only: ['code'], patience: 20_000 }),
    records(feeNotice).find(
      ctx,
      {
        status: { $in: SENT },
        createdAt: { $gte: new Date(ctx.now.getTime() - OWED_DAYS * DAY_MS) },
        remaining: { $in: [...new Set(lines.map(({ amount }) => amount))] },
      },
      { only: ['unitId', 'remaining'], limit: 5000 },
    ),
  ]);
  const unitByCode = new Map(units.map(({ _id, code }) => [foldCode(code), _id]));
  const noticesOf = Map.groupBy(notices, ({ remaining }) => remaining);

  return movements.map(({ line, reversalOf }): Verdict => {
    const none = { rule: null, unitId: null, suggestions: [] as Suggestion[], inboxReason: null };
    if (line.direction === 'OUT') {
      const slips = vouchers.payslips
        .filter(voucher => voucher.amount === line.amount && isNear(line.day, voucher.accountingDate, VOUCHER_DAYS))
        .map(({ _id }) => suggestion('LINK', 95, { payslipId: _id }));
      const moves = vouchers.leaving
        .filter(voucher => voucher.amount === line.amount && isNear(line.day, voucher.accountingDate, VOUCHER_DAYS))
        .map(({ _id }) => suggestion('LINK', 90, { transferId: _id }));
      const suggestions = [...slips, ...moves].slice(0, MOST_SUGGESTIONS);
      const isBack = line.isReversal || reversalOf !== null;
      return { ...none, suggestions, inboxReason: isBack ? 'REVERSAL' : reasonless(suggestions) };
    }
    const runs = joinedRuns(line.content);
    const hits = hitsOf(line.content);
    const hitUnits = [...new Set(hits.map(({ unitId }) => unitId))];
    const ownNumber = line.virtualAccount ? virtual.get(foldCode(line.virtualAccount)) : undefined;
    const accountUnit =
      ownNumber ?? [...virtual].find(([number]) => number.length >= 6 && runs.has(number))?.[1] ?? null;
    const payer = payerOf(line.payerAccount);
    const named = [...new Set([...runs].flatMap(run => (run.length > 1 ? (unitByCode.get(run) ?? []) : [])))];
    const byCode = hits.map(({ unitId, noticeId }) => suggestion('CONTENT', 90, { unitId, noticeId }));
    const byAmount = (noticesOf.get(line.amount) ?? []).flatMap(({ _id, unitId }) =>
      unitId ? suggestion('AMOUNT', 50, { unitId, noticeId: _id }) : [],
    );
    const codes = new Set(hits.map(({ code }) => code));
    const isSure = codes.size === 1 && !hits.some(({ isDeposit }) => isDeposit);
    const sureUnit = isSure ? (hitUnits[0] ?? null) : codes.size === 0 ? accountUnit : null;
    const rule = isSure ? 'CONTENT' : sureUnit ? 'VIRTUAL_ACCOUNT' : null;

    const candidates = [
      ...byCode,
      ...(accountUnit ? [suggestion('VIRTUAL_ACCOUNT', 85, { unitId: accountUnit })] : []),
      ...(payer ? [suggestion('PAYER', 80, { unitId: payer })] : []),
      ...named.map(unitId => suggestion('UNIT_CODE', 70, { unitId })),
      ...byAmount,
    ];
    const likelyUnits = new Set(candidates.flatMap(({ unitId, score }) => (score > 50 && unitId ? unitId : [])));
    const reference = foldCode(line.reference ?? '');
    const counter = vouchers.receipts
      .filter(transfer => transfer.amount === line.amount && isNear(line.day, transfer.day, NEAR_DAYS))
      .filter(
        candidate =>
          (reference !== '' && foldCode(candidate.reference ?? '') === reference) ||
          (candidate.unitId !== null && likelyUnits.has(candidate.unitId)),
      )
      .map(({ id, unitId }) => suggestion('LINK', 99, { receiptId: id, unitId }));
    const moves = vouchers.coming
      .filter(voucher => voucher.amount === line.amount && isNear(line.day, voucher.accountingDate, VOUCHER_DAYS))
      .map(({ _id }) => suggestion('LINK', 60, { transferId: _id }));

    const seen = new Set<string>();
    const suggestions = [...counter, ...candidates, ...moves]
      .toSorted((a, b) => b.score - a.score)
      .filter(match => {
        const key = match.receiptId ?? match.transferId ?? match.unitId ?? '';
        return !seen.has(key) && seen.add(key);
      })
      .slice(0, MOST_SUGGESTIONS);
    if (counter.length > 0) return { ...none, suggestions, inboxReason: 'TAKEN_ALREADY' };
    if (line.isReversal || reversalOf) return { ...none, suggestions, inboxReason: 'REVERSAL' };
    if (rule) {
      const differs = accountUnit !== null && accountUnit !== sureUnit;
      return { rule, unitId: sureUnit, suggestions, inboxReason: differs ? 'CODE_AND_ACCOUNT' : null };
    }
    if (hits.some(({ isDeposit }) => isDeposit) && codes.size === 1)
      return { ...none, suggestions, inboxReason: 'DEPOSIT' };
    if (codes.size > 1) return { ...none, suggestions, inboxReason: 'TWO_CODES' };
    if (payer) return { rule: 'PAYER', unitId: payer, suggestions, inboxReason: 'PAYER_KNOWN' };
    const inboxReason = named.length > 0 ? 'UNIT_CODE' : byAmount.length > 0 ? 'AMOUNT_ONLY' : reasonless(suggestions);
    return { ...none, suggestions, inboxReason };
  });
}
