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

/** What a bank's own number makes a movement known by; null where it has none. */
function referenceKey(day: string, reference: string | null): string | null {
  const folded = foldCode(reference ?? '');
  if (folded === '' || folded === 'nonref') return null;
  return isWeak(folded) ? `w:${day}:${folded}` : `r:${folded}`;
}

/** What two exports of one movement have in common, whatever became of accents, spaces and capitals. */
const likenessOf = ({ day, direction, amount, content }: Omit<Known, 'id' | 'reference'>): string =>
  `${day}|${direction}|${amount}|${foldCode(content)}`;
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

/** Of each line whether it is known: by the bank's own number, else as many equal ones as are stored. */
export async function findMovements(
  ctx: Ctx,
  bankAccountId: string,
  lines: readonly StatementLine[],
): Promise<Movement[]> {
  if (lines.length === 0) return [];
  const byKey = await findKnown(ctx, bankAccountId, lines);
  const stored = [...byKey.values()];
  /** By likeness those that no line of this file is yet. */
  const waiting = Map.groupBy(stored, likenessOf);
  const numbered = new Map<string, number>();
  const consume = (likeness: string, wanted: (one: Known) => boolean): Known | null => {
    const all = waiting.get(likeness) ?? [];
    const at = all.findIndex(wanted);
    if (at >= 0) waiting.set(likeness, all.toSpliced(at, 1));
    return all[at] ?? null;
  };
  const movements: Movement[] = [];
  for (const line of lines) {
    const id = newId();
    const likeness = likenessOf(line);
    const reversalOf = line.isReversal ? findReversed(line, [...byKey.values()]) : null;
    const base = { id, line, sameAs: null, conflictWith: null, reversalOf };
    const addSame = (key: string, { id: sameAs }: Known) => movements.push({ ...base, state: 'SAME', key, sameAs });
    const addNew = (key: string) => {
      movements.push({ ...base, state: 'NEW', key });
      byKey.set(key, { ...line, id });
    };
    const key = referenceKey(line.day, line.reference);
    const known = key ? byKey.get(key) : undefined;
    if (key && known) {
      const isSame = known.amount === line.amount && known.direction === line.direction && known.day === line.day;
      const conflictKey = `c:${digest(`${key}|${likeness}`)}`;
      const told = byKey.get(conflictKey);
      if (isSame) {
        consume(likeness, one => one.id === known.id);
        addSame(key, known);
      } else if (told) addSame(conflictKey, told);
      else {
        movements.push({ ...base, state: 'CONFLICT', key: conflictKey, conflictWith: known.id });
        byKey.set(conflictKey, { ...line, id });
      }
      continue;
    }
    // Another export of it had no number.
    const same = consume(likeness, one => !key || !one.reference);
    if (same) addSame(key ?? likeness, same);
    else if (key) addNew(key);
    else {
      const before =
        numbered.get(likeness) ?? stored.filter(one => !one.reference && likenessOf(one) === likeness).length;
      numbered.set(likeness, before + 1);
      addNew(`n:${digest(likeness)}:${before + 1}`);
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
