/** What is closed apart: what is asked of units, and money that moves. */
export type Books = 'RECEIVABLE' | 'TRANSACTION';
/** The parts of the books: whoever reads any of them must know what is closed. */
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

/** Up to which days the books are closed: asked by whoever keeps any of them. */
export const CLOSED = { path: '/transaction-lock-date', module: 'LOCK_DATE' } as const;

export interface BooksClosed {
  lockTransactionData: string | null;
  lockAccountsReceivable: string | null;
}
/** The day of each. */
export const CLOSED_TO = {
  RECEIVABLE: 'lockAccountsReceivable',
  TRANSACTION: 'lockTransactionData',
} as const satisfies Record<Books, keyof BooksClosed>;
