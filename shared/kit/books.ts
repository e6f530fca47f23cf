/** What is closed apart: what is asked of units, and money that moves. */
export type Books = 'RECEIVABLE' | 'TRANSACTION';
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
