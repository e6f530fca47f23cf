import { MINUTE_MS } from '../kit/dates.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

export const DOWN_REASONS = ['BREAKDOWN', 'MAINTENANCE', 'INSPECTION', 'POWER', 'OTHER'] as const;
/** Reasons of planned downtime, which is reported separately from breakdowns. */
export const PLANNED_REASONS: readonly string[] = ['MAINTENANCE', 'INSPECTION'];

const moment = (value: unknown): number =>
  value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : Number.NaN;

function spanFits({ from, to }: Record<string, unknown>): FieldErrors {
  return moment(to) < moment(from) ? { to: { code: 'DATES_REVERSED' } } : {};
}

export const downtime = defineModule({
  name: 'downtime',
  code: 'TECHNICAL_SYSTEM',
  path: '/downtime',
  title: 'reason',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    deviceId: { kind: 'ref', to: 'device' },
    assetId: { kind: 'ref', to: 'asset' },
    from: { kind: 'instant', required: true },
    to: { kind: 'instant' },
    reason: { kind: 'choice', options: DOWN_REASONS, required: true },
    maintenanceId: { kind: 'ref', to: 'maintenance' },
    note: { kind: 'text', max: 500 },
  },
  list: {
    columns: ['deviceId', 'assetId', 'from', 'to', 'reason', 'maintenanceId', 'note', 'createdAt'],
    sorts: ['from', 'createdAt'],
    defaultSort: '-from',
    filters: ['deviceId', 'assetId', 'reason', 'maintenanceId', 'from', 'to', 'createdAt'],
    indexed: ['deviceId', 'assetId'],
  },
  errors: { DOWNTIME_OPEN: 409, DATES_REVERSED: 422 },
  check: spanFits,
});

export type Downtime = DocOf<typeof downtime>;
export type DowntimeRow = RowOf<typeof downtime>;

export interface DownSpan {
  from: number;
  /** Null while it lasts. */
  to: number | null;
  reason: string;
}

export interface Availability {
  minutes: number;
  minutesDown: number;
  /** Per cent, with two decimals. */
  availability: number;
  minutesPlanned: number;
  breakdowns: number;
  /** Mean minutes between breakdowns, and to repair; null without breakdowns. */
  mtbf: number | null;
  mttr: number | null;
}

/** Minutes covered by spans within a period; overlaps count once. */
function minutesIn(spans: readonly DownSpan[], from: number, to: number): number {
  const cut = spans
    .map(span => [Math.max(span.from, from), Math.min(span.to ?? to, to)] as const)
    .filter(([begins, ends]) => ends > begins)
    .sort(([a], [b]) => a - b);
  let [sum, reached] = [0, from];
  for (const [begins, ends] of cut) {
    sum += Math.max(0, ends - Math.max(begins, reached));
    reached = Math.max(reached, ends);
  }
  return sum / MINUTE_MS;
}

const rounded = (value: number, by: number): number => Math.round(value * by) / by;

/** Availability in a period; open downtimes last until its end. */
export function availabilityOf(spans: readonly DownSpan[], from: number, to: number): Availability {
  const minutes = (to - from) / MINUTE_MS;
  const minutesDown = minutesIn(spans, from, to);
  const planned = spans.filter(({ reason }) => PLANNED_REASONS.includes(reason));
  const broken = spans.filter(span => span.reason === 'BREAKDOWN' && minutesIn([span], from, to) > 0);
  const mending = broken.reduce((sum, span) => sum + minutesIn([span], from, to), 0);
  return {
    minutes: rounded(minutes, 1),
    minutesDown: rounded(minutesDown, 1),
    availability: minutes > 0 ? rounded(100 - (minutesDown * 100) / minutes, 100) : 100,
    minutesPlanned: rounded(minutesIn(planned, from, to), 1),
    breakdowns: broken.length,
    mtbf: broken.length > 0 ? rounded((minutes - minutesDown) / broken.length, 1) : null,
    mttr: broken.length > 0 ? rounded(mending / broken.length, 1) : null,
  };
}

/** Minutes of downtime in a month, and the planned part of them. */
export interface DownMonth {
  month: string;
  down: number;
  planned: number;
}

export function downMonths(
  spans: readonly DownSpan[],
  months: readonly { month: string; from: number; to: number }[],
): DownMonth[] {
  const planned = spans.filter(({ reason }) => PLANNED_REASONS.includes(reason));
  return months.map(({ month, from, to }) => ({
    month,
    down: rounded(minutesIn(spans, from, to), 1),
    planned: rounded(minutesIn(planned, from, to), 1),
  }));
}

/** Availability of one machine of a system in a year. */
export interface SystemDowntime {
  deviceId: string;
  availability: number;
  minutesDown: number;
  minutesPlanned: number;
  breakdowns: number;
}
