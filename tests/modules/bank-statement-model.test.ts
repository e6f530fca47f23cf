import { reconcile } from '@lobby/server/modules/reconciliation/index.ts';
import { type StatementMovement, WRITTEN } from '@lobby/shared/billing/statement/write.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import type { BankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { bankStatement, bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { booksAt } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { today } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

// Random statements against a plain model: whatever the files contain, in any order and repeated, each movement is
// stored once.
const server = await startServer();
const site = await makeSite(server.url, 'Model');
const { ann } = site;
const units = [site.unitId, site.otherUnitId];
const { make, released, agree, accountOf } = await booksAt(site);
const RUNS = process.env.PROVE ? 40 : 3;
const MOST = process.env.PROVE ? 30 : 8;

type Format = keyof typeof WRITTEN;
/** Purpose of a movement: the bill of one unit, two bills at once, or unknown. */
const WHAT = ['FIRST', 'SECOND', 'BOTH', 'NOBODY'] as const;
const movement = fc.record({
  back: fc.integer({ min: 0, max: 5 }),
  direction: fc.constantFrom('IN' as const, 'IN' as const, 'IN' as const, 'OUT' as const),
  amount: fc.integer({ min: 1, max: 9 }).map(n => n * 11_000),
  what: fc.constantFrom(...WHAT),
  numbered: fc.boolean(),
  reversed: fc.boolean(),
});
const file = fc.record({
  order: fc.array(fc.nat(), { minLength: 1, maxLength: MOST }),
  format: fc.constantFrom<Format>('CSV', 'OFX', 'MT940'),
  /** Export without bank references and accents. */
  bare: fc.boolean(),
});

let n = 0;
/** Movements of a run in the data of the bank; those with a reference also differ by content. */
function toldOf(given: readonly Given[], codes: readonly string[]): Known[] {
  const spoilt = codes.map(code => code.replace('-', ' ').replace('-', '.'));
  return given.flatMap((one, at): Known[] => {
    const [first = '', second = ''] = at % 2 ? spoilt : codes;
    const words = {
      FIRST: `tiền phí ${first}`,
      SECOND: `tiền phí ${second}`,
      BOTH: `${first} và ${second}`,
      NOBODY: 'khách lẻ',
    };
    const reference = one.numbered ? `FT${++n}X${at}X${String(one.amount)}` : null;
    const day = addDays(today(), -one.back);
    const { direction, amount, what } = one;
    // At the start: texts of which one is a prefix of the other may be taken for the same movement.
    const content = reference ? `lần thứ ${n} ${words[what]}` : words[what];
    const own: Known = { day, direction, amount, content, reference, what };
    const back = {
      ...own,
      direction: direction === 'IN' ? 'OUT' : 'IN',
      content: `HOAN TRA ${reference}`,
      reference: `${reference}R`,
      what: 'NOBODY',
    } as const;
    return one.reversed && reference && direction === 'IN' ? [own, back] : [own];
  });
}
interface Given {
  back: number;
  direction: 'IN' | 'OUT';
  amount: number;
  what: (typeof WHAT)[number];
  numbered: boolean;
  reversed: boolean;
}
type Known = StatementMovement & { what: (typeof WHAT)[number] };

/** Key by which two lines without a reference count as the same movement. */
const likeness = ({ day, direction, amount, content }: StatementMovement) =>
  [day, direction, amount, content].join('|');
const bared = (one: Known): Known => ({
  ...one,
  reference: null,
  content: one.content.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase(),
});

it('holds each movement once in the books, as a plain model does', { timeout: 600_000 }, async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(movement, { minLength: 1, maxLength: MOST }),
      fc.array(file, { minLength: 1, maxLength: 4 }),
      async (given, files) => {
        const number = `10180${String(++run).padStart(5, '0')}`;
        const account = await make(bankAccount.path, { bankBin: '970436', accountNumber: number, accountName: 'BQL' });
        const own = await make(fund.path, {
          name: `B${run}`,
          code: `B${run}`,
          kind: 'BANK',
          bankAccountId: account.id,
        });
        const bills = await Promise.all(units.map(unit => released(60_000, unit)));
        const all = toldOf(
          given,
          bills.map(({ code }) => String(code)),
        );
        const owedBefore = await Promise.all(units.map(owedOf));
        const heldBefore = await Promise.all(units.map(heldOf));

        // Model: per likeness, the highest count in a single file.
        const model = new Map<string, { count: number; movement: Known }>();
        for (const { order, format, bare } of files) {
          const chosen = [...new Set(order.map(at => at % all.length))].map(at => all[at] as Known);
          const told = bare ? chosen.map(bared) : chosen;
          for (const [key, same] of Map.groupBy(chosen, likeness)) {
            const before = model.get(key)?.count ?? 0;
            model.set(key, { count: Math.max(before, same.length), movement: same[0] as Known });
          }
          const body = Buffer.from(WRITTEN[format]({ account: number, opening: 0, movements: told }));
          const sent = await ann.post<Row>(
            `${bankStatement.path}?bankAccountId=${account.id}`,
            formOf([{ name: `s.${format.toLowerCase()}`, body }]),
          );
          expect(sent.status, sent.text).toBe(201);
          const { lines, new: came, out, same, conflicts, unreadable, leftOut } = sent.data;
          expect([lines, conflicts, unreadable, leftOut]).toEqual([told.length, 0, 0, 0]);
          expect(Number(came) + Number(out) + Number(same)).toBe(told.length);
        }

        const stored = await linesOf(account.id);
        const expected = [...model.values()];
        expect(stored.length).toBe(expected.reduce((sum, { count }) => sum + count, 0));
        const isPaid = ({ movement: { direction, what } }: (typeof expected)[number]) =>
          direction === 'IN' && (what === 'FIRST' || what === 'SECOND');
        const sumOf = (wanted: (one: (typeof expected)[number]) => boolean) =>
          expected.filter(wanted).reduce((sum, one) => sum + one.count * one.movement.amount, 0);
        const booked = sumOf(isPaid);
        const matched = stored.filter(({ status }) => status === 'MATCHED');
        expect(matched.reduce((sum, { amount }) => sum + amount, 0)).toBe(booked);
        expect((await ann.get<Row>(`${fund.path}/${own.id}/balance`)).data.balance).toBe(booked);
        const receipts = await ann.get<Row[]>(`${receipt.path}?limit=100&filter[fundId][]=${own.id}`);
        expect(receipts.data.length).toBe(expected.filter(isPaid).reduce((sum, { count }) => sum + count, 0));
        for (const [at, unit] of units.entries()) {
          const paid = sumOf(one => isPaid(one) && one.movement.what === (at === 0 ? 'FIRST' : 'SECOND'));
          const owed = owedBefore[at] ?? 0;
          expect(await owedOf(unit)).toBe(Math.max(0, owed - paid));
          expect(await heldOf(unit)).toBe((heldBefore[at] ?? 0) + Math.max(0, paid - owed));
        }
        await agree();
      },
    ),
    { numRuns: RUNS },
  );
  // The same checks as `npm run ledger:check`.
  expect((await reconcile(site.id)).filter(({ ok }) => !ok)).toEqual([]);
});

const owedOf = async (unit: string): Promise<number> =>
  (await ann.get<Row[]>(`${bill.path}?limit=100&filter[unitId][]=${unit}&filter[status][]=ACTIVE`)).data.reduce(
    (sum, { remaining }) => sum + Number(remaining),
    0,
  );
const heldOf = async (unit: string): Promise<number> => Number((await accountOf(unit)).balance ?? 0);
const linesOf = async (accountId: unknown): Promise<BankStatementLine[]> =>
  (await ann.get<BankStatementLine[]>(`${bankStatementLine.path}?limit=100&filter[bankAccountId][]=${accountId}`)).data;
