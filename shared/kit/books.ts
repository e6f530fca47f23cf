/** Parts of the books with a closing day of their own: receivables, and payments. */
export type Books = 'RECEIVABLE' | 'TRANSACTION';
/** Modules of the books: readers of any of them need the closing days. */
export const BOOKKEEPING = [
  'LOCK_DATE',
  'BILL',
  'BILLING_SERVICE',
  'TARIFF',
  'USAGE',
  'FEE_NOTICE',
  'PAYMENT',
  'RECEIPT',
  'PAYSLIP',
  'FUND',
  'CASHBOOK',
  'UNIT_ACCOUNT',
  'DEPOSIT',
  'DEBT_COMPARISON',
  'BILLING_CONFIG',
  'RECEIVABLE_REPORT',
  'ADVANCE_REPORT',
  'BALANCE_SHEET',
] as const;

/** Query for the closing days, open to readers of any of these modules. */
export const CLOSED = { path: '/transaction-lock-date', module: 'LOCK_DATE' } as const;

export interface BooksClosed {
  lockTransactionData: string | null;
  lockAccountsReceivable: string | null;
}
/** Names of the closing days in its answer. */
export const CLOSED_TO = {
  RECEIVABLE: 'lockAccountsReceivable',
  TRANSACTION: 'lockTransactionData',
} as const satisfies Record<Books, keyof BooksClosed>;
