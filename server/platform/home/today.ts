import { addDays, dayOf, startOfDay } from '@lobby/shared/kit/dates.ts';
import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { detailFlag, scopeOf } from '../../kit/records/act.ts';
import { both, rowOnly, toQuery } from '../../kit/records/list.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { calledAs, calledShape } from '../search/called.ts';
import { tradeOf } from './trade.ts';

/** Records of each kind, and in all. */
const EACH = 20;
const MOST = 40;
const SLOW_MS = 2000;

export const plannedShape = calledShape.extend({ at: z.string() });
type Planned = z.output<typeof plannedShape>;

async function plannedOf(ctx: Ctx, definition: Definition): Promise<Planned[]> {
  const { planned } = definition.list;
  if (!planned) return [];
  const { timeZone } = ctx.project;
  const today = dayOf(ctx.now, timeZone);
  const { at, where } = planned;
  const day = { $gte: startOfDay(today, timeZone), $lt: startOfDay(addDays(today, 1), timeZone) };
  const query = both(toQuery(definition, where, ctx, await scopeOf(ctx, definition)), {
    projectId: ctx.projectId,
    [at]: day,
  });
  const docs = await modelOf(definition)
    .find(query, rowOnly(definition))
    .sort({ [at]: 1, _id: 1 })
    .limit(EACH)
    .maxTimeMS(SLOW_MS)
    .lean<Stored[]>();
  const called = await calledAs(ctx, definition, docs);
  return called.flatMap((one, n) => {
    const when = docs[n]?.[at];
    return when instanceof Date ? [{ ...one, at: when.toISOString() }] : [];
  });
}

/** What stands in today's calendar of the caller's modules, by its hour. */
export async function plannedToday(ctx: Ctx): Promise<Planned[]> {
  const trade = tradeOf(ctx);
  const open = MODULES.filter(
    one =>
      one.list.planned &&
      (one.list.planned.trades?.includes(trade) ?? true) &&
      answers(one, 'list') &&
      can(ctx, one.code, 'read') &&
      can(ctx, one.code, detailFlag(one)),
  );
  const all = (await Promise.all(open.map(one => plannedOf(ctx, one)))).flat();
  return all.toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(0, MOST);
}
