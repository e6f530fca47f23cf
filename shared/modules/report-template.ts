import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { LANGUAGES } from '../kit/languages.ts';

/** Types of printed documents: letters, vouchers, reports, slips. A module with a new document adds its type here. */
export const LETTERS = ['FEE_NOTICE', 'REMIND_DEBT_1', 'REMIND_DEBT_2', 'REMIND_DEBT_3', 'LATE_FEE'] as const;
export const VOUCHERS = ['RECEIPT', 'PAYSLIP'] as const;
const REPORTS = ['CASHBOOK', 'DEBT_REPORT', 'ADVANCE_REPORT', 'REVENUE_EXPENSE_REPORT'] as const;
const SLIPS = ['DEPOSIT_SLIP', 'BOOKING_SLIP', 'MERCHANT_ORDER_SLIP'] as const;
export const DOCUMENT_TYPES = [...LETTERS, ...VOUCHERS, ...REPORTS, ...SLIPS] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

const NOTICE_COLUMNS = [
  'service',
  'period',
  'index',
  'quantity',
  'unitPrice',
  'net',
  'vatRate',
  'vat',
  'amount',
] as const;
const CASH_COLUMNS = ['date', 'code', 'content', 'in', 'out', 'balance'] as const;
const SUM_COLUMNS = ['unit', 'opening', 'in', 'out', 'balance'] as const;
const CATEGORY_COLUMNS = ['category', 'in', 'out', 'balance'] as const;
const COLUMNS = [...new Set([...NOTICE_COLUMNS, ...CASH_COLUMNS, ...SUM_COLUMNS, ...CATEGORY_COLUMNS])];
export type PaperColumn = (typeof COLUMNS)[number];

/** Allowed table columns of a document type; none for slips. */
export function columnsOf(type: unknown): readonly PaperColumn[] {
  if (LETTERS.some(letter => letter === type)) return NOTICE_COLUMNS;
  if (type === 'CASHBOOK') return CASH_COLUMNS;
  if (type === 'DEBT_REPORT' || type === 'ADVANCE_REPORT') return SUM_COLUMNS;
  return type === 'REVENUE_EXPENSE_REPORT' ? CATEGORY_COLUMNS : [];
}

export const SIGNATURE_ROLES = [
  'PREPARER',
  'CASHIER',
  'TREASURER',
  'ACCOUNTANT',
  'MANAGER',
  'APPROVER',
  'PAYER',
  'PAYEE',
] as const;
export type SignatureRole = (typeof SIGNATURE_ROLES)[number];

const linesIn = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value : []);

/** Refuses duplicate languages and columns, and columns the document does not have. */
function fits({ documentType, paper, languages, columns }: Record<string, unknown>): FieldErrors {
  const errors: FieldErrors = {};
  const twice = (name: string, of: string, value: unknown) => {
    const values = linesIn(value).map(line => line[of]);
    const again = values.findIndex((entry, at) => values.indexOf(entry) < at);
    if (again >= 0) errors[`${name}.${again}.${of}`] = { code: 'CHOICE_INVALID' };
  };
  twice('languages', 'language', languages);
  twice('columns', 'column', columns);
  const allowed: readonly string[] = columnsOf(documentType);
  const strange = linesIn(columns).findIndex(({ column }) => !allowed.includes(String(column)));
  if (strange >= 0) errors[`columns.${strange}.column`] = { code: 'CHOICE_INVALID' };
  if (paper === 'K80' && !VOUCHERS.some(voucher => voucher === documentType)) errors.paper = { code: 'CHOICE_INVALID' };
  return errors;
}

const DETAIL = { detailOnly: true } as const;

/** Layout of a printed document: letterhead, texts, bank and QR, signatures. Every type has a default. */
export const reportTemplate = defineModule({
  name: 'report-template',
  code: 'TEMPLATE',
  path: '/report-template',
  route: 'config-templates',
  icon: 'file',
  menu: { group: 'system', order: 6, key: 'reportTemplates', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    name: {
      kind: 'text',
      min: 2,
      max: 100,
      required: true,
      unique: true,
      taken: 'REPORT_TEMPLATE_NAME_EXISTS',
      search: true,
    },
    documentType: { kind: 'choice', options: DOCUMENT_TYPES, required: true, initial: 'FEE_NOTICE' },
    isDefault: { kind: 'flag', readOnly: true, initial: false },
    paper: { kind: 'choice', options: ['A4', 'A5', 'K80'], initial: 'A4' },
    orientation: {
      kind: 'choice',
      options: ['PORTRAIT', 'LANDSCAPE'],
      initial: 'PORTRAIT',
      visibleWhen: { paper: ['A4', 'A5'] },
      ...DETAIL,
    },
    copies: { kind: 'integer', min: 1, max: 3, initial: 1, ...DETAIL },
    languages: {
      kind: 'lines',
      max: 2,
      of: { language: { kind: 'choice', options: LANGUAGES, required: true } },
    },
    logo: { kind: 'files', max: 1, images: true, ...DETAIL },
    buildingName: { kind: 'text', max: 150, ...DETAIL },
    address: { kind: 'text', max: 300, ...DETAIL },
    taxCode: { kind: 'text', tells: true, min: 9, max: 13, digits: true, ...DETAIL },
    phone: { kind: 'phone', ...DETAIL },
    email: { kind: 'email', ...DETAIL },
    title: { kind: 'text', max: 120, ...DETAIL },
    intro: { kind: 'richText', max: 5000, ...DETAIL },
    closing: { kind: 'richText', max: 5000, ...DETAIL },
    showBank: { kind: 'flag', initial: true, visibleWhen: { documentType: LETTERS }, ...DETAIL },
    bankAccountId: { kind: 'ref', to: 'bank-account', visibleWhen: { documentType: LETTERS }, ...DETAIL },
    qr: {
      kind: 'choice',
      options: ['NONE', 'TOP', 'BOTTOM'],
      initial: 'BOTTOM',
      visibleWhen: { documentType: LETTERS },
      ...DETAIL,
    },
    columns: {
      kind: 'lines',
      max: COLUMNS.length,
      of: { column: { kind: 'choice', options: COLUMNS, required: true } },
      visibleWhen: { documentType: [...LETTERS, ...REPORTS] },
      ...DETAIL,
    },
    showMeter: { kind: 'flag', initial: true, visibleWhen: { documentType: LETTERS }, ...DETAIL },
    showDebts: { kind: 'flag', initial: true, visibleWhen: { documentType: LETTERS }, ...DETAIL },
    showAmountInWords: { kind: 'flag', initial: true, ...DETAIL },
    signatures: {
      kind: 'lines',
      max: 6,
      of: {
        role: { kind: 'choice', options: SIGNATURE_ROLES, required: true },
        title: { kind: 'text', max: 60 },
        employeeId: { kind: 'ref', to: 'employee' },
      },
      ...DETAIL,
    },
    treasurerId: { kind: 'ref', to: 'employee' },
    footer: { kind: 'text', max: 300, ...DETAIL },
    revision: { kind: 'integer', readOnly: true, initial: 1 },
    note: { kind: 'text', max: 300, search: true, ...DETAIL },
  },
  actions: {
    'make-default': { from: [], flag: 'write', when: { isDefault: ['false'] }, togglesFlag: true, key: 'u' },
  },
  list: {
    columns: [
      'name',
      'documentType',
      'isDefault',
      'paper',
      'languages',
      'treasurerId',
      'revision',
      'updatedAt',
      'createdAt',
    ],
    hidden: ['createdAt'],
    sorts: ['documentType', 'name', 'createdAt'],
    defaultSort: 'documentType',
    filters: ['documentType', 'isDefault'],
    tabs: {
      letters: { documentType: { in: LETTERS } },
      vouchers: { documentType: { in: [...VOUCHERS, ...SLIPS] } },
      reports: { documentType: { in: REPORTS } },
      all: {},
    },
  },
  errors: {
    REPORT_TEMPLATE_NAME_EXISTS: 409,
    REPORT_TEMPLATE_IS_DEFAULT: 409,
    REPORT_TEMPLATE_TYPE_FIXED: 409,
    TREASURER_REQUIRED: 400,
  },
  check: fits,
});

export type ReportTemplate = DocOf<typeof reportTemplate>;
export type ReportTemplateRow = RowOf<typeof reportTemplate>;

export interface PaperRevision {
  revision: number;
  at: string;
  by: string;
  /** Names of the changed fields. */
  changed: readonly string[];
}
