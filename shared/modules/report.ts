import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import { SOURCES } from './report-sources.ts';

export const STEPS = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const;
export const MEASURES = ['COUNT', 'DISTINCT', 'SUM', 'MEAN', 'MEDIAN', 'MIN', 'MAX'] as const;
export const PERIODS = [
  'TODAY',
  'LAST_7_DAYS',
  'LAST_30_DAYS',
  'THIS_MONTH',
  'PREVIOUS_MONTH',
  'THIS_QUARTER',
  'PREVIOUS_QUARTER',
  'THIS_YEAR',
  'PREVIOUS_YEAR',
  'NEXT_60_DAYS',
] as const;
/** Field kinds that can be filtered by period, and those that can be totalled. */
export const DATED: readonly string[] = ['date', 'month', 'instant'];
export const NUMBERS: readonly string[] = ['integer', 'money', 'percent', 'decimal'];
export type Step = (typeof STEPS)[number];
export type Measure = (typeof MEASURES)[number];
export type Period = (typeof PERIODS)[number];

/** Path to a field of the source or of a record it refers to, e.g. `blockId`, `unitId.blockId`. */
const PATH = { kind: 'text', max: 80, required: true, key: true } as const;
const BOUND = { kind: 'text', max: 30, key: true } as const;

/** A saved report on a source: columns, filters, groups, totals (card report). */
export const report = defineModule({
  name: 'report',
  code: 'REPORT',
  path: '/report',
  route: 'report',
  icon: 'chart',
  title: 'name',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    name: {
      kind: 'text',
      min: 2,
      max: 150,
      required: true,
      search: true,
      unique: { within: 'ownerId' },
      taken: 'REPORT_EXISTS',
    },
    description: { kind: 'longText', max: 500, detailOnly: true },
    folder: { kind: 'text', max: 60, search: true },
    ownerId: { kind: 'ref', to: 'employee', readOnly: true },
    shared: { kind: 'choice', options: ['PRIVATE', 'TEAM'], initial: 'PRIVATE', readOnly: true },
    source: { kind: 'choice', options: SOURCES, required: true },
    columns: {
      kind: 'lines',
      max: 40,
      detailOnly: true,
      internal: true,
      of: {
        field: PATH,
        heading: { kind: 'text', max: 60 },
        width: { kind: 'integer', min: 40, max: 600 },
      },
    },
    filters: {
      kind: 'lines',
      max: 15,
      detailOnly: true,
      internal: true,
      of: {
        field: PATH,
        values: { kind: 'text', max: 500, key: true },
        from: BOUND,
        to: BOUND,
        period: { kind: 'choice', options: PERIODS },
      },
    },
    groups: {
      kind: 'lines',
      max: 3,
      detailOnly: true,
      internal: true,
      of: { field: PATH, step: { kind: 'choice', options: STEPS } },
    },
    totals: {
      kind: 'lines',
      max: 10,
      detailOnly: true,
      internal: true,
      of: { measure: { kind: 'choice', options: MEASURES, required: true }, field: { ...PATH, required: false } },
    },
    sorts: {
      kind: 'lines',
      max: 3,
      detailOnly: true,
      internal: true,
      of: { field: PATH, descending: { kind: 'flag' } },
    },
    limit: { kind: 'integer', min: 1, max: 100_000, detailOnly: true },
    lastRunAt: { kind: 'instant', readOnly: true },
    runs: { kind: 'integer', initial: 0, readOnly: true },
    /** Owner of a private report. */
    privateToId: { kind: 'ref', to: 'employee', readOnly: true, internal: true },
    /** Always empty: reports are private or shared with everybody. */
    departmentId: { kind: 'ref', to: 'department', readOnly: true, internal: true },
  },
  statuses: { ACTIVE: { tone: 'done', icon: 'circle-check' }, ARCHIVED: { tone: 'ended', icon: 'ban' } },
  initial: 'ACTIVE',
  actions: {
    archive: { from: ['ACTIVE'], to: 'ARCHIVED', flag: 'updateStatus', multi: true },
    unarchive: { from: ['ARCHIVED'], to: 'ACTIVE', flag: 'updateStatus', multi: true },
    share: {
      from: ['ACTIVE', 'ARCHIVED'],
      flag: 'write',
      input: { shared: { kind: 'choice', options: ['PRIVATE', 'TEAM'], required: true } },
    },
    give: {
      from: ['ACTIVE', 'ARCHIVED'],
      flag: 'write',
      input: { ownerId: { kind: 'ref', to: 'employee', required: true } },
    },
  },
  undo: { remove: { action: 'restore' } },
  visible: { department: 'departmentId', unless: 'privateToId', people: ['ownerId'] },
  list: {
    columns: ['name', 'folder', 'source', 'ownerId', 'shared', 'lastRunAt', 'runs', 'status'],
    sorts: ['name', 'lastRunAt', 'runs', 'createdAt'],
    defaultSort: 'name',
    filters: ['status', 'source', 'ownerId', 'shared', 'folder', 'createdAt'],
    tabs: {
      active: { status: { in: ['ACTIVE'] } },
      mine: { ownerId: { in: ['me'] }, status: { in: ['ACTIVE'] } },
      team: { shared: { in: ['TEAM'] }, status: { in: ['ACTIVE'] } },
      all: {},
    },
  },
  errors: { REPORT_EXISTS: 409, REPORT_FIELD_NOT_ALLOWED: 400, REPORT_TOO_LARGE: 422, REPORT_NOT_YOURS: 403 },
});

export type Report = DocOf<typeof report>;
export type ReportShape = Pick<Report, 'source' | 'columns' | 'filters' | 'groups' | 'totals' | 'sorts' | 'limit'>;

/** A field that can be used in a report. */
export interface ReportField {
  path: string;
  label: string;
  /** The reference it is reached through. */
  through: string | null;
  kind: string;
  /** Target of a reference. */
  to: string | null;
  /** Options of a choice or flag. */
  options: { value: string; label: string }[];
  /** Whether the list of the source can be filtered by it. */
  filter: boolean;
}
export interface ReportSource {
  source: string;
  label: string;
  module: string;
  exports: boolean;
  fields: ReportField[];
}
