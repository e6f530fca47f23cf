import { addDays, type Day, startOfDay } from '@lobby/shared/kit/dates.ts';
import { answers, type Definition, type Filter, type Tally } from '@lobby/shared/kit/definition.ts';
import type { Trade } from '@lobby/shared/kit/home.ts';
import { writeListState } from '@lobby/shared/kit/list-url.ts';
import type { Span } from '@lobby/shared/kit/spans.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { loadScope } from '../../kit/records/acts/act.ts';
import { both, toQuery } from '../../kit/records/lists/list.ts';
import type { Query } from '../../kit/records/lists/scans.ts';
import { EVERY_WRITE, loadTotal } from '../../kit/records/lists/totals.ts';
import { records } from '../../kit/store/records.ts';
import { beforeOf, type ComparedSpan, type ShownFigure } from './figures.ts';
import { countedInTime, PATIENCE_MS } from './patience.ts';

/** Days of a trend, ending today. */
const DAYS = 14;

const tabOfAll = ({ list: { tabs = {} } }: Definition) => ('all' in tabs ? 'all' : null);

/** Number or sum of records per day of a period. */
async function byDay(
  ctx: Ctx,
  definition: Definition,
  query: Query,
  { day = '', sum }: Tally,
  { from, to }: Span,
): Promise<Map<Day, number>> {
  const { timeZone } = ctx.project;
  const isDate = definition.fields[day]?.kind === 'date';
  const span = isDate
    ? { $gte: from, $lte: to }
    : { $gte: startOfDay(from, timeZone), $lt: startOfDay(addDays(to, 1), timeZone) };
  const rows = await records(definition).aggregate<{ _id: string; value: number }>(
    ctx,
    both(query, { projectId: ctx.projectId, [day]: span }),
    [
      {
        $group: {
          _id: isDate ? `$${day}` : { $dateToString: { date: `$${day}`, format: '%Y-%m-%d', timezone: timeZone } },
          value: { $sum: sum ? `$${sum}` : 1 },
        },
      },
    ],
    PATIENCE_MS,
  );
  return new Map(rows.map(({ _id, value }) => [_id, value]));
}

const sumOf = (values: ReadonlyMap<Day, number>) => [...values.values()].reduce((sum, count) => sum + count, 0);

/** Records of today with a trend, or of a period with its comparison. */
async function happened(ctx: Ctx, definition: Definition, query: Query, tally: Tally, span?: ComparedSpan) {
  if (span) {
    const [now, before] = await Promise.all([
      byDay(ctx, definition, query, tally, span),
      byDay(ctx, definition, query, tally, span.before),
    ]);
    return { value: sumOf(now), before: beforeOf(sumOf(before), span) };
  }
  const today = todayOf(ctx);
  const days: Day[] = Array.from({ length: DAYS }, (_, n) => addDays(today, n + 1 - DAYS));
  const values = await byDay(ctx, definition, query, tally, { from: days[0] ?? today, to: today });
  const trend = days.map(day => values.get(day) ?? 0);
  const value = trend.at(-1) ?? 0;
  if (tally.passing) return { value };
  return { value, trend, bars: true, before: { value: trend.at(-2) ?? 0, than: 'yesterday' as const } };
}

/** Link to the list of a figure's records; undefined if the list cannot filter for them. */
function linkOf(definition: Definition, { day, where = {} }: Tally, { from, to }: Span): string | undefined {
  const filter: Filter = { ...where, ...(day && { [day]: { from, to } }) };
  if (!definition.route || Object.keys(filter).some(name => !definition.list.filters.includes(name))) return undefined;
  const state = { tab: tabOfAll(definition), sort: null, filter };
  return `${definition.route}?${writeListState(new URLSearchParams(), state, definition)}`;
}

async function tallied(
  ctx: Ctx,
  definition: Definition,
  key: string,
  tally: Tally,
  span?: ComparedSpan,
): Promise<ShownFigure | null> {
  // Records leave the filter once their time is over, so it has no past values.
  if (span && tally.passing) return null;
  const query = toQuery(definition, tally.where ?? {}, ctx, await loadScope(ctx, definition));
  const found = tally.day
    ? await happened(ctx, definition, query, tally, span)
    : { value: await loadTotal(definition, query, EVERY_WRITE) };
  if (found.value === 0) return null;
  const today = todayOf(ctx);
  const link = linkOf(definition, tally, span ?? { from: today, to: today });
  return {
    ...found,
    key,
    entity: definition.name,
    module: definition.code,
    kind: tally.sum ? 'money' : 'count',
    ...(tally.bad && { bad: true }),
    ...(tally.better && { better: tally.better }),
    ...(link && { link }),
  };
}

/** Figures that definitions declare for a trade, as far as the caller may read them; without zeros. */
export function loadTallies(
  ctx: Ctx,
  trade: Trade,
  span?: ComparedSpan,
): Promise<{ found: ShownFigure[]; late: boolean }> {
  const all = MODULES.filter(
    module => module.list.figures && answers(module, 'list') && can(ctx, module.code, 'read'),
  ).flatMap(module =>
    Object.entries(module.list.figures ?? {})
      .filter(([, { trades }]) => trades.includes(trade))
      .map(([key, tally]) => tallied(ctx, module, key, tally, span)),
  );
  return countedInTime(all);
}
