import { type Day, isDay, monthOf } from '@lobby/shared/kit/dates.ts';
import type { Condition, Definition, Filter } from '@lobby/shared/kit/definition.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { filterSchema } from '@lobby/shared/kit/filter-schema.ts';
import { definitionOf } from '@lobby/shared/modules/index.ts';
import type { ReportResult } from '@lobby/shared/modules/report.contract.ts';
import { DATED, type Measure, NUMBERS, type ReportShape, type Step } from '@lobby/shared/modules/report.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { labelOf, mayRead, type Safe, safeFields } from './fields.ts';
import { daysOf } from './periods.ts';

const MOST_YEARS = 10;

export interface Column {
  safe: Safe;
  label: string;
}
/** An executable report: parts that the caller may not see are left out and noted. */
export interface Plan {
  source: Definition;
  columns: Column[];
  groups: (Column & { step: Step | null })[];
  totals: { measure: Measure; column: Column | null }[];
  sorts: { column: Column; descending: boolean }[];
  filter: Filter;
  period: { from: Day; to: Day } | null;
  limit: number | null;
  notes: ReportResult['notes'];
}
export interface ReportPeriod {
  from?: Day | undefined;
  to?: Day | undefined;
}

/** The source of a report; refused without the right to read (and export) it. */
export function sourceFor(ctx: Ctx, name: string, file = false): Definition {
  const source = definitionOf(name);
  const wanted = file && source.flags.includes('export') ? (['read', 'export'] as const) : (['read'] as const);
  for (const flag of wanted)
    if (!can(ctx, source.code, flag)) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: source.code });
  return source;
}

/** Errors of a report by line: personal, internal or unknown fields, sums of non-numeric ones. */
export function faultsOf({ source: name, ...shape }: ReportShape): FieldErrors {
  const source = definitionOf(name);
  const safe = safeFields(source);
  const errors: FieldErrors = {};
  for (const part of ['columns', 'filters', 'groups', 'totals', 'sorts'] as const)
    for (const [n, line] of (shape[part] ?? []).entries()) {
      const target = line.field ? safe.get(line.field) : undefined;
      const counts = 'measure' in line && line.measure === 'COUNT';
      const sums = 'measure' in line && !['COUNT', 'DISTINCT'].includes(line.measure);
      const fits = part !== 'filters' || (line.field && source.list.filters.includes(line.field));
      if ((!target && !(counts && !line.field)) || !fits || (sums && target && !NUMBERS.includes(target.field.kind)))
        errors[`${part}.${n}`] = { code: 'REPORT_FIELD_NOT_ALLOWED', params: { field: line.field ?? '' } };
    }
  return errors;
}

/** Bounds of a date condition: those of the request replace its own. */
function boundsOf(ctx: Ctx, line: ReportShape['filters'][number], period: ReportPeriod): Condition {
  const today = todayOf(ctx);
  const bounds = line.period ? daysOf(line.period, today) : { from: line.from ?? undefined, to: line.to ?? undefined };
  const { from = bounds.from, to = bounds.to } = period;
  return { ...(from && { from }), ...(to && { to }) };
}

function checkPeriod(ctx: Ctx, { from, to = todayOf(ctx) }: Condition): void {
  if (!from || !isDay(from) || !isDay(to)) return;
  if (to < from) failFields({ to: { code: 'DATES_REVERSED' } });
  if (to >= `${Number(from.slice(0, 4)) + MOST_YEARS}${from.slice(4)}`)
    fail('REPORT_PERIOD_TOO_LONG', { most: MOST_YEARS });
}

/** Filter of a report's lines for the list of its source; errors name the line. */
function filterOf(ctx: Ctx, source: Definition, lines: ReportShape['filters'], days: ReportPeriod) {
  const filter: Record<string, Condition> = {};
  let period: Plan['period'] = null;
  const dated = (name: string) => DATED.includes(safeFields(source).get(name)?.field.kind ?? '');
  const first = lines.findIndex(({ field }) => dated(field));
  const conditions = [...lines];
  // Without a date condition the requested period applies to the creation date.
  if (first < 0 && (days.from || days.to) && source.list.filters.includes('createdAt'))
    conditions.push({ field: 'createdAt', values: null, from: null, to: null, period: null });
  const wanted = first < 0 ? conditions.length - 1 : first;
  for (const [n, line] of conditions.entries()) {
    const kind = safeFields(source).get(line.field)?.field.kind ?? '';
    const isRange = dated(line.field) || NUMBERS.includes(kind);
    const condition = isRange
      ? boundsOf(ctx, line, n === wanted && dated(line.field) ? days : {})
      : {
          in: (line.values ?? '')
            .split(',')
            .map(value => value.trim())
            .filter(Boolean),
        };
    if (condition.in?.length === 0) continue;
    if (isRange && dated(line.field)) {
      checkPeriod(ctx, condition);
      if (n === wanted && condition.from && condition.to) period = { from: condition.from, to: condition.to };
    }
    const sent = condition.in ?? (kind === 'month' ? monthsOf(condition) : condition);
    if (!filterSchema(source).safeParse({ [line.field]: sent }).success)
      failFields({ [`filters.${n}`]: { code: 'INVALID' } });
    filter[line.field] = kind === 'month' ? monthsOf(condition) : condition;
  }
  return { filter, period };
}

const monthsOf = ({ from, to }: Condition): Condition => ({
  ...(from && { from: monthOf(from) }),
  ...(to && { to: monthOf(to) }),
});

/** Plan of a report for the caller, with their rights now. */
export function planOf(ctx: Ctx, shape: ReportShape, period: ReportPeriod = {}, file = false): Plan {
  const source = sourceFor(ctx, shape.source, file);
  checkPeriod(ctx, period);
  const safe = safeFields(source);
  const notes: Plan['notes'] = [];
  const seen = (path: string): Column | null => {
    const column = safe.get(path);
    if (column && mayRead(ctx, column)) return { safe: column, label: labelOf(ctx, source, column) };
    notes.push({ code: column ? 'NO_RIGHT' : 'GONE', field: column ? labelOf(ctx, source, column) : path });
    return null;
  };
  const columns = shape.columns.flatMap(({ field, heading }) => {
    const column = seen(field);
    return column ? [{ ...column, label: heading || column.label }] : [];
  });
  const groups = shape.groups.flatMap(({ field, step }) => {
    const column = seen(field);
    return column
      ? [{ ...column, step: step ?? (DATED.includes(column.safe.field.kind) ? ('DAY' as const) : null) }]
      : [];
  });
  const totals = shape.totals.flatMap(({ measure, field }): Plan['totals'] => {
    if (!field) return measure === 'COUNT' ? [{ measure, column: null }] : [];
    const column = seen(field);
    return column ? [{ measure, column }] : [];
  });
  const sorts = shape.sorts.flatMap(({ field, descending }) => {
    const column = seen(field);
    return column ? [{ column, descending }] : [];
  });
  const lines = shape.filters.filter(({ field }) => source.list.filters.includes(field) && seen(field) !== null);
  return {
    source,
    columns,
    groups,
    totals,
    sorts,
    ...filterOf(ctx, source, lines, period),
    limit: shape.limit ?? null,
    notes,
  };
}
