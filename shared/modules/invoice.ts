import { LINE_NATURES } from '../billing/invoice-line.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { E_INVOICE } from './invoice-item.ts';
import { SYNC_LOOKS, SYNC_STATES } from './invoice-states.ts';

const SET = { readOnly: true } as const;
const DETAIL = { detailOnly: true } as const;
const HIDDEN = { ...SET, ...DETAIL } as const;
const SUM = { kind: 'money', min: -2_000_000_000_000, initial: 0, ...SET } as const;
const PERSONAL = { personal: true, ...DETAIL } as const;
const TEXT = { kind: 'text', max: 255 } as const;

export const INVOICE_KINDS = ['ORIGINAL', 'ADJUST_UP', 'ADJUST_DOWN', 'ADJUST_INFO', 'REPLACEMENT'] as const;
export const TAX_STATES = ['NOT_SUBMITTED', 'SUBMITTED', 'ACCEPTED', 'REJECTED', 'UNDER_REVIEW'] as const;
const TAX_LOOKS = {
  NOT_SUBMITTED: { tone: 'waiting', icon: 'clock' },
  SUBMITTED: { tone: 'going', icon: 'circle-dot' },
  ACCEPTED: { tone: 'done', icon: 'check' },
  REJECTED: { tone: 'bad', icon: 'circle-x' },
  UNDER_REVIEW: { tone: 'waiting', icon: 'timer-off' },
} as const;
/** Buyer name prescribed for buyers who want no invoice. */
export const NO_INVOICE_NAME = 'Người mua không lấy hóa đơn';

const IDLE = { syncStatus: ['NOT_SYNCHRONIZED', 'FAILED', 'CANCELLED'] } as const;
/** A line of an invoice written by hand. */
const WRITTEN = {
  name: { kind: 'text', max: 500, required: true },
  unit: { kind: 'text', max: 50 },
  quantity: { kind: 'decimal', places: 3, initial: 1 },
  price: { kind: 'decimal', places: 6, min: -2_000_000_000 },
  amount: { kind: 'money', min: 0 },
  taxRate: { kind: 'text', max: 11 },
} as const;
/** Written agreement on an error, required for companies; persons are only informed. */
const OF_COMPANY = { requiredOf: { buyerType: ['ENTERPRISE'] } } as const;
const AGREEMENT = {
  reason: { kind: 'text', max: 255, required: true },
  agreementNo: { kind: 'text', max: 50, ...OF_COMPANY },
  agreementOn: { kind: 'date', limit: 'past', ...OF_COMPANY },
  agreementFiles: { kind: 'files', max: 3 },
} as const;
/** Condition: the invoice changes another one. */
const CHANGING = { visibleWhen: { kind: ['ADJUST_UP', 'ADJUST_DOWN', 'ADJUST_INFO', 'REPLACEMENT'] } } as const;

/** An electronic invoice. It posts nothing to the ledger; receivables come from the bills its lines refer to. */
export const invoice = defineModule({
  name: 'invoice',
  code: E_INVOICE,
  path: '/e-invoice',
  route: 'billing/invoice',
  icon: 'scroll',
  menu: { group: 'fees', order: 11, key: 'invoices', makes: true },
  prefix: 'HDT',
  linked: ['originalId'],
  title: 'code',
  titledBy: 'fullNumber',
  missingCode: 'INVOICE_NOT_FOUND',
  flags: [
    'read',
    'readDetail',
    'write',
    'delete',
    'updateStatus',
    'sync',
    'approve',
    'export',
    'readEncrypted',
    'exportEncrypted',
  ],
  editedIn: ['DRAFT'],
  removedIn: ['DRAFT'],
  fields: {
    code: { kind: 'text', max: 30, ...SET, search: true, code: true },
    kind: { kind: 'choice', options: INVOICE_KINDS, initial: 'ORIGINAL' },
    form: { kind: 'choice', options: ['1', '2'], ...SET },
    symbol: { kind: 'text', max: 6, ...SET, search: true },
    number: { kind: 'integer', min: 1, max: 99_999_999, ungrouped: true, ...SET },
    /** Symbol and number, e.g. for searching. */
    fullNumber: { kind: 'text', max: 20, ...SET, search: true, code: true },
    seriesId: { kind: 'ref', to: 'invoice-series', ...HIDDEN, staffOnly: true },
    secretCode: { kind: 'text', tells: true, max: 10, ...HIDDEN, search: true, code: true },
    syncStatus: { kind: 'choice', options: SYNC_STATES, states: SYNC_LOOKS, initial: 'NOT_SYNCHRONIZED', ...SET },
    taxStatus: { kind: 'choice', options: TAX_STATES, states: TAX_LOOKS, initial: 'NOT_SUBMITTED', ...SET },
    /** Needs attention: failed, rejected, or under review by the tax office. */
    hasProblem: { kind: 'flag', ...SET, staffOnly: true },
    /** A bill on it was adjusted after publication, and no adjusting invoice exists yet. */
    toAdjust: { kind: 'flag', ...HIDDEN, staffOnly: true },
    /** Code issued by the tax office, for series with codes. */
    taxCodeOfInvoice: { kind: 'text', max: 34, key: true, ...HIDDEN },
    /** Reason of rejection. */
    refusal: { kind: 'longText', max: 1000, ...HIDDEN, staffOnly: true },
    invoiceDate: { kind: 'date', ...SET },
    unitId: { kind: 'ref', to: 'unit', search: true },
    month: { kind: 'month' },
    buyerId: { kind: 'ref', to: 'invoice-buyer', holds: ['DRAFT'], ...DETAIL, staffOnly: true },
    buyerType: {
      kind: 'choice',
      options: ['INDIVIDUAL', 'ENTERPRISE'],
      wrong: 'INVOICE_ISSUER_TYPE_INVALID',
      ...DETAIL,
    },
    buyerName: { kind: 'text', tells: true, max: 100, search: true },
    buyerCompany: { kind: 'text', max: 400, search: true },
    buyerTaxCode: { kind: 'text', digits: true, taxCode: true, max: 14, search: true, ...DETAIL },
    buyerOwnTaxCode: { kind: 'text', digits: true, max: 14, search: true, ...PERSONAL },
    buyerAddress: { kind: 'text', max: 400, ...PERSONAL },
    buyerBudgetCode: { kind: 'text', max: 7, ...DETAIL },
    buyerIdentityCard: { kind: 'text', digits: true, max: 12, ...PERSONAL },
    buyerEmail: { kind: 'email', ...PERSONAL },
    /** Seller data at the time of issue. */
    sellerName: { kind: 'text', max: 400, ...HIDDEN },
    sellerTaxCode: { kind: 'text', taxCode: true, max: 14, ...HIDDEN },
    sellerAddress: { kind: 'text', max: 400, ...HIDDEN },
    items: {
      kind: 'lines',
      max: 200,
      ...DETAIL,
      of: {
        itemId: { kind: 'ref', to: 'invoice-item' },
        code: { kind: 'text', max: 50, label: 'itemCode' },
        name: { kind: 'text', max: 500, required: true },
        unit: { kind: 'text', max: 50 },
        quantity: { kind: 'decimal', places: 3, initial: 1 },
        price: { kind: 'decimal', places: 6, min: -2_000_000_000 },
        amount: { kind: 'money', min: 0 },
        nature: { kind: 'choice', options: LINE_NATURES, initial: 'GOODS' },
        taxRate: { kind: 'text', max: 11, initial: '0' },
        vat: { kind: 'money', min: 0 },
        surchargeCode: { kind: 'text', max: 20 },
        surchargeName: { kind: 'text', max: 100 },
        surchargeAmount: { kind: 'money' },
        billId: { kind: 'ref', to: 'bill' },
        receiptId: { kind: 'ref', to: 'receipt' },
      },
    },
    subTotal: SUM,
    vatLines: {
      kind: 'lines',
      max: 20,
      ...HIDDEN,
      of: {
        rate: { kind: 'text', max: 11 },
        amount: { kind: 'money', min: -2e12 },
        vat: { kind: 'money', min: -2e12 },
      },
    },
    vatAmount: SUM,
    surchargeTotal: { ...SUM, ...DETAIL },
    discountTotal: { ...SUM, ...DETAIL },
    total: SUM,
    totalWords: { ...TEXT, ...HIDDEN },
    revenueType: { kind: 'choice', options: ['NORMAL', 'PAID_BEFORE'], initial: 'NORMAL', ...SET },
    originalId: { kind: 'ref', to: 'invoice', ...HIDDEN },
    /** Original invoice that was issued in another system. */
    originalForm: { kind: 'choice', options: ['1', '2'], ...DETAIL, ...CHANGING },
    originalSymbol: { kind: 'text', max: 6, ...DETAIL, ...CHANGING },
    originalNumber: { kind: 'integer', min: 1, max: 99_999_999, ungrouped: true, ...DETAIL, ...CHANGING },
    originalDate: { kind: 'date', limit: 'past', ...DETAIL, ...CHANGING },
    reason: { ...TEXT, ...DETAIL, ...CHANGING },
    agreementNo: { kind: 'text', max: 50, ...DETAIL, ...CHANGING },
    agreementOn: { kind: 'date', limit: 'past', ...DETAIL, ...CHANGING },
    agreementFiles: { kind: 'files', max: 3, ...DETAIL, ...CHANGING },
    paymentText: { kind: 'choice', options: ['TM', 'CK', 'TM/CK'], ...DETAIL },
    note: { ...TEXT, ...DETAIL },
    issuedAt: { kind: 'instant', ...SET },
    issuedById: { kind: 'ref', to: 'employee', ...HIDDEN, staffOnly: true },
    mailedAt: { kind: 'instant', ...HIDDEN },
  },
  statuses: {
    DRAFT: { tone: 'ended', icon: 'circle-dot' },
    PUBLISHED: { tone: 'done', icon: 'circle-check' },
    ADJUSTED: { tone: 'going', icon: 'check' },
    REPLACED: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'DRAFT',
  money: {
    amount: ['total'],
    owed: true,
    unsaid: ['sellerName', 'sellerTaxCode', 'sellerAddress', 'hasProblem'],
    parts: {
      lines: ['items', 'vatLines'],
      amounts: ['subTotal', 'vatAmount', 'surchargeTotal', 'discountTotal', 'totalWords'],
      people: [
        'buyerId',
        'buyerType',
        'buyerName',
        'buyerCompany',
        'buyerTaxCode',
        'buyerOwnTaxCode',
        'buyerAddress',
        'buyerBudgetCode',
        'buyerIdentityCard',
        'buyerEmail',
      ],
      papers: [
        'kind',
        'form',
        'symbol',
        'number',
        'seriesId',
        'fullNumber',
        'invoiceDate',
        'month',
        'secretCode',
        'syncStatus',
        'taxStatus',
        'toAdjust',
        'refusal',
        'originalId',
        'issuedById',
        'issuedAt',
        'mailedAt',
      ],
    },
  },
  resident: { statuses: ['PUBLISHED', 'ADJUSTED', 'REPLACED'] },
  actions: {
    issue: {
      from: ['DRAFT'],
      flag: 'updateStatus',
      multi: { inOrderOf: 'unitId' },
      key: 'i',
      when: IDLE,
      input: { seriesId: { kind: 'ref', to: 'invoice-series', required: true } },
    },
    'cancel-issue': { from: ['DRAFT'], flag: 'updateStatus', when: { syncStatus: ['SYNCHRONIZING'] }, danger: true },
    refresh: { from: ['DRAFT'], flag: 'write', when: IDLE },
    adjust: {
      from: ['PUBLISHED', 'ADJUSTED'],
      // Adjustments cannot be adjusted; the original is adjusted again.
      when: { kind: ['ORIGINAL'] },
      whenFailsCode: 'INVOICE_CHAIN_FORM',
      flag: 'updateStatus',
      input: {
        kind: { kind: 'choice', options: ['ADJUST_UP', 'ADJUST_DOWN', 'ADJUST_INFO'], required: true },
        /** Differences of an invoice without bills; otherwise they follow from the adjusted bill. */
        items: { kind: 'lines', max: 200, of: WRITTEN },
        ...AGREEMENT,
      },
    },
    replace: {
      from: ['PUBLISHED'],
      statusCodes: { ADJUSTED: 'INVOICE_CHAIN_FORM' },
      when: { kind: ['ORIGINAL', 'REPLACEMENT'] },
      whenFailsCode: 'INVOICE_CHAIN_FORM',
      flag: 'updateStatus',
      input: AGREEMENT,
    },
    'notify-error': {
      // The tax office may ask for a notice before it has issued the code.
      from: ['DRAFT', 'PUBLISHED', 'ADJUSTED'],
      when: { taxStatus: ['ACCEPTED', 'UNDER_REVIEW'] },
      flag: 'updateStatus',
      input: { wrong: { kind: 'text', max: 120, required: true }, right: { kind: 'text', max: 120, required: true } },
    },
    mail: {
      from: ['PUBLISHED', 'ADJUSTED', 'REPLACED'],
      flag: 'updateStatus',
      multi: true,
      input: { to: { kind: 'email' } },
    },
    // Set by answers of the tax office and by later invoices.
    publish: { from: ['DRAFT'], to: 'PUBLISHED', flag: 'sync', by: 'system' },
    /** Returns the invoice to draft, but never a published one that other invoices refer to. */
    refuse: { from: ['DRAFT', 'PUBLISHED'], to: 'DRAFT', flag: 'sync', by: 'system' },
    accept: { from: ['DRAFT', 'PUBLISHED', 'ADJUSTED', 'REPLACED'], flag: 'sync', by: 'system' },
    adjusted: { from: ['PUBLISHED', 'ADJUSTED'], to: 'ADJUSTED', flag: 'sync', by: 'system' },
    replaced: { from: ['PUBLISHED'], to: 'REPLACED', flag: 'sync', by: 'system' },
  },
  list: {
    columns: [
      'code',
      'fullNumber',
      'symbol',
      'number',
      'invoiceDate',
      'unitId',
      'buyerName',
      'buyerCompany',
      'vatAmount',
      'total',
      'status',
      'syncStatus',
      'taxStatus',
      'month',
      'subTotal',
      'kind',
      'revenueType',
      'issuedAt',
      'createdAt',
    ],
    deciding: ['invoiceDate', 'unitId', 'total', 'taxStatus', 'status'],
    hidden: ['fullNumber', 'symbol', 'number', 'buyerCompany', 'revenueType', 'issuedAt', 'createdAt'],
    // Issued invoices are sorted by time of issue, which drafts lack.
    sorts: ['issuedAt', 'invoiceDate', 'number', 'total', 'createdAt'],
    defaultSort: '-issuedAt',
    waits: {
      problems: { as: 'today', where: { hasProblem: { in: ['true'] } }, by: 'createdAt', does: 'open' },
    },
    tabSorts: { drafts: '-createdAt' },
    filters: [
      'status',
      'syncStatus',
      'taxStatus',
      'hasProblem',
      'kind',
      'unitId',
      'month',
      'form',
      'invoiceDate',
      'revenueType',
      'createdAt',
    ],
    indexed: ['unitId', 'month', 'hasProblem'],
    tabs: {
      drafts: { status: { in: ['DRAFT'] }, syncStatus: { in: ['NOT_SYNCHRONIZED', 'CANCELLED'] } },
      waiting: { syncStatus: { in: ['SYNCHRONIZING'] } },
      published: { status: { in: ['PUBLISHED'] } },
      problems: { hasProblem: { in: ['true'] } },
      changed: { status: { in: ['ADJUSTED', 'REPLACED'] } },
      all: {},
    },
  },
  errors: {
    INVOICE_NOT_FOUND: 404,
    INVOICE_NO_ITEMS: 400,
    INVOICE_TOTAL_INVALID: 400,
    TAX_RATE_INVALID: 400,
    INVOICE_ISSUER_TYPE_INVALID: 400,
    INVOICE_BUYER_NOT_FOUND: 422,
    INVOICE_ITEM_MISSING: 422,
    INVOICE_TAX_RATE_DIFFERS: 422,
    INVOICE_ALREADY_COMPILED: 409,
    INVOICE_NOT_REGISTERED: 422,
    INVOICE_PUBLISHED_CANNOT_BE_PREVIEWED: 409,
    INVOICE_BILL_UNFIT: 422,
    INVOICE_BILL_CHANGED: 409,
    INVOICE_DRAFTS_EXIST: 409,
    INVOICE_FEATURE_OFF: 422,
    INVOICE_PAID_BEFORE: 409,
    BILL_INVOICED: 409,
    INVOICE_CHAIN_FORM: 409,
    ORIGINAL_INVOICE_NOT_FOUND: 404,
    INVOICE_ADJUSTMENT_WITHOUT_BILL: 422,
    SERIES_FULL: 422,
  },
});

export type Invoice = DocOf<typeof invoice>;
export type InvoiceRow = RowOf<typeof invoice>;
