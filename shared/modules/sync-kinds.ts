/** The permission module of what goes to the accounting software. */
export const ACCOUNTING = 'ACCOUNTING';

/** Documents of money that the accounting software gets. */
export const SYNC_KINDS = ['BILL', 'RECEIPT', 'PAYSLIP', 'FUND_TRANSFER', 'ADVANCE', 'DEPOSIT'] as const;
export type SyncKind = (typeof SYNC_KINDS)[number];
/** Cancellations are sent as documents of their own. */
export const SENT_KINDS = [...SYNC_KINDS, 'CANCELLATION'] as const;

/** Things with a code in the accounting software. */
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
  VAT: ['131', '33311'],
  SURCHARGE: ['131', '3339'],
  INTEREST: ['131', '515'],
};
/** How people of the books call each of them. */
export const PAIR_NAMES: Readonly<Record<string, string>> = {
  BILL: 'Khoản phí',
  'RECEIPT:CASH': 'Phiếu thu tiền mặt',
  'RECEIPT:BANK': 'Phiếu thu ngân hàng',
  'PAYSLIP:CASH': 'Phiếu chi tiền mặt',
  'PAYSLIP:BANK': 'Phiếu chi ngân hàng',
  ADVANCE: 'Thu trước',
  DEPOSIT: 'Ký quỹ',
  VAT: 'Thuế GTGT đầu ra',
  SURCHARGE: 'Phụ phí thu hộ',
  INTEREST: 'Lãi chậm nộp',
};
/** The rates of VAT, and what bears none; the software of most has a code of this form for each. */
export const TAX_RATES_SENT = ['0', '5', '8', '10', 'KCT'] as const;
export const usualTaxCode = (rate: string): string => `VAT${rate}`;
