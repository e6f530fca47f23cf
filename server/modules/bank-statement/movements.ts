import { createHash } from 'node:crypto';
import type { StatementLine } from '@lobby/shared/billing/statement/statement.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { foldCode } from '@lobby/shared/kit/text-search.ts';
import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { newId } from '../../kit/database/database.ts';
import { records } from '../../kit/store/records.ts';

/** A line of a file or a call, and whether it is known. */
export interface Movement {
  id: string;
  line: StatementLine;
  state: 'NEW' | 'SAME' | 'CONFLICT';
  key: string;
  /** The line that it is again. */
  sameAs: string | null;
  /** The line that has its number at the bank, where another amount or day stands there. */
  conflictWith: string | null;
  /** The line that it may be again: of its day and amount, with more or less of the same text. Somebody has to say so. */
  mayBe: string | null;
  /** The line that the bank takes back by it. */
  reversalOf: string | null;
}

type Known = Pick<StatementLine, 'direction' | 'amount' | 'content'> & {
  id: string;
  day: string;
  reference: string | null;
};

/** A number that begins anew each month says nothing by itself: `00012`. */
const isWeak = (reference: string) => /^[a-z]{0,3}0*\d{1,5}$/.test(reference);

/** A place in a file or a month, `3` or `00012`: in another export it may be another one. */
const isPlace = (reference: string | null) => /^\d{1,5}$/.test(foldCode(reference ?? ''));

/** What a bank's own number makes a movement known by; null where it has none. */
function referenceKey(day: string, reference: string | null): string | null {
  const folded = foldCode(reference ?? '');
  if (folded === '' || folded === 'nonref') return null;
  return isWeak(folded) ? `w:${day}:${folded}` : `r:${folded}`;
}

type MovementFields = Omit<Known, 'id' | 'reference'>;
const sumOf = ({ day, direction, amount }: MovementFields): string => `${day}|${direction}|${amount}`;
/** What two exports of one movement have in common, whatever became of accents, spaces and capitals. */
const likenessOf = (one: MovementFields): string => `${sumOf(one)}|${foldCode(one.content)}`;

/** Less of a text than this says too little to be the same one cut short. */
const CUT_LENGTH = 12;
/** Whether two texts may be of one movement: some exports cut theirs short. */
function isAlike(one: string, other: string): boolean {
  const [short = '', long = ''] = [foldCode(one), foldCode(other)].toSorted((a, b) => a.length - b.length);
  return short === long || (short.length >= CUT_LENGTH && long.startsWith(short));
}
const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** The movements of a file without those that it repeats: what has one number of the bank twice moved once. */
export function onceEach(movements: readonly Movement[]): Movement[] {
  const seen = new Set<string>();
  return movements.filter(({ key }) => !/^[rw]:/.test(key) || (!seen.has(key) && seen.add(key)));
}

const REVERSED_DAYS = 31;

/** The lines of an account that these may be again: those of their days, and those of their numbers. */
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
  const found = [
    ...(await records(bankStatementLine).find(
      ctx,
      { bankAccountId, bookedOn: { $gte: from, $lte: days.at(-1) ?? '' } },
      options,
    )),
    ...(await records(bankStatementLine).find(ctx, { bankAccountId, movementKey: { $in: keys } }, options)),
  ];
  return new Map(
    found.map(doc => [
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

/** The stored lines that no line of a file is yet. */
class Waiting {
  private readonly bySum: Map<string, Known[]>;

  constructor(stored: readonly Known[]) {
    this.bySum = Map.groupBy(stored, sumOf);
  }

  take(line: MovementFields, wanted: (one: Known) => boolean): Known | null {
    const all = this.bySum.get(sumOf(line)) ?? [];
    const at = all.findIndex(wanted);
    if (at >= 0) this.bySum.set(sumOf(line), all.toSpliced(at, 1));
    return all[at] ?? null;
  }
}

/** Whether a stored line may be one of a file: two numbers of the bank tell two movements apart. */
const canBe = (line: StatementLine, key: string | null, { reference }: Known): boolean =>
  !key || !reference || isPlace(line.reference) || isPlace(reference);

/** Of each line whether it is known: by the bank's own number, else as many as are stored of its day, amount and text; whose text is cut short may be. */
export async function findMovements(
  ctx: Ctx,
  bankAccountId: string,
  lines: readonly StatementLine[],
): Promise<Movement[]> {
  if (lines.length === 0) return [];
  const byKey = await findKnown(ctx, bankAccountId, lines);
  const waiting = new Waiting([...byKey.values()]);
  const isOf = (line: StatementLine, known: Known) =>
    known.amount === line.amount && known.direction === line.direction && known.day === line.day;
  /** The stored line that has the number of a line; what only has the same place in its file has to be of the same text too. */
  const numberedAs = (line: StatementLine, key: string | null): Known | null => {
    const known = key ? byKey.get(key) : undefined;
    if (!key || !known) return null;
    return !isPlace(line.reference) || (isOf(line, known) && isAlike(known.content, line.content)) ? known : null;
  };
  const exact = lines.map(line => {
    const key = referenceKey(line.day, line.reference);
    const known = numberedAs(line, key);
    if (known) return isOf(line, known) ? waiting.take(line, one => one.id === known.id) : null;
    const likeness = likenessOf(line);
    return waiting.take(line, one => canBe(line, key, one) && likenessOf(one) === likeness);
  });
  /** How many equal lines without a number of the bank there are. */
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
    const known = numberedAs(line, key);
    if (key && known) {
      const conflictKey = `c:${digest(`${key}|${likeness}`)}`;
      const told = byKey.get(conflictKey);
      if (isOf(line, known)) addSame(key, known);
      else if (told) addSame(conflictKey, told);
      else {
        movements.push({ ...base, state: 'CONFLICT', key: conflictKey, conflictWith: known.id });
        byKey.set(conflictKey, { ...line, id });
      }
      continue;
    }
    const same = exact[at];
    if (same) {
      addSame(key ?? likeness, same);
      continue;
    }
    const alike = waiting.take(line, one => canBe(line, key, one) && isAlike(one.content, line.content))?.id ?? null;
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

/** What a bank takes back by a line: the last of its amount that went the other way, named by its number before all others. */
function findReversed(line: StatementLine, all: readonly Known[]): string | null {
  const other = all.filter(
    one => one.amount === line.amount && one.direction !== line.direction && one.day <= line.day,
  );
  const words = foldCode(`${line.content} ${line.reference ?? ''}`);
  const named = other.findLast(({ reference }) => reference && words.includes(foldCode(reference)));
  const last = other.toSorted((a, b) => (a.day < b.day ? -1 : 1)).at(-1);
  return (named ?? last)?.id ?? null;
}
