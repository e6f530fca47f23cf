import { createHash } from 'node:crypto';
import type { StatementLine } from '@lobby/shared/billing/statement/statement.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { foldCode } from '@lobby/shared/kit/text-search.ts';
import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { newId } from '../../kit/database/database.ts';
import { records } from '../../kit/store/records.ts';

/** A line of a file or call, and whether it is already stored. */
export interface Movement {
  id: string;
  line: StatementLine;
  state: 'NEW' | 'SAME' | 'CONFLICT';
  key: string;
  /** The stored line that it duplicates. */
  sameAs: string | null;
  /** The stored line with the same bank reference but another amount or day. */
  conflictWith: string | null;
  /** A probable duplicate: same day and amount, and one text is a prefix of the other. Staff decide. */
  mayBe: string | null;
  /** The line that this one reverses. */
  reversalOf: string | null;
}

type Known = Pick<StatementLine, 'direction' | 'amount' | 'content'> & {
  id: string;
  day: string;
  reference: string | null;
};

/** Short sequence numbers such as `00012` restart each month, so they are unique within a day only. */
const isWeak = (reference: string) => /^[a-z]{0,3}0*\d{1,5}$/.test(reference);

/** Purely numeric row numbers such as `3` or `00012` may differ between exports. */
const isPlace = (reference: string | null) => /^\d{1,5}$/.test(foldCode(reference ?? ''));

/** Key from the bank's reference; null without one. */
function referenceKey(day: string, reference: string | null): string | null {
  const folded = foldCode(reference ?? '');
  if (folded === '' || folded === 'nonref') return null;
  return isWeak(folded) ? `w:${day}:${folded}` : `r:${folded}`;
}

type MovementFields = Omit<Known, 'id' | 'reference'>;
const sumOf = ({ day, direction, amount }: MovementFields): string => `${day}|${direction}|${amount}`;
/** Text equal in two exports of one movement, ignoring accents, spaces and case. */
const likenessOf = (movement: MovementFields): string => `${sumOf(movement)}|${foldCode(movement.content)}`;

/** Shorter texts are too unspecific to count as a truncated version. */
const CUT_LENGTH = 12;
/** Whether two texts may belong to one movement, as some exports truncate them. */
function isAlike(first: string, other: string): boolean {
  const [short = '', long = ''] = [foldCode(first), foldCode(other)].toSorted((a, b) => a.length - b.length);
  return short === long || (short.length >= CUT_LENGTH && long.startsWith(short));
}
const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Removes movements that repeat a bank reference within the file. */
export function onceEach(movements: readonly Movement[]): Movement[] {
  const seen = new Set<string>();
  return movements.filter(({ key }) => !/^[rw]:/.test(key) || (!seen.has(key) && seen.add(key)));
}

const REVERSED_DAYS = 31;

/** Stored lines that may be duplicates, by day or reference. */
async function findKnown(
  ctx: Ctx,
  bankAccountId: string,
  lines: readonly StatementLine[],
): Promise<Map<string, Known>> {
  const days = lines.map(({ day }) => day).toSorted();
  const isReversing = lines.some(({ isReversal }) => isReversal);
  const first = days[0] ?? '';
  const from = isReversing ? addDays(first, -REVERSED_DAYS) : first;
  const keys = lines.flatMap(({ day, reference }) => referenceKey(day, reference) ?? []);
  const only = ['bookedOn', 'direction', 'amount', 'content', 'bankRef', 'conflictRef', 'movementKey'] as const;
  const options = { only, patience: 20_000 };
  const rows = [
    ...(await records(bankStatementLine).find(
      ctx,
      { bankAccountId, bookedOn: { $gte: from, $lte: days.at(-1) ?? '' } },
      options,
    )),
    ...(await records(bankStatementLine).find(ctx, { bankAccountId, movementKey: { $in: keys } }, options)),
  ];
  return new Map(
    rows.map(doc => [
      doc.movementKey ?? doc._id,
      {
        id: doc._id,
        day: doc.bookedOn,
        direction: doc.direction ?? 'IN',
        amount: doc.amount,
        content: doc.content,
        reference: doc.bankRef,
      },
    ]),
  );
}

/** Stored lines that are not matched by a line of the file yet. */
class Waiting {
  private readonly bySum: Map<string, Known[]>;

  constructor(stored: readonly Known[]) {
    this.bySum = Map.groupBy(stored, sumOf);
  }

  take(line: MovementFields, wanted: (movement: Known) => boolean): Known | null {
    const all = this.bySum.get(sumOf(line)) ?? [];
    const at = all.findIndex(wanted);
    if (at >= 0) this.bySum.set(sumOf(line), all.toSpliced(at, 1));
    return all[at] ?? null;
  }
}

/** Whether a stored line may be a duplicate: different bank references mean different movements. */
const canBe = (line: StatementLine, key: string | null, { reference }: Known): boolean =>
  !key || !reference || isPlace(line.reference) || isPlace(reference);

/** Detects duplicates: by bank reference, else one stored line per equal day, amount and text; truncated texts are probable duplicates. */
export async function findMovements(
  ctx: Ctx,
  bankAccountId: string,
  lines: readonly StatementLine[],
): Promise<Movement[]> {
  if (lines.length === 0) return [];
  const byKey = await findKnown(ctx, bankAccountId, lines);
  const waiting = new Waiting([...byKey.values()]);
  const isOf = (line: StatementLine, stored: Known) =>
    stored.amount === line.amount && stored.direction === line.direction && stored.day === line.day;
  /** The stored line with the same reference; for mere row numbers, day, amount and text must match too. */
  const numberedAs = (line: StatementLine, key: string | null): Known | null => {
    const stored = key ? byKey.get(key) : undefined;
    if (!key || !stored) return null;
    return !isPlace(line.reference) || (isOf(line, stored) && isAlike(stored.content, line.content)) ? stored : null;
  };
  const exact = lines.map(line => {
    const key = referenceKey(line.day, line.reference);
    const stored = numberedAs(line, key);
    if (stored) return isOf(line, stored) ? waiting.take(line, candidate => candidate.id === stored.id) : null;
    const likeness = likenessOf(line);
    return waiting.take(line, candidate => canBe(line, key, candidate) && likenessOf(candidate) === likeness);
  });
  /** Highest counter of equal lines without a bank reference. */
  const counted = new Map<string, number>();
  for (const key of byKey.keys()) {
    const [, likeness = '', n] = /^(n:.+):(\d+)$/.exec(key) ?? [];
    if (n) counted.set(likeness, Math.max(counted.get(likeness) ?? 0, Number(n)));
  }
  const movements: Movement[] = [];
  for (const [at, line] of lines.entries()) {
    const id = newId();
    const likeness = likenessOf(line);
    const reversalOf = line.isReversal ? findReversed(line, [...byKey.values()]) : null;
    const base = { id, line, sameAs: null, conflictWith: null, mayBe: null, reversalOf };
    const addSame = (key: string, { id: sameAs }: Known) => movements.push({ ...base, state: 'SAME', key, sameAs });
    const addNew = (key: string, mayBe: string | null) => {
      movements.push({ ...base, state: 'NEW', key, mayBe });
      byKey.set(key, { ...line, id });
    };
    const key = referenceKey(line.day, line.reference);
    const stored = numberedAs(line, key);
    if (key && stored) {
      const conflictKey = `c:${digest(`${key}|${likeness}`)}`;
      const conflicting = byKey.get(conflictKey);
      if (isOf(line, stored)) addSame(key, stored);
      else if (conflicting) addSame(conflictKey, conflicting);
      else {
        movements.push({ ...base, state: 'CONFLICT', key: conflictKey, conflictWith: stored.id });
        byKey.set(conflictKey, { ...line, id });
      }
      continue;
    }
    const same = exact[at];
    if (same) {
      addSame(key ?? likeness, same);
      continue;
    }
    const alike =
      waiting.take(line, candidate => canBe(line, key, candidate) && isAlike(candidate.content, line.content))?.id ??
      null;
    if (key && !byKey.has(key)) addNew(key, alike);
    else {
      const equal = `n:${digest(likeness)}`;
      const n = (counted.get(equal) ?? 0) + 1;
      counted.set(equal, n);
      addNew(`${equal}:${n}`, alike);
    }
  }
  return movements;
}

/** The reversed line: of the same amount in the other direction, preferably one named by its reference, else the latest. */
function findReversed(line: StatementLine, all: readonly Known[]): string | null {
  const other = all.filter(
    candidate =>
      candidate.amount === line.amount && candidate.direction !== line.direction && candidate.day <= line.day,
  );
  const words = foldCode(`${line.content} ${line.reference ?? ''}`);
  const named = other.findLast(({ reference }) => reference && words.includes(foldCode(reference)));
  const last = other.toSorted((a, b) => (a.day < b.day ? -1 : 1)).at(-1);
  return (named ?? last)?.id ?? null;
}
