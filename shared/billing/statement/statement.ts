import type { Direction } from './cells.ts';

/** A transaction of a statement. */
export interface StatementLine {
  /** Number of the line, or of the entry, in the file, from 1. */
  row: number;
  /** Value date, `2026-11-30`. */
  day: string;
  time: string | null;
  direction: Direction;
  /** VND, above 0. */
  amount: number;
  content: string;
  /** The bank's reference. */
  reference: string | null;
  virtualAccount: string | null;
  payerAccount: string | null;
  payerName: string | null;
  payerBank: string | null;
  balanceAfter: number | null;
  /** The bank reverses an earlier entry. */
  isReversal: boolean;
}

/** Why a line is no transaction. The first three reasons are normal; the others need attention. */
export const LEFT_OUT = [
  'HEADING',
  'TOTAL',
  'NOTE',
  'DAY',
  'AMOUNT',
  'NO_AMOUNT',
  'BOTH_SIDES',
  'DIRECTION',
  'CURRENCY',
  'OTHER_ACCOUNT',
] as const;
export type LeftOutReason = (typeof LEFT_OUT)[number];
export interface LeftOut {
  row: number;
  /** Its cells, separated by ` | `. */
  text: string;
  reason: LeftOutReason;
}
const AS_IT_SHOULD_BE: readonly LeftOutReason[] = ['HEADING', 'TOTAL', 'NOTE'];

/** Whether a line should be a transaction but could not be parsed. */
export const isUnreadable = ({ reason }: LeftOut): boolean => !AS_IT_SHOULD_BE.includes(reason);

/** A parsed statement. */
export interface Statement {
  lines: StatementLine[];
  leftOut: LeftOut[];
  /** The account it names. */
  account: string | null;
  opening: number | null;
  closing: number | null;
  /** Day of the closing balance, if stated. */
  closingOn: string | null;
}

/** Normalizes a cell to one line of text; null if empty. */
export function wordsOf(value: string | undefined, most: number): string | null {
  const words = (value ?? '').replace(/\s+/g, ' ').trim().slice(0, most).trim();
  return words === '' ? null : words;
}

const digits = (number: string | null) => (number ?? '').replace(/\D/g, '').replace(/^0+/, '');
/** Whether two texts name the same account: compares digits without leading zeros. */
export const isSameAccount = (first: string | null, other: string | null): boolean => digits(first) === digits(other);

/**
 * The statement of `accountNumber` in a file with several accounts, or the first if it is missing. Lines of other accounts
 * become left out.
 */
export function statementOf(all: readonly Statement[], accountNumber: string): Statement {
  const none: Statement = { lines: [], leftOut: [], account: null, opening: null, closing: null, closingOn: null };
  const first = all.find(({ account }) => isSameAccount(account, accountNumber)) ?? all[0] ?? none;
  const same = all.filter(({ account }) => isSameAccount(account, first.account));
  const others = all.filter(part => !same.includes(part));
  return {
    lines: same.flatMap(({ lines }) => lines),
    leftOut: [
      ...same.flatMap(({ leftOut }) => leftOut),
      ...others.flatMap(({ account, lines, leftOut }) => [
        ...leftOut,
        ...lines.map(
          ({ row, day, amount, content }): LeftOut => ({
            row,
            text: [account, day, amount, content].join(' | ').slice(0, 300),
            reason: 'OTHER_ACCOUNT',
          }),
        ),
      ]),
    ].toSorted((a, b) => a.row - b.row),
    account: first.account,
    opening: same.find(({ opening }) => opening !== null)?.opening ?? null,
    closing: same.findLast(({ closing }) => closing !== null)?.closing ?? null,
    closingOn: same.findLast(({ closing }) => closing !== null)?.closingOn ?? null,
  };
}

/** A statement in a foreign currency: all its lines become left out. */
export const leftOutAsForeign = (statement: Statement): Statement => ({
  lines: [],
  leftOut: [
    ...statement.leftOut,
    ...statement.lines.map(
      ({ row, day, amount, content }): LeftOut => ({
        row,
        text: [day, amount, content].join(' | ').slice(0, 300),
        reason: 'CURRENCY',
      }),
    ),
  ],
  account: statement.account,
  opening: null,
  closing: null,
  closingOn: null,
});

/** Sum of lines: incoming minus outgoing. */
export const netOf = (lines: readonly Pick<StatementLine, 'direction' | 'amount'>[]): number =>
  lines.reduce((sum, { direction, amount }) => (direction === 'IN' ? sum + amount : sum - amount), 0);

/** Whether opening balance and lines add up to the closing balance; true if one of them is missing. */
export const isBalanced = ({ opening, closing, lines }: Statement): boolean =>
  opening === null || closing === null || opening + netOf(lines) === closing;

const REVERSAL = /\b(reversal|reverse|rev|hoan tra|huy giao dich|huy gd|dao giao dich|but toan dao|hoan gd)\b/;
/** Whether a folded text says that the bank reverses an entry. */
export const saysReversal = (folded: string): boolean => REVERSAL.test(folded);
