/** Accounts of the ledger (domain.md, Money 1). */
export const ACCOUNTS = [
  'RECEIVABLE',
  'UNIT_ACCOUNT',
  /** Prepayments of a unit for one service. */
  'ADVANCE',
  'DEPOSIT',
  'FUND',
  /** Money in transit: paid by a payment method, but not yet received in its fund. */
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

/** Accounts kept separately for each unit. */
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

/** Entries that charge a unit or reverse a charge; all other entries on receivables pay or write off. */
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

/** Modules whose records have journal entries. */
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
