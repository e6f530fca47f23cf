import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import type { Session } from '../../../kit/database/database.ts';
import { effectOf, type Line } from '../reports/entries.ts';
import { atOneMoment, docsOf, type Entry, loadEntries, ownIds } from '../reports/read.ts';
import { checkBookings } from './bookings.ts';
import { checkDocuments } from './documents.ts';
import { add, compareSums, type Finding, listWrong, type Sums, sums } from './findings.ts';
import { moneyMoved } from './funds.ts';
import { checkLocks } from './locks.ts';

export type { Finding } from './findings.ts';

/** Recomputes the books of a project from journal and documents; rules that hold have an empty `wrong`. */
export const checkBooks = (projectId: string): Promise<Finding[]> =>
  atOneMoment(async session => findingsIn(projectId, await loadEntries(projectId, session), session));

/** Same check within an existing snapshot session. */
export async function findingsIn(projectId: string, entries: readonly Entry[], session: Session): Promise<Finding[]> {
  return [
    ...checkEntries(entries, await ownIds(projectId, session)),
    ...(await checkBalances(projectId, entries, session)),
    ...(await checkBills(projectId, entries, session)),
    compareSums(
      'FUNDS',
      await moneyMoved(projectId, session),
      byKey(entries, 'FUND', line => line.fundId ?? ''),
    ),
    ...(await checkDocuments(projectId, entries, session)),
    await checkBookings(projectId, entries, session),
    await checkLocks(projectId, entries, session),
  ];
}

/** Checks each entry: balanced, within the project, and reversed at most once. */
function checkEntries(entries: readonly Entry[], ids: ReadonlySet<string>): Finding[] {
  const [debit, credit] = [sums(), sums()];
  const foreign: string[] = [];
  const reversed = new Map<string, number>();
  for (const { _id, lines, reversesId } of entries) {
    for (const line of lines) {
      add(debit, _id, line.debit ?? 0);
      add(credit, _id, line.credit ?? 0);
      for (const id of [line.unitId, line.serviceId, line.fundId]) if (id && !ids.has(id)) foreign.push(_id);
    }
    if (reversesId) add(reversed, reversesId, 1);
  }
  const twice = [...reversed].filter(([, times]) => times > 1).map(([id]) => id);
  return [
    compareSums('BALANCED', debit, credit),
    listWrong('OWN_PROJECT', foreign, entries.length),
    listWrong('REVERSED_ONCE', twice, reversed.size),
  ];
}

const FIGURES = ['owed', 'balance', 'balanceOpening', 'advance', 'deposit'] as const;
const RULES = { owed: 'UNIT_OWES', balance: 'UNIT_BALANCE', balanceOpening: 'UNIT_OPENING' } as const;

/** Checks that stored unit balances equal the sum of their lines and were never negative. */
async function checkBalances(projectId: string, entries: readonly Entry[], session: Session): Promise<Finding[]> {
  const found = Object.fromEntries(FIGURES.map(name => [name, sums()])) as Record<(typeof FIGURES)[number], Sums>;
  const running = sums();
  const below = new Set<string>();
  const ahead = sums();
  for (const { lines } of entries)
    for (const line of lines) {
      if (!line.unitId) continue;
      const effect = effectOf([line]);
      for (const name of FIGURES) if (effect[name] !== 0) add(found[name], line.unitId, effect[name]);
      if (line.account === 'ADVANCE') add(ahead, `${line.unitId} ${line.serviceId}`, effect.advance);
      if (line.account === 'RECEIVABLE') continue;
      const key = `${line.unitId} ${line.account} ${line.serviceId ?? line.depositId ?? ''} ${line.bucket ?? ''}`;
      add(running, key, (line.credit ?? 0) - (line.debit ?? 0));
      if ((running.get(key) ?? 0) < 0) below.add(line.unitId);
    }
  const stored = Object.fromEntries(FIGURES.map(name => [name, sums()])) as Record<(typeof FIGURES)[number], Sums>;
  for await (const doc of docsOf(unitAccount, { projectId }, session))
    for (const name of FIGURES) add(stored[name], doc._id, doc[name] ?? 0);
  const booked = sums();
  for await (const doc of docsOf(serviceAdvance, { projectId }, session))
    add(booked, `${doc.unitId} ${doc.serviceId}`, doc.balance ?? 0);
  const held = sums();
  for await (const doc of docsOf(deposit, { projectId, status: 'DEPOSITED' }, session))
    add(held, doc.unitId, doc.remaining ?? 0);
  return [
    ...(['owed', 'balance', 'balanceOpening'] as const).map(name =>
      compareSums(RULES[name], found[name], stored[name]),
    ),
    compareSums('UNIT_ADVANCE', found.advance, stored.advance),
    compareSums('SERVICE_ADVANCE', ahead, booked),
    compareSums('UNIT_DEPOSIT', found.deposit, stored.deposit),
    compareSums('DEPOSITS', found.deposit, held),
    listWrong('NEVER_BELOW', [...below], running.size),
  ];
}

/** Checks receivables and taxes by service against the bills. */
async function checkBills(projectId: string, entries: readonly Entry[], session: Session): Promise<Finding[]> {
  const [owed, states, stored, vat, surcharge] = [sums(), sums(), sums(), sums(), sums()];
  for await (const doc of docsOf(bill, { projectId, status: 'ACTIVE' }, session)) {
    add(owed, `${doc.unitId} ${doc.serviceId}`, doc.remaining);
    add(vat, doc.serviceId, doc.vat);
    add(surcharge, doc.serviceId, doc.surcharge);
    if (doc.type !== 'NORMAL') continue;
    add(states, doc._id, doc.total - doc.paid - (doc.writtenOff ?? 0));
    add(stored, doc._id, doc.remaining);
  }
  const ofBills = entries.filter(({ documentType }) => documentType === 'bill');
  const byService = (line: Line) => line.serviceId ?? '';
  const receivable = byKey(entries, 'RECEIVABLE', line => `${line.unitId} ${line.serviceId}`);
  return [
    compareSums('RECEIVABLE_IS_BILLS', receivable, owed),
    compareSums('BILL_STATE', states, stored),
    compareSums('VAT', vat, byKey(ofBills, 'VAT_PAYABLE', byService)),
    compareSums('SURCHARGE', surcharge, byKey(ofBills, 'SURCHARGE_TAX_PAYABLE', byService)),
  ];
}

const DEBIT = new Set(['RECEIVABLE', 'FUND']);
/** Sums of an account by key, on its normal side. */
function byKey(entries: readonly Entry[], account: Line['account'], keyOf: (line: Line) => string): Sums {
  const found = sums();
  const sign = DEBIT.has(account) ? 1 : -1;
  for (const { lines } of entries)
    for (const line of lines)
      if (line.account === account) add(found, keyOf(line), sign * ((line.debit ?? 0) - (line.credit ?? 0)));
  return found;
}
