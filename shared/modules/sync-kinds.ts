/** The permission module of what goes to the accounting software. */
export const ACCOUNTING = 'ACCOUNTING';

/** Documents of money that the accounting software gets. */
export const SYNC_KINDS = ['BILL', 'RECEIPT', 'PAYSLIP', 'FUND_TRANSFER', 'ADVANCE', 'DEPOSIT'] as const;
export type SyncKind = (typeof SYNC_KINDS)[number];
/** What goes back there is a document of its own. */
export const SENT_KINDS = [...SYNC_KINDS, 'CANCELLATION'] as const;

/** What has a code on the other side. */
export const CODE_KINDS = ['PROJECT', 'BLOCK', 'UNIT', 'SERVICE', 'CATEGORY', 'FUND', 'TAX', 'ACCOUNT_PAIR'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

const SHORT = 8;
const LONG = 16;
/** The longest code of a kind. */
export const longestCode = (kind: CodeKind): number => (kind === 'PROJECT' || kind === 'BLOCK' ? SHORT : LONG);
/** How codes of the other side are written, once they are in capitals. */
export const FOREIGN_CODE = /^[A-Z0-9._-]+$/;
/** Numbers of accounts. */
export const ACCOUNT_NUMBER = /^\d{3,10}$/;

/** The accounts that a kind of document goes to where nobody says otherwise: an accountant confirms them. */
export const USUAL_PAIRS: Readonly<Record<string, readonly [debit: string, credit: string]>> = {
  BILL: ['131', '5113'],
  'RECEIPT:CASH': ['111', '131'],
  'RECEIPT:BANK': ['112', '131'],
  'PAYSLIP:CASH': ['642', '111'],
  'PAYSLIP:BANK': ['642', '112'],
  ADVANCE: ['131', '3387'],
  DEPOSIT: ['112', '344'],
};
