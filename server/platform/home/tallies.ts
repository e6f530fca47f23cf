import { addDays, type Day, dayOf, startOfDay } from '@lobby/shared/kit/dates.ts';
import { answers, type Definition, type Filter, type Tally } from '@lobby/shared/kit/definition.ts';
import type { Trade } from '@lobby/shared/kit/home.ts';
import { writeListState } from '@lobby/shared/kit/list-url.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { loadScope } from '../../kit/records/act.ts';
import { both, toQuery } from '../../kit/records/list.ts';
import type { Query } from '../../kit/records/scans.ts';
import { EVERY_WRITE, loadTotal } from '../../kit/records/totals.ts';
import { modelOf } from '../../kit/store/schema.ts';
import type { ShownFigure } from './figures.ts';
import { PATIENCE_MS } from './patience.ts';

/** Days of a trend, today the last. */
const DAYS = 14;

const tabOfAll = ({ list: { tabs = {} } }: Definition) => ('all' in tabs ? 'all' : null);

/** What happened on each of the last days, by the day of a field. */
async function byDay(ctx: Ctx, definition: Definition, query: Query, { day = '', sum }: Tally): Promise<number[]> {
  const { timeZone } = ctx.project;
  const today = dayOf(ctx.now, timeZone);
  const days: Day[] = Array.from({ length: DAYS }, (_, n) => addDays(today, n + 1 - DAYS));
  const [first = today] = days;
  const isDate = definition.fields[day]?.kind === 'date';
  const span = isDate
    ? { $gte: first, $lte: today }
    : { $gte: startOfDay(first, timeZone), $lt: startOfDay(addDays(today, 1), timeZone) };
  const rows = await modelOf(definition)
    .aggregate<{ _id: string; value: number }>([
      { $match: both(query, { projectId: ctx.projectId, [day]: span }) },
      {
        $group: {
          _id: isDate ? `$${day}` : { $dateToString: { date: `$${day}`, format: '%Y-%m-%d', timezone: timeZone } },
          value: { $sum: sum ? `$${sum}` : 1 },
        },
      },
    ])
    .option({ maxTimeMS: PATIENCE_MS });
  const values = new Map(rows.map(({ _id, value }) => [_id, value]));
  return days.map(one => values.get(one) ?? 0);
}

/** The list that shows the records of a tally; none where it cannot be asked for them. */
function linkOf(definition: Definition, { day, where = {} }: Tally, today: Day): string | undefined {
  const filter: Filter = { ...where, ...(day && { [day]: { from: today, to: today } }) };
  if (!definition.route || Object.keys(filter).some(name => !definition.list.filters.includes(name))) return undefined;
  const state = { tab: tabOfAll(definition), sort: null, filter };
  return `${definition.route}?${writeListState(new URLSearchParams(), state, definition)}`;
}

async function tallied(ctx: Ctx, definition: Definition, key: string, tally: Tally): Promise<ShownFigure | null> {
  const query = toQuery(definition, tally.where ?? {}, ctx, await loadScope(ctx, definition));
  const trend = tally.day ? await byDay(ctx, definition, query, tally) : undefined;
  const value = trend ? (trend.at(-1) ?? 0) : await loadTotal(definition, query, EVERY_WRITE);
  if (value === 0) return null;
  const link = linkOf(definition, tally, dayOf(ctx.now, ctx.project.timeZone));
  return {
    key,
    entity: definition.name,
    module: definition.code,
    kind: tally.sum ? 'money' : 'count',
    value,
    ...(trend &&
      !tally.passing && { trend, bars: true, before: { value: trend.at(-2) ?? 0, than: 'yesterday' as const } }),
    ...(tally.bad && { bad: true }),
    ...(link && { link }),
  };
}

/** The numbers that definitions declare for a trade, as far as the caller may read them; nothing of which there is none. */
export async function loadTallies(ctx: Ctx, trade: Trade): Promise<ShownFigure[]> {
  const all = MODULES.filter(one => one.list.figures && answers(one, 'list') && can(ctx, one.code, 'read')).flatMap(
    one =>
      Object.entries(one.list.figures ?? {})
        .filter(([, { trades }]) => trades.includes(trade))
        .map(([key, tally]) => tallied(ctx, one, key, tally)),
  );
  return (await Promise.all(all)).filter(one => one !== null);
}
