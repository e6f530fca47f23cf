import { defineModule, JOURNAL } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

const STOCK = { kind: 'decimal', places: 3, readOnly: true, initial: 0 } as const;
const WORTH = { kind: 'money', readOnly: true, initial: 0 } as const;

/** Requires the maximum to exceed the limit. */
const limitsFit = ({ limit, maxStock }: Record<string, unknown>): FieldErrors =>
  typeof maxStock === 'number' && maxStock <= Number(limit ?? 0)
    ? { maxStock: { code: 'SUPPLY_MAX_BELOW_LIMIT' } }
    : {};

/** A supply kept in stock, e.g. light bulbs. Quantity and value follow from posted stock documents. */
export const supply = defineModule({
  name: 'supply',
  code: 'SUPPLY',
  path: '/supply',
  route: 'supplies',
  icon: 'package',
  menu: { group: 'operations', order: 2, key: 'supplies', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete', 'export', 'approve', 'updateStatus', 'aggregate'],
  offered: { status: 'IN_USE' },
  fields: {
    name: { kind: 'text', min: 2, max: 150, required: true, unique: true, taken: 'SUPPLY_EXISTS', search: true },
    code: {
      kind: 'text',
      code: true,
      max: 30,
      required: true,
      unique: true,
      taken: 'SUPPLY_CODE_EXISTS',
      search: true,
    },
    unitName: { kind: 'text', max: 20, required: true },
    categoryId: { kind: 'ref', to: 'item-category', where: { of: 'SUPPLY' } },
    partnerId: { kind: 'ref', to: 'partner', invalidRefCode: 'SUPPLIER_INVALID', first: { type: 'SUPPLIER' } },
    limit: { kind: 'decimal', places: 3, initial: 0 },
    maxStock: { kind: 'decimal', places: 3, detailOnly: true },
    barcode: { kind: 'text', max: 50, unique: true, search: true, detailOnly: true },
    nonStock: { kind: 'flag' },
    stock: STOCK,
    stockState: {
      kind: 'choice',
      options: ['GOOD_USAGE', 'NEED_TO_BUY'],
      states: { GOOD_USAGE: { tone: 'done', icon: 'check' }, NEED_TO_BUY: { tone: 'bad', icon: 'circle-x' } },
      initial: 'GOOD_USAGE',
      readOnly: true,
    },
    averagePrice: { kind: 'money', readOnly: true },
    stockValue: WORTH,
    quantity: STOCK,
    lastPrice: { kind: 'money', readOnly: true, detailOnly: true },
    lastImportDate: { kind: 'date', readOnly: true },
    lastExportDate: { kind: 'date', readOnly: true },
    // Has stock movements, so that code and unit are fixed.
    moved: { kind: 'flag', readOnly: true, internal: true },
    images: { kind: 'files', max: 5, images: true, detailOnly: true },
    note: { kind: 'longText', max: 2000, detailOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  statuses: {
    IN_USE: { tone: 'done', icon: 'circle-check' },
    STOP_USING: { tone: 'ended', icon: 'ban' },
  },
  initial: 'IN_USE',
  actions: {
    stop: { from: ['IN_USE'], to: 'STOP_USING', flag: 'updateStatus', reason: true, multi: true },
    'use-again': { from: ['STOP_USING'], to: 'IN_USE', flag: 'updateStatus', multi: true },
  },
  list: {
    columns: [
      'name',
      'code',
      'categoryId',
      'unitName',
      'stock',
      'limit',
      'stockState',
      'averagePrice',
      'stockValue',
      'lastImportDate',
      'lastExportDate',
      'partnerId',
      'quantity',
      'nonStock',
      'createdAt',
      'status',
    ],
    deciding: ['stock', 'limit', 'stockState', 'lastImportDate'],
    hidden: ['unitName', 'quantity', 'nonStock', 'createdAt'],
    sorts: [
      'name',
      'code',
      'limit',
      'stock',
      'quantity',
      'averagePrice',
      'stockValue',
      'lastImportDate',
      'lastExportDate',
      'createdAt',
    ],
    defaultSort: 'name',
    waits: {
      toBuy: { as: 'soon', where: { stockState: { in: ['NEED_TO_BUY'] } }, flag: 'write', does: 'open' },
    },
    filters: [
      'status',
      'stockState',
      'categoryId',
      'partnerId',
      'nonStock',
      'stock',
      'lastImportDate',
      'lastExportDate',
      'createdAt',
    ],
    indexed: ['partnerId'],
    tabs: {
      toBuy: { stockState: { in: ['NEED_TO_BUY'] } },
      inUse: { status: { in: ['IN_USE'] } },
      stopped: { status: { in: ['STOP_USING'] } },
      all: {},
    },
  },
  errors: {
    SUPPLY_EXISTS: 409,
    SUPPLY_CODE_EXISTS: 409,
    SUPPLY_HAS_STOCK: 409,
    SUPPLY_FIXED: 409,
    SUPPLY_MAX_BELOW_LIMIT: 400,
    SUPPLIER_INVALID: 422,
  },
  imports: { keys: [['code'], ['name']] },
  check: limitsFit,
});

export const warehouse = defineModule({
  name: 'warehouse',
  code: 'SUPPLY',
  path: '/warehouse',
  route: 'supplies',
  opens: 'supplies?part=warehouses&id=',
  icon: 'door',
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  offered: { active: 'true' },
  fields: {
    name: { kind: 'text', min: 2, max: 150, required: true, unique: true, taken: 'WAREHOUSE_EXISTS', search: true },
    code: {
      kind: 'text',
      code: true,
      max: 30,
      required: true,
      unique: true,
      taken: 'WAREHOUSE_CODE_EXISTS',
      search: true,
    },
    placeId: { kind: 'ref', to: 'place' },
    keeperId: { kind: 'ref', to: 'employee' },
    active: { kind: 'flag', initial: true },
    note: { kind: 'longText', max: 2000, detailOnly: true },
  },
  list: {
    columns: ['name', 'code', 'placeId', 'keeperId', 'active', 'createdAt'],
    hidden: ['createdAt'],
    sorts: ['name', 'createdAt'],
    defaultSort: 'name',
    filters: ['active', 'keeperId', 'createdAt'],
  },
  errors: { WAREHOUSE_EXISTS: 409, WAREHOUSE_CODE_EXISTS: 409, WAREHOUSE_HAS_STOCK: 409 },
});

/** Stock of a supply in a warehouse; never negative. */
export const stockLevel = defineModule({
  name: 'stock-level',
  code: 'SUPPLY',
  path: '/stock-level',
  title: 'quantity',
  ...JOURNAL,
  fields: {
    supplyId: { kind: 'ref', to: 'supply', readOnly: true },
    warehouseId: { kind: 'ref', to: 'warehouse', readOnly: true },
    quantity: STOCK,
  },
  list: {
    columns: ['supplyId', 'warehouseId', 'quantity', 'updatedAt'],
    sorts: ['quantity', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['supplyId', 'warehouseId', 'quantity'],
    indexed: ['supplyId', 'warehouseId'],
  },
});

/** A posted line of a stock document; immutable. */
export const stockMovement = defineModule({
  name: 'stock-movement',
  code: 'SUPPLY',
  path: '/stock-movement',
  title: 'documentCode',
  ...JOURNAL,
  fields: {
    supplyId: { kind: 'ref', to: 'supply', readOnly: true },
    warehouseId: { kind: 'ref', to: 'warehouse', readOnly: true },
    documentId: { kind: 'ref', to: 'stock-document', readOnly: true },
    // Reversals have the suffix `-H`.
    documentCode: { kind: 'text', max: 40, readOnly: true },
    line: { kind: 'integer', readOnly: true },
    delta: { ...STOCK, min: -2_000_000_000 },
    amount: { ...WORTH, min: -2_000_000_000_000 },
    balanceAfter: STOCK,
    stockAfter: STOCK,
    valueAfter: WORTH,
    documentDate: { kind: 'date', readOnly: true },
    postedAt: { kind: 'instant', readOnly: true },
    by: { kind: 'ref', to: 'employee', readOnly: true },
  },
  list: {
    columns: [
      'documentCode',
      'supplyId',
      'warehouseId',
      'delta',
      'amount',
      'balanceAfter',
      'valueAfter',
      'documentDate',
      'postedAt',
      'by',
    ],
    sorts: ['postedAt', 'documentDate', 'createdAt'],
    defaultSort: '-postedAt',
    filters: ['supplyId', 'warehouseId', 'documentId', 'documentDate', 'postedAt', 'by'],
    indexed: ['supplyId', 'warehouseId', 'documentId'],
  },
});

export type Supply = DocOf<typeof supply>;
export type SupplyRow = RowOf<typeof supply>;
export type StockLevelRow = RowOf<typeof stockLevel>;
