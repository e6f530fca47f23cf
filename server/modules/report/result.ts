import { monthOf } from '@lobby/shared/kit/dates.ts';
import type { Condition, Filter } from '@lobby/shared/kit/definition.ts';
import { writeListState } from '@lobby/shared/kit/list-url.ts';
import type { ReportResult } from '@lobby/shared/modules/report.contract.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { dayWords } from '../../kit/sheets/cell.ts';
import { spanOf } from './periods.ts';
import type { Plan } from './plan.ts';
import { compare, groupOf, type ReadRow, type Value } from './read.ts';

/** Rows per page on the screen. */
export const PAGE = 1000;

const placesOf = (plan: Plan, n: number): number => {
  const field = plan.totals[n]?.column?.safe.field;
  if (field?.kind === 'decimal') return field.places ?? 2;
  return field?.kind === 'percent' ? 2 : 0;
};
/** Rounds half up to the field's decimal places. */
const rounded = (value: number, places: number) => Math.floor(value * 10 ** places + 0.5) / 10 ** places;

/** A total of the given rows. */
function totalOf(plan: Plan, n: number, rows: readonly ReadRow[]): number | null {
  const { measure, column } = plan.totals[n] ?? { measure: 'COUNT', column: null };
  if (!column) return new Set(rows.map(({ id }) => id)).size;
  const all = rows.map(({ values }) => values.get(column.safe.path) ?? null).filter(value => value !== null);
  if (measure === 'COUNT') return all.length;
  if (measure === 'DISTINCT') return new Set(all).size;
  const numbers = all.filter(value => typeof value === 'number');
  const places = placesOf(plan, n);
  const sum = numbers.reduce((total, number) => total + number, 0);
  if (measure === 'SUM') return rounded(sum, places);
  if (numbers.length === 0) return null;
  const sorted = numbers.toSorted((a, b) => a - b);
  if (measure === 'MIN') return sorted[0] ?? null;
  if (measure === 'MAX') return sorted.at(-1) ?? null;
  if (measure === 'MEAN') return rounded(sum / numbers.length, Math.max(places, 2));
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0];
  return rounded((low + high) / 2, places);
}
const totalsOf = (plan: Plan, rows: readonly ReadRow[]) => plan.totals.map((_, n) => totalOf(plan, n, rows));

/** Date range of a period key; in months for month fields. */
function spanFor(part: string, kind: string): Condition {
  const { from, to } = spanOf(part);
  return kind === 'month' ? { from: monthOf(from), to: monthOf(to) } : { from, to };
}

/** Link to the list with the rows of a group; null if its filters cannot express it. */
function groupLink(plan: Plan, first: ReadRow, keys: readonly Value[]): string | null {
  const { source, groups } = plan;
  if (!source.route) return null;
  const filter: Filter = { ...plan.filter };
  for (const [n, { safe, step }] of groups.entries()) {
    // Records of a unit have the block themselves.
    const name = safe.path === 'unitId.blockId' ? 'blockId' : safe.path;
    if (!source.list.filters.includes(name)) return null;
    const key = keys[n] ?? null;
    const raw = first.doc[name];
    const condition: Condition | null =
      step && typeof key === 'string'
        ? spanFor(key, safe.field.kind)
        : step || Array.isArray(raw)
          ? null
          : { in: [raw === null || raw === undefined ? 'none' : String(raw)] };
    if (!condition) return null;
    filter[name] = condition;
  }
  return `${source.route}?${writeListState(new URLSearchParams(), { tab: 'all' in (source.list.tabs ?? {}) ? 'all' : null, sort: null, filter }, source)}`;
}

/** Label of a period key or value. */
function keyWords(key: Value, step: Plan['groups'][number]['step'], none: string): string {
  if (key === null) return none;
  if (!step || typeof key !== 'string' || step === 'YEAR') return String(key);
  return step === 'QUARTER' ? `${key.slice(5)}/${key.slice(0, 4)}` : dayWords(key);
}

/** Groups of the rows, sorted, each with its totals. */
function groupsOf(ctx: Ctx, plan: Plan, rows: readonly ReadRow[]): ReportResult['groups'] {
  if (plan.groups.length === 0) return [];
  const divided = rows.flatMap(row => row.parts ?? [row]);
  const parts = Map.groupBy(divided, row => JSON.stringify(plan.groups.map(group => groupOf(ctx, group, row))));
  const none = text(ctx, 'statistics.none');
  return [...parts]
    .map(([key, ofGroup]): { keys: Value[]; own: ReadRow[] } => ({ keys: JSON.parse(key), own: ofGroup }))
    .toSorted((a, b) => {
      const at = a.keys.findIndex((key, n) => compare(key, b.keys[n] ?? null) !== 0);
      return at < 0 ? 0 : compare(a.keys[at] ?? null, b.keys[at] ?? null);
    })
    .map(({ keys, own: ofGroup }) => ({
      keys: keys.map((key, n) => keyWords(key, plan.groups[n]?.step ?? null, none)),
      totals: totalsOf(plan, ofGroup),
      link: ofGroup[0] ? groupLink(plan, ofGroup[0], keys) : null,
    }));
}

/** Result of a run: a page of rows, the groups, and the totals of all rows. */
export function resultOf(
  ctx: Ctx,
  name: string,
  plan: Plan,
  rows: readonly ReadRow[],
  page = 1,
  size = PAGE,
): ReportResult {
  const { source, columns, groups, totals } = plan;
  const open = source.opens ?? (source.route ? `${source.route}?id=` : null);
  const labelFor = ({ measure, column }: Plan['totals'][number]) =>
    [text(ctx, `report.options.measure.${measure}`), ...(column ? [column.label] : [])].join(' · ');
  return {
    name,
    source: source.name,
    asOf: ctx.now.toISOString(),
    notes: plan.notes,
    count: rows.length,
    period: plan.period ? `${plan.period.from}..${plan.period.to}` : null,
    columns: columns.map(({ safe, label }) => ({ key: safe.path, label, kind: safe.field.kind })),
    rows:
      columns.length === 0
        ? []
        : rows.slice((page - 1) * size, page * size).map(row => ({
            id: row.id,
            link: open && `${open}${row.id}`,
            values: columns.map(({ safe }) => row.values.get(safe.path) ?? null),
          })),
    groupHeads: groups.map(({ label }) => label),
    totalHeads: totals.map(total => ({
      label: labelFor(total),
      kind: ['COUNT', 'DISTINCT'].includes(total.measure) ? 'integer' : (total.column?.safe.field.kind ?? 'integer'),
    })),
    groups: groupsOf(ctx, plan, rows),
    totals: totalsOf(plan, rows),
    pages: columns.length === 0 ? 1 : Math.max(1, Math.ceil(rows.length / size)),
  };
}
