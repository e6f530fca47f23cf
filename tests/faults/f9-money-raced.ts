import { checkBooks } from '@lobby/server/modules/ledger/index.ts';
import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { boundLine, type Figure } from '../load/figure.ts';
import type { Answer, Caller, Row } from '../setup/caller.ts';
import { booksAt, today } from '../setup/money/books.ts';
import { brokenRules, openPair, tallyOf, wrongAnswers } from './pair.ts';

const STEP = 10_000;
const OWED = 100_000_000;
const REFUSED = [
  'UNIT_ACCOUNT_EXCEEDED',
  'UNIT_ACCOUNT_NOT_ENOUGH',
  'ADVANCE_NOT_ENOUGH',
  'FUND_NOT_ENOUGH',
  'RECEIPT_CANCEL_ADVANCE_USED',
  'RECEIPT_CANCEL_ACCOUNT_NOT_ENOUGH',
];
const OVERTAKEN = ['STATUS_CHANGED', 'STATUS_NOT_ALLOWED', 'DATA_STALE'];

/** Money of the unit: its account, what it paid ahead for a service, and what it owes. */
interface Money {
  account: number;
  ahead: number;
  owed: number;
}

/** An act, and what it moves where it is done. */
interface Act {
  run: (who: Caller) => Promise<Answer<Row>>;
  moves: Partial<Money>;
}

/** One unit’s money, which several want at once: never more than is there goes out, and the books say what was acknowledged. */
export const f9: Figure = {
  id: 'f9',
  title: 'Paid, refunded, transferred and cancelled at once on one unit, at two servers',
  async run(stage, quick) {
    const rounds = quick ? 25 : 1000;
    const { site, at, close } = await openPair(stage, 'Raced');
    const { unitId } = site;
    const { released, pay, accountOf, read } = await booksAt(site);
    const owed = await released(OWED);
    const should: Money = { account: 0, ahead: 0, owed: OWED };
    const { tally, count } = tallyOf([...REFUSED, ...OVERTAKEN]);
    const move = (values: object) => (who: Caller) =>
      who.post(accountMovement.path, { unitId, accountingDate: today(), amount: STEP, ...values });
    const cancel = (path: string, made: Row | null) => (who: Caller) =>
      who.put(`${path}/${made?.id}/cancel`, { reason: 'Raced' });
    const paid: Act = {
      run: who => pay({ amount: 2 * STEP, allocations: [{ billId: owed.id, amount: STEP }] }, who),
      moves: { account: STEP, owed: -STEP },
    };
    const refund: Act = { run: move({ type: 'REFUND' }), moves: { account: -STEP } };
    const there: Act = {
      run: move({ type: 'TRANSFER', toServiceId: owed.serviceId }),
      moves: { account: -STEP, ahead: STEP },
    };
    const back: Act = {
      run: move({ type: 'TRANSFER', fromServiceId: owed.serviceId }),
      moves: { account: STEP, ahead: -STEP },
    };
    let [came, went]: (Row | null)[] = [null, null];
    for (let n = 0; n < rounds; n++) {
      const takenBack: Act = { run: cancel(receipt.path, came ?? null), moves: { account: -STEP, owed: STEP } };
      const kept: Act = { run: cancel(accountMovement.path, went ?? null), moves: { account: STEP } };
      const acts: Act[] = [
        paid,
        refund,
        there,
        back,
        ...(came ? [takenBack, takenBack] : []),
        ...(went ? [kept, kept] : []),
      ];
      const made = await Promise.all(
        acts.map(async ({ run, moves }, m) => {
          const done = await count(() => run(at(n + m)));
          if (done) for (const name of Object.keys(moves) as (keyof Money)[]) should[name] += moves[name] ?? 0;
          return done;
        }),
      );
      [came, went] = made;
    }
    const { balance, advance } = await accountOf();
    const is: Money = {
      account: Number(balance),
      ahead: Number(advance),
      owed: Number((await read(bill.path, owed.id)).remaining),
    };
    const apart = (Object.keys(is) as (keyof Money)[]).filter(name => is[name] !== should[name]);
    const findings = await checkBooks(site.id);
    await close();
    const of = `of ${rounds} rounds, ${tally.done} acts done and ${tally.refused} refused`;
    return [
      boundLine(`${of}: balances that are not what was acknowledged`, apart.length, 0, { unit: 'balances' }),
      brokenRules(findings),
      wrongAnswers(tally),
    ];
  },
};
