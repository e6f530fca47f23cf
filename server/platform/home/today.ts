import { addDays, dayOf, startOfDay } from '@lobby/shared/kit/dates.ts';
import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import type { plannedShape } from '@lobby/shared/modules/home.contract.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import type { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { detailFlag, loadScope } from '../../kit/records/acts/act.ts';
import { both, toQuery } from '../../kit/records/lists/list.ts';
import { records } from '../../kit/store/records.ts';
import { calledAs } from '../search/identification.ts';
import { PATIENCE_MS } from './patience.ts';
import { tradeOf } from './trade.ts';

/** Limit of records per kind, and in total. */
const EACH = 20;
const MOST = 40;

type Planned = z.output<typeof plannedShape>;

async function loadPlanned(ctx: Ctx, definition: Definition): Promise<Planned[]> {
  const { planned } = definition.list;
  if (!planned) return [];
  const { timeZone } = ctx.project;
  const today = dayOf(ctx.now, timeZone);
  const { at, where } = planned;
  const scope = toQuery(definition, where, ctx, await loadScope(ctx, definition));
  const read = (between: Record<string, Date>, order: 1 | -1, limit: number) =>
    records(definition).find(ctx, both(scope, { projectId: ctx.projectId, [at]: between }), {
      sort: { [at]: order, _id: order },
      limit,
      patience: PATIENCE_MS,
    });
  // Upcoming records take precedence over those of earlier today.
  const coming = await read({ $gte: ctx.now, $lt: startOfDay(addDays(today, 1), timeZone) }, 1, EACH);
  const left = EACH - coming.length;
  const gone = left > 0 ? await read({ $gte: startOfDay(today, timeZone), $lt: ctx.now }, -1, left) : [];
  const docs = [...gone.toReversed(), ...coming];
  const called = await calledAs(ctx, definition, docs);
  return called.flatMap((row, n) => {
    const when = docs[n]?.[at];
    return when instanceof Date ? [{ ...row, at: when.toISOString() }] : [];
  });
}

/** Today's calendar of the caller's modules, by time. */
export async function plannedToday(ctx: Ctx): Promise<Planned[]> {
  const trade = tradeOf(ctx);
  const open = MODULES.filter(
    module =>
      module.list.planned &&
      (module.list.planned.trades?.includes(trade) ?? true) &&
      answers(module, 'list') &&
      can(ctx, module.code, 'read') &&
      can(ctx, module.code, detailFlag(module)),
  );
  const all = (await Promise.all(open.map(definition => loadPlanned(ctx, definition)))).flat();
  const ordered = all.toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const now = ctx.now.toISOString();
  const gone = ordered.filter(({ at }) => at < now).length;
  const from = Math.max(0, Math.min(gone, ordered.length - MOST));
  return ordered.slice(from, from + MOST);
}
