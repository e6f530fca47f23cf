import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { checkBooks } from '@lobby/server/modules/ledger/index.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { boundLine, type Figure } from '../load/figure.ts';
import { sleep } from '../load/machine.ts';
import type { Answer, Caller, Row } from '../setup/caller.ts';
import { booksAt, MONTH } from '../setup/money/books.ts';
import { rowsIn } from '../setup/records.ts';
import { inDays } from '../setup/time/days.ts';
import { eachOf, make } from './at-once.ts';
import { brokenRules, openPair, tallyOf, wrongAnswers } from './pair.ts';

/** The days that are closed, one after another. */
const DAYS = [5, 4, 3, 2].map(back => inDays(-back));
const AT_ONCE = 16;
const AMOUNT = 10_000;

type Edit = (who: Caller) => Promise<Answer<Row>>;

/** Days of the books are closed while many change what is dated within them: each edit is before the lock, or is refused. */
export const f13: Figure = {
  id: 'f13',
  title: 'Both lock dates moved while many edit, at two servers',
  async run(stage, quick) {
    // Number of edits of each of the four kinds.
    const count = quick ? 12 : 100;
    const { site, at, close } = await openPair(stage, 'Closed');
    const { unitId, id } = site;
    const { pay, make: create, act, priced } = await booksAt(site);
    const own = await priced({ repeatable: true });
    const day = (n: number) => DAYS[n % DAYS.length] ?? '';
    let n = 0;
    const draft = () => create(bill.path, { unitId, serviceId: own.id, month: MONTH, amount: AMOUNT });
    const release = (one: Row, accountingDate: string, who?: Caller) =>
      act(bill.path, one, 'release', { accountingDate }, who);
    const take = (accountingDate: string, who?: Caller) =>
      pay({ type: 'UNIT_ACCOUNT', amount: AMOUNT, accountingDate }, who);
    const drafts = await make(count, 8, draft);
    const released = await make(count, 8, async () => {
      const one = await draft();
      await release(one, day(n++));
      return one;
    });
    const received = await make(count, 8, async () => (await take(day(n++))).data);

    const edits = Array.from({ length: count }, (_, m): Edit[] => {
      const cancel = (path: string, one?: Row) => (who: Caller) =>
        who.put(`${path}/${one?.id}/cancel`, { reason: 'Closed' });
      return [
        who => release(drafts[m] as Row, day(m), who),
        who => take(day(m), who),
        cancel(bill.path, released[m]),
        cancel(receipt.path, received[m]),
      ];
    }).flat();
    const { tally, count: counted } = tallyOf([
      'data_is_locked',
      'UNIT_ACCOUNT_NOT_ENOUGH',
      'RECEIPT_CANCEL_ACCOUNT_NOT_ENOUGH',
    ]);
    let done = 0;
    const editing = eachOf([...edits.entries()], AT_ONCE, async ([m, edit]) => {
      await counted(() => edit(at(m)));
      done++;
    });
    const closed: { to: string; stood: string[] }[] = [];
    let prev: string | null = null;
    for (const [m, to] of DAYS.entries()) {
      while (done < (edits.length * (m + 0.5)) / (DAYS.length + 1)) await sleep(2);
      await at(m).create(lockDate.path, { lockDataAt: to });
      await at(m + 1).create('/transaction-lock-date', {
        transactionLockDate: to,
        ...(prev && { prevLockDataAt: prev }),
      });
      closed.push({ to, stood: await upTo(id, to) });
      prev = to;
    }
    await editing;
    let changed = 0;
    for (const { to, stood } of closed) {
      const now = new Set(await upTo(id, to));
      changed += stood.filter(one => !now.has(one)).length + Math.abs(now.size - stood.length);
    }
    const findings = await checkBooks(id);
    await close();
    const of = `of ${edits.length} edits, ${tally.done} done and ${tally.refused} refused`;
    return [
      boundLine(`${of}: entries and documents of a closed day that changed`, changed, 0, { unit: 'records' }),
      brokenRules(findings),
      wrongAnswers(tally),
    ];
  },
};

/** Returns the entries, bills and receipts on the books up to a day, each as a text. */
async function upTo(projectId: string, day: string): Promise<string[]> {
  const found = await Promise.all(
    [journalEntry, bill, receipt].map(definition =>
      rowsIn(collectionOf(definition))
        .find({ projectId, accountingDate: { $lte: day } })
        .toArray(),
    ),
  );
  return found
    .flat()
    .map(({ _id, status, total, amount, accountingDate }) => [_id, status, total, amount, accountingDate].join(' '));
}
