import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import { ACCOUNTS, DOCUMENT_TYPES, ENTRY_KINDS } from './entry-kinds.ts';

export { type Account, BILLED_KINDS, type DocumentType, type EntryKind, UNIT_ACCOUNTS } from './entry-kinds.ts';

const HIDDEN = { readOnly: true, internal: true, detailOnly: true, key: true } as const;
const ID = { kind: 'text', max: 40, key: true } as const;

/** A journal entry: immutable, and debits equal credits. */
export const journalEntry = defineModule({
  name: 'journal-entry',
  code: 'BALANCE_SHEET',
  path: '/statistics/journal',
  route: 'statistics/journal',
  icon: 'book',
  menu: { group: 'accountingReports', order: 9, key: 'journal' },
  title: 'documentCode',
  flags: ['read', 'export'],
  calls: ['list', 'detail', 'export', 'badges'],
  fields: {
    /** Sequential within the project; may have gaps. */
    no: { kind: 'integer', readOnly: true },
    accountingDate: { kind: 'date', required: true },
    month: { kind: 'month', required: true },
    kind: { kind: 'choice', options: ENTRY_KINDS, required: true },
    documentType: { kind: 'choice', options: DOCUMENT_TYPES, required: true },
    documentId: { kind: 'text', max: 40, key: true, internal: true, readOnly: true },
    documentCode: { kind: 'text', max: 40, search: true },
    unitIds: { kind: 'refs', to: 'unit', max: 200, search: true },
    total: { kind: 'money', required: true, max: 9_007_199_254_740_991 },
    lines: {
      kind: 'lines',
      max: 300,
      detailOnly: true,
      of: {
        account: { kind: 'choice', options: ACCOUNTS, required: true },
        unitId: { kind: 'ref', to: 'unit' },
        serviceId: { kind: 'ref', to: 'service' },
        amenityId: { kind: 'ref', to: 'utility' },
        fundId: { kind: 'ref', to: 'fund' },
        method: { kind: 'text', max: 40 },
        category: { kind: 'text', max: 40 },
        /** Part of a unit's balance: opening, or later. */
        bucket: { kind: 'choice', options: ['OPENING', 'CURRENT'] },
        /** Part of a unit's receivables. */
        part: { kind: 'choice', options: ['PRINCIPAL', 'INTEREST'] },
        billId: ID,
        bookingId: ID,
        depositId: ID,
        debit: { kind: 'money' },
        credit: { kind: 'money' },
      },
    },
    text: { kind: 'text', max: 500, detailOnly: true },
    actor: { kind: 'text', tells: true, max: 200, detailOnly: true },
    /** The entry it reverses; unique, since an entry can be reversed only once. */
    reversesId: { kind: 'text', max: 40, ...HIDDEN, unique: true },
    /** Distinguishes entries of one document and kind: version of the document, or id of the reversed entry. */
    occurrence: { kind: 'text', max: 80, ...HIDDEN },
  },
  unique: [{ fields: ['documentId', 'kind', 'occurrence'] }],
  list: {
    columns: ['no', 'accountingDate', 'kind', 'documentCode', 'unitIds', 'total', 'createdAt'],
    hidden: ['createdAt'],
    sorts: ['accountingDate', 'total', 'no', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['accountingDate', 'month', 'kind', 'documentType', 'unitIds', 'createdAt'],
    indexed: ['unitIds'],
  },
});

const BALANCE = { kind: 'money', min: -2_000_000_000_000, readOnly: true, initial: 0 } as const;

/** Receivables and balances of a unit, derived from its entries. */
export const unitAccount = defineModule({
  name: 'unit-account',
  code: 'UNIT_ACCOUNT',
  path: '/unit-account',
  route: 'statistics/apartment-account',
  icon: 'wallet',
  menu: { group: 'accountingReports', order: 3, key: 'unitAccounts' },
  title: 'unitId',
  flags: ['read', 'readDetail', 'export', 'deduct'],
  calls: ['list', 'detail', 'export', 'badges'],
  fields: {
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    owed: BALANCE,
    balance: BALANCE,
    /** Opening part of the balance: used first, and never refunded by cancelling a receipt. */
    balanceOpening: { ...BALANCE, detailOnly: true },
    /** Prepayments of all services together. */
    advance: BALANCE,
    deposit: BALANCE,
    lastAt: { kind: 'instant', readOnly: true },
  },
  resident: {},
  list: {
    columns: ['unitId', 'owed', 'balance', 'advance', 'deposit', 'lastAt'],
    sorts: ['owed', 'balance', 'lastAt', 'createdAt'],
    defaultSort: '-owed',
    filters: ['unitId', 'owed', 'balance', 'lastAt'],
    indexed: ['unitId'],
    tabs: {
      all: {},
      held: { balance: { from: '1' } },
      deductible: { balance: { from: '1' }, owed: { from: '1' } },
    },
  },
  errors: { NOTHING_TO_DEDUCT: 422 },
});

export type JournalEntry = DocOf<typeof journalEntry>;
export type UnitAccount = DocOf<typeof unitAccount>;
