import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';

/** The accounts of the books (domain.md, Money 1). */
export const ACCOUNTS = [
  'RECEIVABLE',
  'UNIT_ACCOUNT',
  /** What a unit has paid ahead for one service. */
  'ADVANCE',
  'DEPOSIT',
  'FUND',
  /** Money on its way: between funds, between two units, or taken where no fund was named. */
  'CLEARING',
  'REVENUE',
  'EXPENSE',
  'VAT',
  'SURCHARGE',
  'INTEREST',
  'OTHER_INCOME',
  'OPENING',
] as const;
export type Account = (typeof ACCOUNTS)[number];

export const ENTRY_KINDS = [
  'BILL',
  'BILL_CANCEL',
  'ADJUSTMENT',
  'INTEREST',
  'RECEIPT',
  'RECEIPT_CANCEL',
  'PAYSLIP',
  'PAYSLIP_CANCEL',
  'DEDUCTION',
  'DEDUCTION_CANCEL',
  'TRANSFER',
  'TRANSFER_CANCEL',
  'REFUND',
  'REFUND_CANCEL',
  'DEPOSIT',
  'DEPOSIT_REFUND',
  'DEPOSIT_TRANSFER',
  'DEPOSIT_KEPT',
  'DEPOSIT_CANCEL',
  'FUND_TRANSFER',
  'FUND_TRANSFER_CANCEL',
  'OPENING',
  'OPENING_CANCEL',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One entry of the journal: debits equal credits, and nothing of it is ever changed. */
export const journalEntry = defineModule({
  name: 'journal-entry',
  code: 'ACCOUNTING',
  path: '/journal',
  route: 'journal',
  icon: 'book',
  menu: { group: 'accountingReports', order: 9, key: 'journal' },
  prefix: 'BT',
  title: 'code',
  flags: ['read', 'export'],
  calls: ['list', 'detail', 'export', 'badges'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    day: { kind: 'date', required: true },
    entry: { kind: 'choice', options: ENTRY_KINDS, required: true },
    source: { kind: 'text', max: 40, search: true },
    unitId: { kind: 'ref', to: 'unit', search: true },
    amount: { kind: 'money', required: true },
    lines: {
      kind: 'lines',
      max: 300,
      detailOnly: true,
      of: {
        account: { kind: 'choice', options: ACCOUNTS, required: true },
        serviceId: { kind: 'ref', to: 'service' },
        fundId: { kind: 'ref', to: 'fund' },
        debit: { kind: 'money' },
        credit: { kind: 'money' },
      },
    },
  },
  list: {
    columns: ['code', 'day', 'entry', 'source', 'unitId', 'amount', 'createdAt'],
    sorts: ['day', 'amount', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['day', 'entry', 'unitId', 'createdAt'],
    indexed: ['unitId'],
  },
});

const BALANCE = { kind: 'money', min: -2_000_000_000_000, readOnly: true, initial: 0 } as const;

/** What a unit owes and has, as its entries make it. */
export const unitAccount = defineModule({
  name: 'unit-account',
  code: 'UNIT_ACCOUNT',
  path: '/unit-account',
  route: 'statistics/apartment-account',
  icon: 'wallet',
  menu: { group: 'accountingReports', order: 3, key: 'unitAccounts' },
  title: 'unitId',
  flags: ['read', 'export'],
  calls: ['list', 'detail', 'export', 'badges'],
  fields: {
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    owed: BALANCE,
    balance: BALANCE,
    /** What was paid ahead, of all services together. */
    advance: BALANCE,
    deposit: BALANCE,
    lastAt: { kind: 'instant', readOnly: true },
  },
  resident: {},
  list: {
    columns: ['unitId', 'owed', 'balance', 'advance', 'deposit', 'lastAt'],
    sorts: ['owed', 'balance', 'lastAt', 'createdAt'],
    defaultSort: '-owed',
    filters: ['unitId', 'lastAt'],
    indexed: ['unitId'],
  },
});

export type JournalEntry = DocOf<typeof journalEntry>;
export type UnitAccount = DocOf<typeof unitAccount>;
