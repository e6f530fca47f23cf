import { averageOf, quantityOf, shareOf, unitsOf, worthOf } from '@lobby/shared/modules/stock-math.ts';
import { MOST_TAKE_LINES, type stockTake, stockTakeLine } from '@lobby/shared/modules/stock-take.ts';
import { stockMovement, supply } from '@lobby/shared/modules/supply.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { keepEachBeside } from '../../kit/store/beside.ts';
import { type Doc, records } from '../../kit/store/records.ts';

/** Lines whose book stock is loaded at once. */
const AT_ONCE = 25;

type Line = Doc<typeof stockTakeLine>;
export type Count = Omit<Line['counts'][number], 'at'> & { at: string };
/** A line with its counts. */
type Counted = Pick<Line, 'counts'>;

export const countsIn = ({ counts }: Counted): Count[] =>
  counts.map(({ at, ...count }) => ({ ...count, at: at ? new Date(at).toISOString() : '' }));
/** Valid counts of a line, without replaced ones. */
export const standingCounts = (line: Counted): Count[] => countsIn(line).filter(({ replaced }) => !replaced);
/** The decisive count: that of the approver, else the latest. */
export const lastOf = (line: Counted): Count | undefined =>
  standingCounts(line).find(({ decides }) => decides) ??
  standingCounts(line).toSorted((a, b) => b.at.localeCompare(a.at))[0];

export const loadLines = (ctx: Ctx, takeId: string): Promise<Doc<typeof stockTakeLine>[]> =>
  records(stockTakeLine).find(ctx, { takeId }, { sort: { name: 1, _id: 1 }, limit: MOST_TAKE_LINES + 1000 });

/** Stock at a moment, by the movements posted until then. */
async function bookAt(ctx: Ctx, { supplyId, warehouseId }: Doc<typeof stockTakeLine>, at: string): Promise<number> {
  const last = await records(stockMovement).first(
    ctx,
    { supplyId, warehouseId, postedAt: { $lte: new Date(at) } },
    { sort: { postedAt: -1, _id: -1 }, patience: 2000 },
  );
  return last?.balanceAfter ?? 0;
}

/** Value of a difference, by today's average price. */
export function worthOfUnits(item: Doc<typeof supply> | undefined, units: number): number {
  const held = { units: unitsOf(item?.stock), value: item?.stockValue ?? 0 };
  if (averageOf(held) === null) return 0;
  return units < 0 ? -shareOf(held, -units) : worthOf(held, units);
}

interface Figured {
  line: Doc<typeof stockTakeLine>;
  differs: boolean;
  set: Partial<Line>;
}

/** Results of counted lines: differences to the book stock at the time of the count; for assets whether they were in place. */
export async function loadFigures(
  ctx: Ctx,
  take: Doc<typeof stockTake>,
  lines: readonly Doc<typeof stockTakeLine>[],
): Promise<Figured[]> {
  const counted = lines.filter(({ state }) => state === 'COUNTED');
  if (take.kind === 'ASSET')
    return counted.map(line => {
      const differs = line.found !== 'FOUND';
      return { line, differs, set: { difference: null } };
    });
  const ids = [...new Set(counted.flatMap(({ supplyId }) => supplyId ?? []))];
  const held = await records(supply).find(ctx, { _id: { $in: ids } });
  const supplies = new Map(held.map(doc => [doc._id, doc]));
  const figures: Figured[] = [];
  for (let n = 0; n < counted.length; n += AT_ONCE) {
    const some = counted.slice(n, n + AT_ONCE).map(async (line): Promise<Figured> => {
      const { quantity = 0, at = ctx.now.toISOString() } = lastOf(line) ?? {};
      const bookAtCount = await bookAt(ctx, line, at);
      const units = unitsOf(quantity) - unitsOf(bookAtCount);
      const worth = worthOfUnits(supplies.get(line.supplyId ?? ''), units);
      const set = { bookAtCount, final: quantity, difference: quantityOf(units), worth };
      return { line, differs: units !== 0, set };
    });
    figures.push(...(await Promise.all(some)));
  }
  return figures;
}

/** Stores the results of lines, in the transaction of their stock take. */
export async function writeFigures(figures: readonly Figured[], session: Session): Promise<void> {
  const all = figures.map(({ line, set }) => ({ doc: line, set: { ...set, version: line.version + 1 } }));
  await keepEachBeside(stockTakeLine, all, session);
}
