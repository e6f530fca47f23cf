import type { Direction } from './cells.ts';

/** A movement of money that a statement tells of. */
export interface StatementLine {
  /** The line of the file, or of its kind, from 1. */
  row: number;
  /** The day of its value, `2026-11-30`. */
  day: string;
  time: string | null;
  direction: Direction;
  /** VND, above 0. */
  amount: number;
  content: string;
  /** The bank's own. */
  reference: string | null;
  virtualAccount: string | null;
  payerAccount: string | null;
  payerName: string | null;
  payerBank: string | null;
  balanceAfter: number | null;
  /** The bank takes back what it had booked. */
  isReversal: boolean;
}

/** Why a line of a file is no movement. The first three are as they should be; the others are to be looked at. */
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
  /** As it was read, its cells apart by ` | `. */
  text: string;
  reason: LeftOutReason;
}
const AS_IT_SHOULD_BE: readonly LeftOutReason[] = ['HEADING', 'TOTAL', 'NOTE'];

/** Whether a line should have been a movement, and could not be read as one. */
export const isUnreadable = ({ reason }: LeftOut): boolean => !AS_IT_SHOULD_BE.includes(reason);

/** What a statement says. */
export interface Statement {
  lines: StatementLine[];
  leftOut: LeftOut[];
  /** The account that it says it is of. */
  account: string | null;
  opening: number | null;
  closing: number | null;
  /** The day of the closing balance, where it is told. */
  closingOn: string | null;
}

/** A cell as one line of text; null where nothing is left of it. */
export function wordsOf(value: string | undefined, most: number): string | null {
  const words = (value ?? '').replace(/\s+/g, ' ').trim().slice(0, most).trim();
  return words === '' ? null : words;
}

const digits = (number: string | null) => (number ?? '').replace(/\D/g, '').replace(/^0+/, '');
/** Whether two writings are of one account: by their digits, without the zeros before them. */
export const isSameAccount = (one: string | null, other: string | null): boolean => digits(one) === digits(other);

/**
 * The statement of one account of a file that may hold several: of `accountNumber`, or where it holds none of that, of the first. Of each other the
 * lines are left out.
 */
export function statementOf(all: readonly Statement[], accountNumber: string): Statement {
  const none: Statement = { lines: [], leftOut: [], account: null, opening: null, closing: null, closingOn: null };
  const first = all.find(({ account }) => isSameAccount(account, accountNumber)) ?? all[0] ?? none;
  const own = all.filter(({ account }) => isSameAccount(account, first.account));
  const others = all.filter(one => !own.includes(one));
  return {
    lines: own.flatMap(({ lines }) => lines),
    leftOut: [
      ...own.flatMap(({ leftOut }) => leftOut),
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
    opening: own.find(({ opening }) => opening !== null)?.opening ?? null,
    closing: own.findLast(({ closing }) => closing !== null)?.closing ?? null,
    closingOn: own.findLast(({ closing }) => closing !== null)?.closingOn ?? null,
  };
}

/** A statement of money that is no dong: none of its lines is a movement here. */
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

/** What money of these lines adds up to: in less out. */
export const netOf = (lines: readonly Pick<StatementLine, 'direction' | 'amount'>[]): number =>
  lines.reduce((sum, { direction, amount }) => (direction === 'IN' ? sum + amount : sum - amount), 0);

/** Whether what it began with and its lines make what it ends with; true where it does not say both. */
export const isBalanced = ({ opening, closing, lines }: Statement): boolean =>
  opening === null || closing === null || opening + netOf(lines) === closing;

const REVERSAL = /\b(reversal|reverse|rev|hoan tra|huy giao dich|huy gd|dao giao dich|but toan dao|hoan gd)\b/;
/** Whether the words of a line, folded, say that the bank takes something back. */
export const saysReversal = (folded: string): boolean => REVERSAL.test(folded);
