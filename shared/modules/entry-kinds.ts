/** The accounts of the books (domain.md, Money 1). */
export const ACCOUNTS = [
  'RECEIVABLE',
  'UNIT_ACCOUNT',
  /** Advance payments of a unit for one service. */
  'ADVANCE',
  'DEPOSIT',
  'FUND',
  /** Money on its way: taken by a method whose fund has not got it yet. */
  'CLEARING',
  /** Revenue of a service, an amenity or a category. */
  'REVENUE',
  'EXPENSE',
  'VAT_PAYABLE',
  'SURCHARGE_TAX_PAYABLE',
  'INTEREST_INCOME',
  'DISCOUNT',
  'WRITE_OFF',
  'OPENING_BALANCE',
] as const;
export type Account = (typeof ACCOUNTS)[number];

/** Accounts of which each unit has its own. */
export const UNIT_ACCOUNTS = ['RECEIVABLE', 'UNIT_ACCOUNT', 'ADVANCE', 'DEPOSIT'] as const;
export const ENTRY_KINDS = [
  'BILL_RELEASE',
  'BILL_DEBT',
  'BILL_EDIT',
  'BILL_CANCEL',
  'ADJUST_UP',
  'ADJUST_DOWN',
  'ADJUST_SURPLUS',
  'ADJUST_CANCEL',
  'INTEREST_POST',
  'INTEREST_WAIVE',
  'INTEREST_CANCEL',
  'RECEIPT',
  'RECEIPT_CANCEL',
  'SETTLE',
  'SETTLE_CANCEL',
  'PAYSLIP',
  'PAYSLIP_CANCEL',
  'REFUND_TO_ACCOUNT',
  'FUND_TRANSFER',
  'ADVANCE_TRANSFER',
  'TRANSFER_CANCEL',
  'OFFSET',
  'OFFSET_CANCEL',
  'DEPOSIT_TRANSFER',
  'DEPOSIT_FORFEIT',
  'FORFEIT_CANCEL',
  'WRITE_OFF',
  'WRITE_OFF_CANCEL',
  'OPENING_FUND',
  'OPENING_ACCOUNT',
  'OPENING_ADVANCE',
  'OPENING_DEPOSIT',
  'OPENING_CANCEL',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Entries by which money is asked of a unit; all others that touch what it owes pay it, or give it up. */
export const BILLED_KINDS: readonly EntryKind[] = [
  'BILL_RELEASE',
  'BILL_DEBT',
  'BILL_EDIT',
  'BILL_CANCEL',
  'ADJUST_UP',
  'ADJUST_DOWN',
  'ADJUST_CANCEL',
  'INTEREST_POST',
  'INTEREST_CANCEL',
];

/** The documents of money, by the names of their modules. */
export const DOCUMENT_TYPES = [
  'bill',
  'receipt',
  'payslip',
  'account-movement',
  'deposit',
  'fund-transfer',
  'fund',
  'utility-booking',
  'write-off',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
