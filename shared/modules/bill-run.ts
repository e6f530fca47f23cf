import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

const COUNT = { kind: 'integer', readOnly: true, initial: 0 } as const;
const SUM = { kind: 'money', readOnly: true, initial: 0 } as const;

/** Result of a run for one service of a unit. */
export const RUN_RESULTS = ['MADE', 'SKIPPED', 'FAILED'] as const;
/** Why a unit gets no bill for a service. */
export const SKIP_REASONS = [
  'ALREADY_BILLED',
  'NO_REGISTRATION',
  'NOT_IN_PERIOD',
  'NO_USAGE',
  'NO_TARIFF',
  'NO_AREA',
  'NO_VEHICLE',
  'LOCKED',
  'UNIT_REMOVED',
  'NOTHING_TO_CHARGE',
] as const;
/** Why a bill could not be computed. */
export const FAIL_REASONS = ['FORMULA_INVALID', 'AMOUNT_TOO_LARGE', 'NOT_COUNTED'] as const;
export const RUN_REASONS = [...SKIP_REASONS, ...FAIL_REASONS] as const;

/** Statuses in which a run can still create bills. */
export const OPEN_RUNS = ['PREVIEWING', 'PREVIEW', 'RUNNING', 'PAUSED'] as const;

/** A billing run of a month. Any server can resume it, and repeating it creates no bill twice (proof.md, F10). */
export const billRun = defineModule({
  name: 'bill-run',
  code: 'BILL',
  path: '/bill/run',
  route: 'bill-add-auto',
  icon: 'play',
  menu: { group: 'fees', order: 5, key: 'billRuns' },
  prefix: 'LP',
  title: 'code',
  flags: ['read', 'write', 'updateStatus', 'export'],
  calls: ['list', 'detail', 'options', 'activities', 'badges'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    month: { kind: 'month', required: true },
    serviceIds: { kind: 'refs', to: 'service', max: 50, required: true },
    blockIds: { kind: 'refs', to: 'block', max: 50 },
    floorIds: { kind: 'refs', to: 'floor', max: 200, detailOnly: true },
    labelIds: { kind: 'refs', to: 'label', max: 20, where: { type: 'UNIT' }, detailOnly: true },
    unitIds: { kind: 'refs', to: 'unit', max: 500, detailOnly: true },
    /** Override the notice month and due date that the service settings give. */
    noticeMonth: { kind: 'month', detailOnly: true },
    paymentDueDate: { kind: 'date', detailOnly: true },
    /** Previews the bills first; they are created when the run is started. */
    dryRun: { kind: 'flag' },
    /** Releases the bills with this accounting date once all are created. */
    releaseAfter: { kind: 'flag', detailOnly: true },
    accountingDate: { kind: 'date', books: 'RECEIVABLE', detailOnly: true },
    note: { kind: 'text', max: 300, detailOnly: true },
    startedBy: { kind: 'ref', to: 'employee', readOnly: true },
    startedAt: { kind: 'instant', readOnly: true, detailOnly: true },
    finishedAt: { kind: 'instant', readOnly: true, detailOnly: true },
    units: COUNT,
    done: COUNT,
    made: COUNT,
    skipped: COUNT,
    failed: COUNT,
    outliers: COUNT,
    net: { ...SUM, detailOnly: true },
    vat: { ...SUM, detailOnly: true },
    total: SUM,
    /** Total of the same units and services in the previous month. */
    previousTotal: { ...SUM, detailOnly: true },
    byService: {
      kind: 'lines',
      max: 50,
      readOnly: true,
      detailOnly: true,
      of: {
        serviceId: { kind: 'ref', to: 'service' },
        made: { kind: 'integer' },
        skipped: { kind: 'integer' },
        failed: { kind: 'integer' },
        quantity: { kind: 'decimal', places: 3 },
        net: { kind: 'money' },
        vat: { kind: 'money' },
        total: { kind: 'money' },
        previousTotal: { kind: 'money' },
      },
    },
    skippedByReason: {
      kind: 'lines',
      max: 20,
      readOnly: true,
      detailOnly: true,
      of: { reason: { kind: 'choice', options: RUN_REASONS }, count: { kind: 'integer' } },
    },
    /** Total of the drafts of a dry run. */
    previewTotal: { kind: 'money', readOnly: true, detailOnly: true },
    released: { kind: 'flag', readOnly: true, internal: true, detailOnly: true },
    /** Same for all runs of one month with equal services and units. */
    scopeKey: { kind: 'text', max: 80, key: true, internal: true, readOnly: true, detailOnly: true },
    upTo: { kind: 'text', max: 24, internal: true, readOnly: true, detailOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  // One open run per scope.
  unique: [{ fields: ['month', 'scopeKey'], where: { status: OPEN_RUNS }, field: 'month' }],
  statuses: {
    PREVIEWING: { tone: 'going', icon: 'circle-dot' },
    PREVIEW: { tone: 'waiting', icon: 'circle-dot' },
    RUNNING: { tone: 'going', icon: 'circle-dot' },
    PAUSED: { tone: 'waiting', icon: 'clock' },
    DONE: { tone: 'done', icon: 'check' },
    CANCELLED: { tone: 'ended', icon: 'circle-x' },
    EXPIRED: { tone: 'ended', icon: 'timer-off' },
  },
  initial: 'PREVIEWING',
  money: {
    amount: ['total'],
    on: 'accountingDate',
    parts: {
      calculation: [
        'month',
        'noticeMonth',
        'serviceIds',
        'blockIds',
        'floorIds',
        'labelIds',
        'unitIds',
        'paymentDueDate',
        'dryRun',
        'releaseAfter',
      ],
      lines: ['byService', 'skippedByReason'],
      amounts: [
        'net',
        'vat',
        'previousTotal',
        'previewTotal',
        'units',
        'done',
        'made',
        'skipped',
        'failed',
        'outliers',
      ],
      people: ['startedBy', 'startedAt', 'finishedAt', 'note'],
      cancel: ['reason'],
    },
  },
  actions: {
    'look-over': { from: ['PREVIEWING'], to: 'PREVIEW', flag: 'write', by: 'system' },
    start: { from: ['PREVIEW'], to: 'RUNNING', flag: 'write', key: 's' },
    pause: { aside: true, from: ['RUNNING'], to: 'PAUSED', flag: 'write' },
    resume: { from: ['PAUSED'], to: 'RUNNING', flag: 'write' },
    cancel: {
      from: OPEN_RUNS,
      to: 'CANCELLED',
      flag: 'write',
      reason: true,
      danger: true,
    },
    retry: { from: ['DONE', 'CANCELLED'], to: 'RUNNING', flag: 'write' },
    finish: { from: ['RUNNING'], to: 'DONE', flag: 'write', by: 'system' },
    expire: { from: ['PREVIEW'], to: 'EXPIRED', flag: 'write', by: 'system' },
  },
  list: {
    columns: [
      'code',
      'month',
      'serviceIds',
      'blockIds',
      'units',
      'done',
      'made',
      'skipped',
      'failed',
      'outliers',
      'total',
      'startedBy',
      'dryRun',
      'createdAt',
      'status',
    ],
    hidden: ['blockIds', 'dryRun', 'failed', 'createdAt'],
    sorts: ['month', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'month', 'createdAt'],
  },
  errors: {
    RUN_SCOPE_EMPTY: 422,
    INVALID_FEE_MONTH: 422,
    SERVICE_NOT_ACTIVE: 422,
    FEE_DATES_ORDER: 422,
    data_is_locked: 422,
  },
});

export type BillRun = DocOf<typeof billRun>;
export type BillRunRow = RowOf<typeof billRun>;
