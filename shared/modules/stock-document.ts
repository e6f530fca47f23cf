import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

export const STOCK_KINDS = ['RECEIPT', 'ISSUE', 'TRANSFER', 'ADJUSTMENT'] as const;
export type StockKind = (typeof STOCK_KINDS)[number];

export const STOCK_PREFIX: Readonly<Record<StockKind, string>> = {
  RECEIPT: 'NK',
  ISSUE: 'XK',
  TRANSFER: 'CK',
  ADJUSTMENT: 'DC',
};

/** Allowed reasons by kind of document. */
export const STOCK_REASONS: Readonly<Record<StockKind, readonly string[]>> = {
  RECEIPT: ['PURCHASE', 'RETURN', 'OPENING', 'OTHER'],
  ISSUE: ['WORK', 'USE', 'RETURN_TO_SUPPLIER', 'LOSS', 'OTHER'],
  TRANSFER: [],
  ADJUSTMENT: ['COUNT'],
};

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== '';
const REQUIRED = { code: 'REQUIRED' } as const;

/** Requires the fields of the kind and reason, and each supply at most once. */
function documentFits(values: Record<string, unknown>): FieldErrors {
  const { kind, reason, warehouseId, toWarehouseId, partnerId, receiverId, departmentId, lines } = values;
  const errors: FieldErrors = {};
  const reasons = STOCK_REASONS[kind as StockKind] ?? [];
  if (reasons.length > 0 && !isFilled(reason)) errors.reason = REQUIRED;
  else if (isFilled(reason) && !reasons.includes(String(reason))) errors.reason = { code: 'CHOICE_INVALID' };
  // Adjustments are only created by stock takes.
  if (kind === 'ADJUSTMENT') errors.kind = { code: 'CHOICE_INVALID' };
  if (kind === 'TRANSFER' && !isFilled(toWarehouseId)) errors.toWarehouseId = REQUIRED;
  if (kind === 'TRANSFER' && isFilled(toWarehouseId) && toWarehouseId === warehouseId)
    errors.toWarehouseId = { code: 'STOCK_SAME_WAREHOUSE' };
  if ((reason === 'PURCHASE' || reason === 'RETURN_TO_SUPPLIER') && !isFilled(partnerId)) errors.partnerId = REQUIRED;
  const taken = kind === 'ISSUE' && ['WORK', 'USE', 'OTHER'].includes(String(reason));
  if (taken && !isFilled(receiverId) && !isFilled(departmentId)) errors.receiverId = REQUIRED;
  const seen = new Set<unknown>();
  for (const [at, line] of (Array.isArray(lines) ? lines : []).entries()) {
    if (isFilled(line?.supplyId) && seen.has(line.supplyId)) errors[`lines.${at}.supplyId`] = { code: 'LISTED_TWICE' };
    seen.add(line?.supplyId);
  }
  return errors;
}

const BY = { kind: 'ref', to: 'employee', readOnly: true } as const;
const AT = { kind: 'instant', readOnly: true } as const;

/** A stock document. Once posted it is immutable; cancelling posts a reversal. */
export const stockDocument = defineModule({
  name: 'stock-document',
  code: 'SUPPLY',
  path: '/stock-document',
  route: 'supplies',
  opens: 'supplies?part=documents&tab=all&id=',
  icon: 'truck',
  title: 'code',
  matter: 'kind',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fixedBy: 'posted',
  fields: {
    // Assigned at posting.
    code: { kind: 'text', code: true, max: 30, readOnly: true, search: true },
    kind: { kind: 'choice', options: STOCK_KINDS, required: true },
    reason: {
      kind: 'choice',
      options: ['PURCHASE', 'RETURN', 'OPENING', 'WORK', 'USE', 'RETURN_TO_SUPPLIER', 'LOSS', 'OTHER', 'COUNT'],
      visibleWhen: { kind: ['RECEIPT', 'ISSUE', 'ADJUSTMENT'] },
    },
    documentDate: { kind: 'date' },
    warehouseId: { kind: 'ref', to: 'warehouse', required: true },
    toWarehouseId: { kind: 'ref', to: 'warehouse', visibleWhen: { kind: ['TRANSFER'] } },
    partnerId: {
      kind: 'ref',
      to: 'partner',
      invalidRefCode: 'SUPPLIER_INVALID',
      first: { type: 'SUPPLIER' },
      visibleWhen: { reason: ['PURCHASE', 'RETURN_TO_SUPPLIER'] },
    },
    invoiceNumber: { kind: 'text', max: 50, search: true, visibleWhen: { kind: ['RECEIPT'] } },
    deliverer: { kind: 'text', max: 100, visibleWhen: { kind: ['RECEIPT'] } },
    receiverId: { kind: 'ref', to: 'employee', visibleWhen: { kind: ['ISSUE', 'TRANSFER'] } },
    departmentId: { kind: 'ref', to: 'department', visibleWhen: { kind: ['ISSUE'] } },
    lines: {
      kind: 'lines',
      max: 200,
      required: true,
      detailOnly: true,
      of: {
        supplyId: { kind: 'ref', to: 'supply', required: true },
        quantity: { kind: 'decimal', places: 3, min: 0.001, required: true },
        unitPrice: { kind: 'money' },
        // Value in VND: of receipts by unit price, otherwise by the moving average at posting.
        amount: { kind: 'money', internal: true },
        note: { kind: 'text', max: 200 },
      },
    },
    maintenanceId: { kind: 'ref', to: 'maintenance', readOnly: true },
    purchaseRequestId: { kind: 'ref', to: 'purchase-request', readOnly: true },
    stockTakeId: { kind: 'ref', to: 'stock-take', readOnly: true },
    total: { kind: 'money', min: -2_000_000_000_000, readOnly: true, initial: 0 },
    documents: { kind: 'files', max: 5, detailOnly: true },
    posted: { kind: 'flag', readOnly: true, internal: true },
    postedAt: AT,
    postedBy: BY,
    cancelledAt: AT,
    cancelledBy: BY,
    cancelReason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  statuses: {
    DRAFT: { tone: 'waiting', icon: 'clock' },
    OFFICIAL: { tone: 'done', icon: 'circle-check' },
    CANCELLED: { tone: 'ended', icon: 'ban' },
  },
  initial: 'DRAFT',
  removedIn: ['DRAFT'],
  actions: {
    post: { from: ['DRAFT'], to: 'OFFICIAL', flag: 'updateStatus', multi: true },
    cancel: {
      from: ['DRAFT', 'OFFICIAL'],
      to: 'CANCELLED',
      flag: 'updateStatus',
      reason: 'cancelReason',
      danger: true,
    },
    copy: { from: ['DRAFT', 'OFFICIAL', 'CANCELLED'], flag: 'write' },
  },
  list: {
    columns: [
      'code',
      'kind',
      'reason',
      'documentDate',
      'warehouseId',
      'toWarehouseId',
      'partnerId',
      'receiverId',
      'departmentId',
      'invoiceNumber',
      'deliverer',
      'total',
      'postedBy',
      'postedAt',
      'cancelledAt',
      'cancelledBy',
      'createdAt',
      'status',
    ],
    hidden: [
      'reason',
      'toWarehouseId',
      'departmentId',
      'invoiceNumber',
      'deliverer',
      'postedAt',
      'cancelledAt',
      'cancelledBy',
      'createdAt',
    ],
    sorts: ['documentDate', 'code', 'total', 'postedAt', 'createdAt'],
    defaultSort: '-documentDate',
    filters: [
      'status',
      'kind',
      'reason',
      'documentDate',
      'warehouseId',
      'toWarehouseId',
      'partnerId',
      'maintenanceId',
      'purchaseRequestId',
      'stockTakeId',
      'receiverId',
      'departmentId',
      'total',
      'postedBy',
      'postedAt',
      'createdAt',
    ],
    indexed: ['warehouseId', 'partnerId'],
    tabs: {
      drafts: { status: { in: ['DRAFT'] } },
      receipts: { kind: { in: ['RECEIPT'] } },
      issues: { kind: { in: ['ISSUE'] } },
      transfers: { kind: { in: ['TRANSFER'] } },
      adjustments: { kind: { in: ['ADJUSTMENT'] } },
      cancelled: { status: { in: ['CANCELLED'] } },
      all: {},
    },
  },
  errors: {
    STOCK_NOT_ENOUGH: 422,
    STOCK_NOT_ENOUGH_ON: 422,
    SUPPLY_STOPPED: 422,
    STOCK_DOCUMENT_POSTED: 409,
    STOCK_KIND_FIXED: 422,
    STOCK_SAME_WAREHOUSE: 400,
    SUPPLIER_INVALID: 422,
    data_is_locked: 422,
  },
  check: documentFits,
});

export type StockDocument = DocOf<typeof stockDocument>;
export type StockDocumentRow = RowOf<typeof stockDocument>;
