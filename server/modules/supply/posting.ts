import { createHash } from 'node:crypto';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import {
  averageOf,
  type Held,
  quantityOf,
  shareOf,
  stateOf,
  unitsOf,
  worthOf,
} from '@lobby/shared/modules/stock-math.ts';
import { stockLevel, stockMovement, supply, warehouse } from '@lobby/shared/modules/supply.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields, Refusal } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { build } from '../../kit/records/records.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';

/** Movement of a line in a warehouse, in thousandths; negative for outgoing stock. */
export interface Move {
  line: number;
  supplyId: string;
  warehouseId: string;
  units: number;
  /** Value of incoming stock; outgoing stock leaves at the moving average. */
  amount?: number;
  /** Incoming stock gets its value from the moving average. */
  atAverage?: boolean;
  /** Document of this line, if a posting has several. */
  of?: { id: string; code: () => string; line: number };
  /** Transfer between warehouses: the total stock stays. */
  within?: boolean;
}

/** Document of a posting. */
interface Paper {
  id: string;
  code: () => string;
  day: string;
  /** Refuses supplies no longer in use; reversals do not. */
  refusesStopped: boolean;
  /** Further changes to each supply, beside stock and value. */
  also?: (before: Doc<typeof supply>, units: number, line: number) => Partial<Doc<typeof supply>>;
}

/** Deterministic id: there is a single row, whoever creates it. */
export const levelId = (warehouseId: string, supplyId: string): string =>
  createHash('sha256').update(`${warehouseId}:${supplyId}`).digest('hex').slice(0, 24);

/** Changes of a posting; `fill` completes them within its transaction and returns the amount of each line. */
interface Posting {
  changes: Change[];
  fill: (session: Session) => Promise<Map<number, number>>;
}

/**
 * Posts stock moves, all or none. Stock is read within the transaction, which writes each supply and level that it moves: concurrent postings are
 * serialised, and the second one sees the stock that the first has left (supply card, rule 1).
 */
export function postMoves(ctx: Ctx, paper: Paper, moves: readonly Move[]): Posting {
  const { projectId } = ctx;
  const blank = (definition: Change['definition'], action: string): Change => ({ definition, action });
  const supplyIds = [...new Set(moves.map(move => move.supplyId))];
  const supplies = new Map(supplyIds.map(id => [id, blank(supply, 'stock')]));
  const levelIds = [...new Set(moves.map(move => levelId(move.warehouseId, move.supplyId)))];
  const levels = new Map(levelIds.map(id => [id, blank(stockLevel, 'update')]));
  const rows = moves.map(() => blank(stockMovement, 'create'));

  async function fill(session: Session): Promise<Map<number, number>> {
    const byId = <T extends { _id: string }>(docs: readonly T[]) => new Map(docs.map(doc => [doc._id, doc]));
    const docsById = byId(
      await records(supply)
        .in(session)
        .find({ projectId }, { _id: { $in: supplyIds } }),
    );
    const stocked = byId(
      await records(stockLevel)
        .in(session)
        .find({ projectId }, { _id: { $in: levelIds } }),
    );
    assertInUse(paper, moves, docsById);
    const held = new Map<string, Held & { more: Partial<Doc<typeof supply>> }>();
    const left = new Map<string, number>();
    const amounts = new Map<number, number>();
    const short: Short[] = [];
    for (const [n, move] of moves.entries()) {
      const { line, supplyId, warehouseId, units, amount, within, atAverage, of } = move;
      const doc = docsById.get(supplyId);
      if (!doc) continue;
      const stock = held.get(supplyId) ?? { units: unitsOf(doc.stock), value: doc.stockValue ?? 0, more: {} };
      const at = levelId(warehouseId, supplyId);
      const before = left.get(at) ?? unitsOf(stocked.get(at)?.quantity);
      if (before + units < 0) short.push({ line, supplyId, warehouseId, onHand: quantityOf(before) });
      const into = atAverage ? worthOf(stock, units) : (amounts.get(line) ?? 0);
      const worth = amount ?? (units < 0 ? shareOf(stock, -units) : into);
      amounts.set(line, worth);
      const signed = units < 0 ? -worth : worth;
      if (!within) Object.assign(stock, { units: stock.units + units, value: stock.value + signed });
      Object.assign(stock.more, paper.also?.({ ...doc, ...stock.more }, units, line));
      held.set(supplyId, stock);
      left.set(at, before + units);
      const row = rows[n];
      const insert = await build(
        ctx,
        stockMovement,
        {
          supplyId,
          warehouseId,
          documentId: of?.id ?? paper.id,
          documentCode: of?.code() ?? paper.code(),
          line: (of?.line ?? line) + 1,
          delta: quantityOf(units),
          amount: signed,
          balanceAfter: quantityOf(before + units),
          stockAfter: quantityOf(stock.units),
          valueAfter: stock.value,
          documentDate: paper.day,
          postedAt: ctx.now,
          by: ctx.employeeId,
        },
        true,
      );
      if (row) row.insert = insert;
    }
    if (short.length > 0) failShort(short);
    await assertStockOfPast(ctx, paper, moves, session);
    await fillSupplies(ctx, supplies, docsById, held, moves);
    for (const [id, change] of levels) {
      const move = moves.find(item => levelId(item.warehouseId, item.supplyId) === id);
      const [doc, quantity] = [stocked.get(id), quantityOf(left.get(id) ?? 0)];
      delete change.insert;
      delete change.update;
      if (doc) change.update = { doc, set: { quantity }, keepVersion: true };
      else if (move) {
        const { supplyId, warehouseId } = move;
        change.insert = { ...(await build(ctx, stockLevel, { supplyId, warehouseId, quantity }, true)), _id: id };
      }
    }
    return amounts;
  }
  return { changes: [...supplies.values(), ...levels.values(), ...rows], fill };
}

interface Short {
  line: number;
  supplyId: string;
  warehouseId: string;
  onHand: number;
}

/** Refuses a backdated issue above the stock of that day, or above what later issues need. */
async function assertStockOfPast(ctx: Ctx, paper: Paper, moves: readonly Move[], session: Session): Promise<void> {
  const taken = moves.filter(({ units }) => units < 0);
  const ids = (name: 'supplyId' | 'warehouseId') => ({ $in: [...new Set(taken.map(move => move[name]))] });
  const stock = {
    projectId: ctx.projectId,
    deletedAt: null,
    supplyId: ids('supplyId'),
    warehouseId: ids('warehouseId'),
  };
  if (
    !(await records(stockMovement)
      .in(session)
      .exists(ctx, { ...stock, documentDate: { $gt: paper.day } }))
  )
    return;
  const code = 'STOCK_NOT_ENOUGH_ON';
  const fields: FieldErrors = {};
  for (const { line, supplyId, warehouseId, units } of taken) {
    const rows = await records(stockMovement)
      .in(session)
      .find(ctx, { ...stock, supplyId, warehouseId }, { only: ['delta', 'documentDate'], sort: { documentDate: 1 } });
    const least = leastFrom(rows, paper.day);
    if (least.units + units < 0)
      fields[`lines.${line}.quantity`] = { code, params: { onHand: quantityOf(least.units), day: least.day } };
  }
  if (Object.keys(fields).length > 0) failFields(fields, code);
}

/** Lowest stock from a day on, with its day, by document dates. */
function leastFrom(
  rows: readonly Pick<Doc<typeof stockMovement>, 'delta' | 'documentDate'>[],
  from: string,
): { units: number; day: string } {
  let held = 0;
  const days = new Map<string, number>();
  for (const row of rows) {
    const day = row.documentDate ?? '';
    if (day <= from) held += unitsOf(row.delta);
    else days.set(day, (days.get(day) ?? 0) + unitsOf(row.delta));
  }
  let least = { units: held, day: from };
  for (const [day, units] of days) {
    held += units;
    if (held < least.units) least = { units: held, day };
  }
  return least;
}

/** Fails for issues above the stock, naming each line. */
function failShort(lines: readonly Short[]): never {
  const code = 'STOCK_NOT_ENOUGH';
  const fields = lines.map(({ line, onHand }) => [`lines.${line}.quantity`, { code, params: { onHand } }]);
  throw new Refusal(code, { ...lines[0], lines, fields: Object.fromEntries(fields) });
}

function assertInUse(
  { refusesStopped }: Paper,
  moves: readonly Move[],
  docs: ReadonlyMap<string, Doc<typeof supply>>,
): void {
  if (!refusesStopped) return;
  const code = 'SUPPLY_STOPPED';
  const stopped = moves.filter(({ supplyId }) => docs.get(supplyId)?.status !== 'IN_USE');
  const fields = Object.fromEntries(stopped.map(({ line }) => [`lines.${line}.supplyId`, { code }]));
  if (stopped.length > 0) failFields(fields, code);
}

/** Sets stock and value of the supplies; those that fall to their limit are reported once. */
async function fillSupplies(
  ctx: Ctx,
  supplies: ReadonlyMap<string, Change>,
  docs: ReadonlyMap<string, Doc<typeof supply>>,
  held: ReadonlyMap<string, Held & { more: Partial<Doc<typeof supply>> }>,
  moves: readonly Move[],
): Promise<void> {
  const low: Doc<typeof supply>[] = [];
  for (const [id, change] of supplies) {
    const [doc, stock] = [docs.get(id), held.get(id)];
    if (!doc || !stock) continue;
    const now = {
      ...stock.more,
      stock: quantityOf(stock.units),
      stockValue: stock.value,
      averagePrice: averageOf(stock),
    };
    const stockState = stateOf({ ...doc, ...now });
    change.update = { doc, set: { ...now, stockState, moved: true }, keepVersion: true };
    if (stockState === 'NEED_TO_BUY' && doc.stockState !== 'NEED_TO_BUY') low.push(doc);
  }
  const [first] = supplies.values();
  if (!first) return;
  delete first.also;
  if (low.length > 0) first.also = session => notifyOfLowStock(ctx, low, moves, session);
}

/** Notifies the warehouse keepers, and the staff with the right to approve purchases, of low supplies. */
async function notifyOfLowStock(
  ctx: Ctx,
  low: readonly Doc<typeof supply>[],
  moves: readonly Move[],
  session: Session,
): Promise<void> {
  const deciders = await loadReaders(ctx.projectId, supply.code, 'approve');
  for (const { _id: id, name } of low) {
    const places = moves.filter(move => move.supplyId === id).map(move => move.warehouseId);
    const warehouses = [...(await loadRefs(ctx.projectId, warehouse, places)).values()];
    const keepers = warehouses.flatMap(({ keeperId }) => keeperId ?? []);
    const subject = { module: supply.code, id, title: name };
    await notify(ctx, toStaff([...new Set([...keepers, ...deciders])]), 'SUPPLY_LOW', subject, session);
  }
}
