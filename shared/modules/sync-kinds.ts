export const ACCOUNTING = 'ACCOUNTING';

/** Kinds of documents sent to the accounting software. */
export const SYNC_KINDS = ['BILL', 'RECEIPT', 'PAYSLIP', 'FUND_TRANSFER', 'ADVANCE', 'DEPOSIT'] as const;
export type SyncKind = (typeof SYNC_KINDS)[number];
/** A cancellation is sent as a separate document. */
export const SENT_KINDS = [...SYNC_KINDS, 'CANCELLATION'] as const;

/** Kinds of records that have a code in the accounting software. */
export const CODE_KINDS = ['PROJECT', 'BLOCK', 'UNIT', 'SERVICE', 'CATEGORY', 'FUND', 'TAX', 'ACCOUNT_PAIR'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

const SHORT = 8;
const LONG = 16;
export const longestCode = (kind: CodeKind): number => (kind === 'PROJECT' || kind === 'BLOCK' ? SHORT : LONG);
/** Codes of the accounting software, in capitals. */
export const FOREIGN_CODE = /^[A-Z0-9._-]+$/;
export const ACCOUNT_NUMBER = /^\d{3,10}$/;

/** Default accounts by kind of document; an accountant must confirm them. */
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
/** Names of the account pairs, as accountants call them. */
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
/** VAT rates and KCT (exempt); most software has codes like `VAT8`. */
export const TAX_RATES_SENT = ['0', '5', '8', '10', 'KCT'] as const;
export const usualTaxCode = (rate: string): string => `VAT${rate}`;
