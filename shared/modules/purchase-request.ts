import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

const BY = { kind: 'ref', to: 'employee', readOnly: true } as const;
const SELLER = { kind: 'ref', to: 'partner', invalidRefCode: 'SUPPLIER_INVALID', first: { type: 'SUPPLIER' } } as const;
const QUANTITY = { kind: 'decimal', places: 3, min: 0.001, required: true } as const;

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** Requires a supply or a name on each line, and each supply at most once. */
function linesFit({ lines }: Record<string, unknown>): FieldErrors {
  const errors: FieldErrors = {};
  const seen = new Set<unknown>();
  for (const [at, line] of (Array.isArray(lines) ? lines : []).entries()) {
    if (!isFilled(line?.supplyId) && !isFilled(line?.name)) errors[`lines.${at}.supplyId`] = { code: 'REQUIRED' };
    if (isFilled(line?.supplyId) && seen.has(line.supplyId)) errors[`lines.${at}.supplyId`] = { code: 'LISTED_TWICE' };
    seen.add(line?.supplyId);
  }
  return errors;
}

export const OPEN_REQUESTS = ['DRAFT', 'WAITING', 'APPROVED', 'ORDERED'] as const;

/** A purchase: requested, approved, ordered, and received in parts by stock receipts. */
export const purchaseRequest = defineModule({
  name: 'purchase-request',
  code: 'SUPPLY',
  path: '/purchase-request',
  route: 'supplies',
  opens: 'supplies?part=buy&tab=all&id=',
  icon: 'list-plus',
  prefix: 'DM',
  title: 'code',
  matter: 'title',
  flags: ['read', 'write', 'delete', 'export', 'approve', 'updateStatus'],
  removedIn: ['DRAFT'],
  fields: {
    code: { kind: 'text', code: true, max: 30, readOnly: true, search: true },
    title: { kind: 'text', min: 2, max: 150, search: true },
    partnerId: SELLER,
    neededOn: { kind: 'date' },
    lines: {
      kind: 'lines',
      max: 100,
      required: true,
      detailOnly: true,
      of: {
        supplyId: { kind: 'ref', to: 'supply' },
        name: { kind: 'text', max: 200 },
        quantity: QUANTITY,
        unitName: { kind: 'text', max: 20 },
        estimatedPrice: { kind: 'money' },
        // Quantity received by posted stock receipts.
        received: { kind: 'decimal', places: 3, initial: 0, internal: true },
        note: { kind: 'text', max: 200 },
      },
    },
    estimatedTotal: { kind: 'money', readOnly: true, initial: 0 },
    receivedPercent: { kind: 'integer', readOnly: true, initial: 0 },
    orderedOn: { kind: 'date', readOnly: true },
    orderNumber: { kind: 'text', max: 50, readOnly: true },
    // Not delivered in time; notified once.
    late: { kind: 'flag', readOnly: true },
    requestedBy: BY,
    approvedBy: BY,
    approvedAt: { kind: 'instant', readOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  statuses: {
    DRAFT: { tone: 'ended', icon: 'circle-dot' },
    WAITING: { tone: 'waiting', icon: 'clock' },
    APPROVED: { tone: 'going', icon: 'check' },
    ORDERED: { tone: 'going', icon: 'circle-dot' },
    RECEIVED: { tone: 'done', icon: 'circle-check' },
    CLOSED: { tone: 'ended', icon: 'check' },
    REJECTED: { tone: 'bad', icon: 'circle-x' },
    CANCELLED: { tone: 'ended', icon: 'ban' },
  },
  initial: 'DRAFT',
  actions: {
    send: { primaryIn: ['DRAFT'], from: ['DRAFT'], to: 'WAITING', flag: 'updateStatus' },
    approve: {
      from: ['WAITING'],
      to: 'APPROVED',
      flag: 'approve',
      asks: true,
      multi: true,
      input: { note: { kind: 'longText', max: 1000 } },
    },
    reject: { from: ['WAITING'], to: 'REJECTED', flag: 'approve', reason: true, danger: true },
    order: {
      from: ['APPROVED'],
      to: 'ORDERED',
      flag: 'updateStatus',
      asks: true,
      input: {
        partnerId: SELLER,
        orderedOn: { kind: 'date', limit: 'past' },
        orderNumber: { kind: 'text', max: 50 },
      },
    },
    receive: {
      from: ['ORDERED'],
      flag: 'updateStatus',
      primaryIn: ['ORDERED'],
      input: {
        warehouseId: { kind: 'ref', to: 'warehouse', required: true },
        documentDate: { kind: 'date', limit: 'past' },
        lines: {
          kind: 'lines',
          max: 100,
          required: true,
          of: {
            line: { kind: 'integer', min: 1, max: 100, required: true },
            quantity: QUANTITY,
            unitPrice: { kind: 'money' },
          },
        },
      },
    },
    close: { from: ['ORDERED'], to: 'CLOSED', flag: 'updateStatus', reason: true },
    cancel: { from: OPEN_REQUESTS, to: 'CANCELLED', flag: 'updateStatus', reason: true, danger: true },
  },
  list: {
    columns: [
      'code',
      'title',
      'partnerId',
      'neededOn',
      'estimatedTotal',
      'receivedPercent',
      'requestedBy',
      'approvedBy',
      'orderedOn',
      'orderNumber',
      'createdAt',
      'status',
    ],
    hidden: ['approvedBy', 'orderedOn', 'orderNumber'],
    sorts: ['code', 'neededOn', 'estimatedTotal', 'createdAt'],
    defaultSort: '-createdAt',
    waits: {
      late: { as: 'overdue', where: { late: { in: ['true'] } }, by: 'neededOn', sum: 'estimatedTotal', does: 'open' },
      waiting: {
        as: 'approval',
        where: { status: { in: ['WAITING'] } },
        flag: 'approve',
        by: 'createdAt',
        sum: 'estimatedTotal',
        does: 'approve',
      },
    },
    filters: [
      'status',
      'partnerId',
      'neededOn',
      'orderedOn',
      'requestedBy',
      'approvedBy',
      'late',
      'estimatedTotal',
      'createdAt',
    ],
    indexed: ['partnerId'],
    tabs: {
      waiting: { status: { in: ['WAITING'] } },
      going: { status: { in: ['APPROVED', 'ORDERED'] } },
      done: { status: { in: ['RECEIVED', 'CLOSED', 'REJECTED', 'CANCELLED'] } },
      all: {},
    },
    marks: { late: { late: { in: ['true'] } }, mine: { requestedBy: { in: ['me'] } } },
  },
  errors: { ORDER_OVER_RECEIVED: 422, PURCHASE_RECEIVED: 409, SUPPLIER_INVALID: 422 },
  check: linesFit,
});

export type PurchaseRequest = DocOf<typeof purchaseRequest>;
export type PurchaseRequestRow = RowOf<typeof purchaseRequest>;
