import type { Definition } from '@lobby/shared/kit/definition.ts';
import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { FoundRow } from '@lobby/shared/modules/reconciliation.contract.ts';
import { CHECKS, type Check, NOT_IN_USE } from '@lobby/shared/modules/reconciliation.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import type { Session } from '../../kit/database/database.ts';
import {
  atOneMoment,
  compareSums,
  type Entry,
  type Finding,
  findingsIn,
  LEDGER_RULES,
  listWrong,
  loadEntries,
  loadNames,
  namesAmong,
} from '../ledger/index.ts';
import { readInvoices, readOnline, readPromises, readSent, readStatements } from './sources.ts';
import { readBills, readClearing, readCodes, readReceipts, readTills, type Sides } from './vouchers.ts';

/** Entity of the rows of each rule, beside those of the journal's own rules. */
const OWN_RULES = {
  RECEIPT_USED: 'receipt',
  RECEIPT_CAME: 'receipt',
  BILL_PAID: 'bill',
  CLEARING: 'method',
  CODES: 'code',
  TILLS: 'fund',
  LINES_MATCHED: 'line',
  ORDERS_BOOKED: 'order',
  ORDERS_GIVEN_BACK: 'order',
  INVOICE_LINES: 'invoice',
  INVOICED_AS_BILLED: 'bill',
  INVOICED_ONCE: 'bill',
  SENT_AS_BOOKED: 'sent',
  PROMISES: 'promise',
} as const;

/** Definitions that name the rows of these rules. */
const RECORDS: Readonly<Record<string, readonly Definition[]>> = {
  receipt: [receipt],
  bill: [bill, receipt],
  sent: [syncReceipt],
  fund: [fund],
  line: [bankStatementLine],
  order: [onlineTransaction],
  invoice: [invoice],
  promise: [debtPromise],
  method: [paymentMethod],
};

/** Rules of each check; its sums are those of the first. */
const PARTS: Partial<Record<Check, readonly string[]>> = {
  ENTRIES: ['BALANCED', 'OWN_PROJECT', 'REVERSED_ONCE'],
  BALANCES: ['UNIT_OWES', 'UNIT_BALANCE', 'UNIT_OPENING', 'UNIT_ADVANCE', 'SERVICE_ADVANCE', 'UNIT_DEPOSIT'],
  RECEIVABLES: ['RECEIVABLE_IS_BILLS'],
  RECEIPTS: ['RECEIPT_USED', 'RECEIPT_CAME'],
  CASHBOOK: ['FUNDS'],
  TAXES: ['VAT', 'SURCHARGE'],
  DEPOSITS: ['DEPOSITS', 'BOOKINGS'],
  NEVER_BELOW: ['NEVER_BELOW', 'TILLS'],
  CODES: ['CODES'],
  LOCKS: ['LOCKED_SUMS'],
  CLEARING: ['CLEARING'],
  PAYMENT_STATE: ['BILL_STATE', 'BILL_PAID'],
  UNIT_ACCOUNTS: ['UNIT_BALANCE', 'UNIT_OPENING'],
  E_INVOICES: ['INVOICED_AS_BILLED', 'INVOICE_LINES', 'INVOICED_ONCE'],
  SYNC: ['SENT_AS_BOOKED'],
  ONLINE: ['ORDERS_BOOKED', 'ORDERS_GIVEN_BACK'],
  STATEMENT_LINES: ['LINES_MATCHED'],
  PLANS: ['PROMISES'],
  DOCUMENTS: ['DOCUMENTS_POSTED', 'ENTRIES_DOCUMENTED'],
};
/** Checks that have something to compare wherever there is a financial document. */
const NEVER_EMPTY: readonly Check[] = ['ENTRIES', 'DOCUMENTS'];

export interface Result {
  check: Check;
  ok: boolean;
  rowsSeen: number;
  left: number;
  right: number;
  difference: number;
  wrong: FoundRow[];
}

/** A finding of a rule outside the journal's own. */
type Found = Omit<Finding, 'rule'> & { rule: string };

async function ownFindings(projectId: string, entries: readonly Entry[], session: Session): Promise<Found[]> {
  const { used, came, waiting, paid } = await readReceipts(projectId, session);
  const both = (rule: string, { left, right }: Sides): Found => ({ ...compareSums('BALANCED', left, right), rule });
  const codes = await readCodes(projectId, session);
  const tills = await readTills(projectId, entries, session);
  const online = await readOnline(projectId, used.left, session);
  const invoices = await readInvoices(projectId, session);
  const promises = await readPromises(projectId, session);
  return [
    both('RECEIPT_USED', used),
    both('RECEIPT_CAME', came),
    both('BILL_PAID', await readBills(projectId, paid, session)),
    both('CLEARING', await readClearing(projectId, entries, waiting, session)),
    { ...listWrong('BALANCED', codes.missing, codes.seen + codes.missing.length), rule: 'CODES' },
    { ...listWrong('BALANCED', tills, tills.length), rule: 'TILLS' },
    both('LINES_MATCHED', await readStatements(projectId, used.left, session)),
    both('ORDERS_BOOKED', online),
    { ...listWrong('BALANCED', online.over, online.left.size), rule: 'ORDERS_GIVEN_BACK' },
    both('INVOICED_AS_BILLED', invoices.billed),
    both('INVOICE_LINES', invoices),
    both('SENT_AS_BOOKED', await readSent(projectId, entries, session)),
    { ...listWrong('BALANCED', invoices.twice, invoices.bills), rule: 'INVOICED_ONCE' },
    { ...listWrong('BALANCED', promises.empty, promises.kept), rule: 'PROMISES' },
  ];
}

const isLedger = (rule: string): rule is keyof typeof LEDGER_RULES => Object.hasOwn(LEDGER_RULES, rule);
const ofRule = (rule: string): string =>
  isLedger(rule) ? LEDGER_RULES[rule] : OWN_RULES[rule as keyof typeof OWN_RULES];

async function loadRows(projectId: string, { rule, wrong }: Found): Promise<FoundRow[]> {
  const of = ofRule(rule);
  const names = isLedger(rule)
    ? await loadNames(projectId, rule, wrong)
    : await namesAmong(projectId, RECORDS[of] ?? [], wrong);
  return wrong.map(({ id, serviceId, expected, found }, n) => ({
    rule,
    of,
    id,
    name: names[n] ?? id,
    serviceId,
    left: expected,
    right: found,
  }));
}

async function loadResult(projectId: string, check: Check, all: readonly Found[]): Promise<Result> {
  const parts = (PARTS[check] ?? []).flatMap(rule => all.filter(part => part.rule === rule));
  const wrong = (await Promise.all(parts.map(part => loadRows(projectId, part)))).flat();
  const rowsSeen = parts.reduce((sum, { seen }) => sum + seen, 0);
  const first = parts[0];
  return {
    check,
    ok: wrong.length === 0,
    rowsSeen,
    left: first?.expected ?? 0,
    right: first?.found ?? 0,
    difference: wrong.reduce((sum, { left, right }) => sum + Math.abs(right - left), 0),
    wrong,
  };
}

/** Runs the checks of a project, all on one snapshot of the data. Read-only. */
export async function reconcile(projectId: string, checks: readonly Check[] = CHECKS): Promise<Result[]> {
  const all = await atOneMoment(async session => {
    const entries = await loadEntries(projectId, session);
    const findings: Found[] = await findingsIn(projectId, entries, session);
    return [...findings, ...(await ownFindings(projectId, entries, session))];
  });
  const used = checks.filter(check => !NOT_IN_USE.has(check));
  const results = await Promise.all(used.map(check => loadResult(projectId, check, all)));
  const posted = all.some(({ rule, seen }) => rule === 'DOCUMENTS_POSTED' && seen > 0);
  return results.map(result =>
    result.rowsSeen === 0 && posted && NEVER_EMPTY.includes(result.check) ? { ...result, ok: false } : result,
  );
}
