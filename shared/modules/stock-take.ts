import { defineModule } from '../kit/define-module.ts';
import type { RowOf } from '../kit/definition.ts';

/** Maximum number of lines per stock take, and per call. */
export const MOST_TAKE_LINES = 5000;
export const MOST_COUNTED = 200;
export const FOUND = ['FOUND', 'MISSING', 'MISPLACED', 'EXTRA'] as const;
export type Found = (typeof FOUND)[number];
/**
 * Not counted; counted once of two times; counted; counted twice with different results, so that a third count decides.
 */
export const LINE_STATES = ['OPEN', 'ONCE', 'COUNTED', 'DIFFERS'] as const;
export type LineState = (typeof LINE_STATES)[number];
export const CONDITIONS = ['NEW', 'GOOD', 'WORN', 'BROKEN'] as const;

const FIGURE = { kind: 'integer', initial: 0, readOnly: true } as const;
const WORTH = { kind: 'money', min: -2_000_000_000_000, readOnly: true } as const;
const QUANTITY = { kind: 'decimal', places: 3, readOnly: true } as const;
const OF_SUPPLIES = { visibleWhen: { kind: ['SUPPLY'] } } as const;
const OF_ASSETS = { visibleWhen: { kind: ['ASSET'] } } as const;
const GOING = ['COUNTING', 'REVIEW'] as const;

/** A stock take: supplies are counted, assets are looked for. */
export const stockTake = defineModule({
  name: 'stock-take',
  code: 'SUPPLY',
  path: '/stock-take',
  route: 'supplies',
  opens: 'supplies?part=counting&tab=all&id=',
  icon: 'check-square',
  prefix: 'KK',
  title: 'title',
  flags: ['read', 'write', 'delete', 'export', 'approve', 'updateStatus'],
  fields: {
    code: { kind: 'text', code: true, max: 30, readOnly: true, search: true },
    title: { kind: 'text', min: 2, max: 150, required: true, search: true },
    kind: { kind: 'choice', options: ['SUPPLY', 'ASSET'], required: true },
    warehouseIds: { kind: 'refs', to: 'warehouse', max: 50, ...OF_SUPPLIES },
    categoryIds: { kind: 'refs', to: 'item-category', where: { of: 'SUPPLY' }, max: 50, ...OF_SUPPLIES },
    placeIds: { kind: 'refs', to: 'place', max: 100, ...OF_ASSETS },
    departmentIds: { kind: 'refs', to: 'department', max: 50, ...OF_ASSETS },
    assetCategoryIds: { kind: 'refs', to: 'item-category', where: { of: 'ASSET' }, max: 50, ...OF_ASSETS },
    all: { kind: 'flag', ...OF_ASSETS },
    countedBy: { kind: 'refs', to: 'employee', max: 20, required: true },
    /** Hides book quantities from the counters; not called `blind`, which is a field of every stored record. */
    blindCount: { kind: 'flag', initial: true },
    twice: { kind: 'flag' },
    dueOn: { kind: 'date' },
    total: FIGURE,
    counted: FIGURE,
    differing: FIGURE,
    differenceValue: { ...WORTH, initial: 0 },
    startedAt: { kind: 'instant', readOnly: true },
    remindedOn: { kind: 'date', readOnly: true, internal: true, detailOnly: true },
    minutes: { kind: 'files', max: 5, readOnly: true, detailOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  initial: 'DRAFT',
  statuses: {
    DRAFT: { tone: 'waiting', icon: 'clock' },
    COUNTING: { tone: 'going', icon: 'circle-dot' },
    REVIEW: { tone: 'waiting', icon: 'star' },
    COMPLETED: { tone: 'done', icon: 'check' },
    CANCELLED: { tone: 'ended', icon: 'circle-x' },
  },
  editedIn: ['DRAFT'],
  removedIn: ['DRAFT'],
  actions: {
    start: { from: ['DRAFT'], to: 'COUNTING', flag: 'updateStatus', key: 's' },
    finish: {
      from: ['COUNTING'],
      to: 'REVIEW',
      flag: 'updateStatus',
      asks: true,
      key: 'f',
      input: {
        force: { kind: 'flag' },
        reason: { kind: 'longText', max: 1000, visibleWhen: { force: ['true'] } },
      },
    },
    // Set by a separate route, which names the lines to count again.
    'count-again': { from: ['REVIEW'], to: 'COUNTING', flag: 'approve', by: 'system' },
    approve: {
      from: ['REVIEW'],
      to: 'COMPLETED',
      flag: 'approve',
      asks: true,
      input: { minutes: { kind: 'files', max: 5 } },
    },
    cancel: { from: ['DRAFT', ...GOING], to: 'CANCELLED', flag: 'updateStatus', reason: true, danger: true },
  },
  list: {
    columns: [
      'code',
      'title',
      'kind',
      'warehouseIds',
      'dueOn',
      'total',
      'counted',
      'differing',
      'differenceValue',
      'countedBy',
      'createdAt',
      'status',
    ],
    hidden: ['countedBy', 'createdAt'],
    sorts: ['code', 'title', 'dueOn', 'differenceValue', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'kind', 'warehouseIds', 'countedBy', 'dueOn', 'createdAt'],
    tabs: {
      going: { status: { in: ['DRAFT', 'COUNTING'] } },
      review: { status: { in: ['REVIEW'] } },
      done: { status: { in: ['COMPLETED', 'CANCELLED'] } },
      all: {},
    },
  },
  errors: {
    STOCK_TAKE_OVERLAPS: 409,
    STOCK_TAKE_OPEN: 422,
    STOCK_TAKE_EMPTY: 422,
    STOCK_TAKE_NOT_COUNTER: 403,
    STOCK_TAKE_UNKNOWN_CODE: 422,
    STOCK_NOT_ENOUGH: 422,
    STOCK_NOT_ENOUGH_ON: 422,
    data_is_locked: 422,
  },
});

/** A line of a stock take. Book quantities are only returned by the stock take's own route. */
export const stockTakeLine = defineModule({
  name: 'stock-take-line',
  code: 'SUPPLY',
  path: '/stock-take-line',
  title: 'name',
  flags: ['read'],
  calls: ['list', 'badges'],
  fields: {
    takeId: { kind: 'ref', to: 'stock-take', part: true, readOnly: true },
    supplyId: { kind: 'ref', to: 'supply', readOnly: true },
    warehouseId: { kind: 'ref', to: 'warehouse', readOnly: true },
    assetId: { kind: 'ref', to: 'asset', readOnly: true },
    name: { kind: 'text', max: 150, readOnly: true },
    itemCode: { kind: 'text', max: 50, readOnly: true },
    placeId: { kind: 'ref', to: 'place', readOnly: true },
    state: { kind: 'choice', options: LINE_STATES, initial: 'OPEN', readOnly: true },
    extra: { kind: 'flag', readOnly: true },
    /** Book quantity at the start, and when the line was counted. */
    expected: { ...QUANTITY, detailOnly: true },
    bookAtCount: { ...QUANTITY, detailOnly: true },
    final: { ...QUANTITY, detailOnly: true },
    difference: { ...QUANTITY, min: -2_000_000_000, detailOnly: true },
    worth: { ...WORTH, detailOnly: true },
    found: { kind: 'choice', options: FOUND, readOnly: true, detailOnly: true },
    foundPlaceId: { kind: 'ref', to: 'place', readOnly: true, detailOnly: true },
    condition: { kind: 'choice', options: CONDITIONS, readOnly: true, detailOnly: true },
    note: { kind: 'text', max: 500, readOnly: true, detailOnly: true },
    images: { kind: 'files', max: 5, images: true, readOnly: true, detailOnly: true },
    /** All counts with their counters; recounts do not replace earlier ones. */
    counts: {
      kind: 'lines',
      max: 100,
      readOnly: true,
      internal: true,
      detailOnly: true,
      of: {
        quantity: { kind: 'decimal', places: 3 },
        found: { kind: 'choice', options: FOUND },
        foundPlaceId: { kind: 'ref', to: 'place' },
        byId: { kind: 'ref', to: 'employee' },
        at: { kind: 'instant' },
        decides: { kind: 'flag' },
        replaced: { kind: 'flag' },
        onceKey: { kind: 'text', max: 64, key: true },
      },
    },
  },
  list: {
    columns: ['name', 'itemCode', 'takeId', 'warehouseId', 'placeId', 'state', 'updatedAt'],
    sorts: ['name', 'createdAt'],
    defaultSort: 'name',
    filters: ['takeId', 'supplyId', 'assetId', 'warehouseId', 'placeId', 'state'],
    indexed: ['takeId', 'supplyId', 'assetId'],
  },
});

export type StockTakeRow = RowOf<typeof stockTake>;
