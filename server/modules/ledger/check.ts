import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { fundTransfer } from '@lobby/shared/modules/fund.ts';
import { journalEntry, unitAccount } from '@lobby/shared/modules/ledger.ts';
import { payslip, receipt } from '@lobby/shared/modules/receipt.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { effectOf, type Line } from './entries.ts';

/** One thing that must hold, with both sides of it, VND, and what it is said of where it does not. */
export interface Finding {
  rule:
    | 'BALANCED'
    | 'UNIT_OWES'
    | 'UNIT_BALANCE'
    | 'UNIT_ADVANCE'
    | 'DEPOSITS'
    | 'RECEIVABLE_IS_BILLS'
    | 'BILL_STATE'
    | 'FUNDS';
  expected: number;
  found: number;
  wrong: { id: string; expected: number; found: number }[];
}

const SHOWN = 20;
type Sums = Map<string, number>;
const add = (sums: Sums, key: string, amount: number) => void sums.set(key, (sums.get(key) ?? 0) + amount);
const total = (sums: Sums) => [...sums.values()].reduce((all, one) => all + one, 0);

function compared(rule: Finding['rule'], expected: Sums, found: Sums): Finding {
  const wrong = [...new Set([...expected.keys(), ...found.keys()])]
    .map(id => ({ id, expected: expected.get(id) ?? 0, found: found.get(id) ?? 0 }))
    .filter(one => one.expected !== one.found);
  return { rule, expected: total(expected), found: total(found), wrong: wrong.slice(0, SHOWN) };
}

/** Recomputes the books of a project from the journal and the documents, and compares: what holds has nothing under `wrong`. */
export async function checkBooks(projectId: string): Promise<Finding[]> {
  const names = ['debit', 'credit', 'owed', 'balance', 'advance', 'deposit', 'funds'] as const;
  const sums = Object.fromEntries(names.map(name => [name, new Map<string, number>()])) as Record<
    (typeof names)[number],
    Sums
  >;
  const all = { projectId, deletedAt: null };
  for await (const doc of modelOf(journalEntry).find(all).lean<Stored[]>().cursor()) {
    const lines = doc.lines as Line[];
    for (const { debit, credit, account, fundId } of lines) {
      add(sums.debit, doc._id, debit ?? 0);
      add(sums.credit, doc._id, credit ?? 0);
      if (account === 'FUND') add(sums.funds, String(fundId), (debit ?? 0) - (credit ?? 0));
    }
    const effect = effectOf(lines);
    for (const name of ['owed', 'balance', 'advance', 'deposit'] as const)
      if (doc.unitId) add(sums[name], String(doc.unitId), effect[name]);
  }
  const accounts = await sumsOf(modelOf(unitAccount).find(all), doc => doc._id, [
    'owed',
    'balance',
    'advance',
    'deposit',
  ]);
  const [bills, states, broken] = [new Map(), new Map(), new Map()] as [Sums, Sums, Sums];
  for await (const doc of modelOf(bill)
    .find({ ...all, status: 'ACTIVE' })
    .lean<Stored[]>()
    .cursor()) {
    add(bills, String(doc.unitId), Number(doc.remaining));
    if (doc.type === 'ADJUST_DOWN') continue;
    add(states, doc._id, Number(doc.total) - Number(doc.lowered) - Number(doc.paid));
    add(broken, doc._id, Number(doc.remaining));
  }
  const held = await sumsOf(modelOf(deposit).find({ ...all, status: 'DEPOSITED' }), doc => String(doc.unitId), [
    'remaining',
  ]);
  return [
    compared('BALANCED', sums.debit, sums.credit),
    compared('UNIT_OWES', sums.owed, accounts.owed),
    compared('UNIT_BALANCE', sums.balance, accounts.balance),
    compared('UNIT_ADVANCE', sums.advance, accounts.advance),
    compared('DEPOSITS', sums.deposit, held.remaining),
    compared('RECEIVABLE_IS_BILLS', sums.owed, bills),
    compared('BILL_STATE', states, broken),
    compared('FUNDS', await moneyMoved(projectId), sums.funds),
  ];
}

/** Sums of the named fields of documents, by a key of each. */
async function sumsOf<N extends string>(
  query: ReturnType<ReturnType<typeof modelOf>['find']>,
  keyOf: (doc: Stored) => string,
  names: readonly N[],
): Promise<Record<N, Sums>> {
  const found = Object.fromEntries(names.map(name => [name, new Map<string, number>()])) as Record<N, Sums>;
  for await (const doc of query.lean<Stored[]>().cursor())
    for (const name of names) add(found[name], keyOf(doc), Number(doc[name] ?? 0));
  return found;
}

/** What came into each fund and went out of it by documents that stand. */
async function moneyMoved(projectId: string): Promise<Sums> {
  const moved: Sums = new Map();
  const standing = { projectId, deletedAt: null, status: 'NOT_CANCELED' };
  for await (const doc of modelOf(receipt).find(standing).lean<Stored[]>().cursor()) {
    const parts = (doc.parts ?? []) as { fundId: string; amount: number }[];
    for (const one of parts.length > 0 ? parts : [{ fundId: doc.fundId, amount: Number(doc.amount) }])
      if (one.fundId) add(moved, String(one.fundId), one.amount);
  }
  for await (const doc of modelOf(payslip).find(standing).lean<Stored[]>().cursor())
    add(moved, String(doc.fundId), -Number(doc.amount));
  for await (const doc of modelOf(fundTransfer).find(standing).lean<Stored[]>().cursor()) {
    add(moved, String(doc.fromFundId), -Number(doc.amount));
    add(moved, String(doc.toFundId), Number(doc.amount));
  }
  const refunds = { ...standing, type: 'REFUND' };
  for await (const doc of modelOf(accountMovement).find(refunds).lean<Stored[]>().cursor())
    if (doc.fundId) add(moved, String(doc.fundId), -Number(doc.amount));
  const taken = { projectId, deletedAt: null, status: { $ne: 'CANCELLED' } };
  for await (const doc of modelOf(deposit).find(taken).lean<Stored[]>().cursor()) {
    if (doc.fundId && doc.origin !== 'IMPORT') add(moved, String(doc.fundId), Number(doc.amount));
    for (const { fundId, amount } of (doc.refunds ?? []) as { fundId: string | null; amount: number }[])
      if (fundId) add(moved, fundId, -amount);
  }
  return moved;
}
