import { DAY_MS, dayOf, HOUR_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import { type StockKind, stockDocument } from '@lobby/shared/modules/stock-document.ts';
import {
  amountAt,
  averageOf,
  quantityOf,
  shareOf,
  stateOf,
  unitsOf,
  worthOf,
} from '@lobby/shared/modules/stock-math.ts';
import { stockLevel, stockMovement, supply, warehouse } from '@lobby/shared/modules/supply.ts';
import { numberKey } from '../kit/store/numbers.ts';
import { levelId } from '../modules/supply/index.ts';
import { assetsOf } from './assets.ts';
import { type Counted, takesOf } from './counts.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Sets } from './prepared.ts';
import { purchasesOf } from './purchases.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';
import { type Colleague, departmentId } from './staff.ts';
import { CATEGORY, GOODS } from './store-goods.ts';

const DAYS = 360;
/** Day of the stock take. */
const COUNT_DAY = 279;
/** Indexes of supplies that are low, discontinued, or never counted. */
const LOW = new Set([0, 4, 9, 17, 22, 46, 52]);
const STOPPED = new Set([57, 58]);
const UNCOUNTED = 59;

type Line = { supplyId: string; quantity: number; unitPrice: number | null; amount: number | null; note: null };
type Paper = Made<typeof stockDocument>;

/** Supplies of a project and a year of stock documents, with the movements and levels the product would have posted. */
export function storesOf(site: Site, team: readonly Colleague[], now: Date) {
  const assets = assetsOf(site, now);
  const random = randomOf(`stores ${site.key}`);
  const ids = {
    supply: idsOf('supply', site.key),
    warehouse: idsOf('warehouse', site.key),
    partner: idsOf('partner', site.key),
    paper: idsOf('stock-document', site.key),
    movement: idsOf('stock-movement', site.key),
  };
  const keeper = team.find(({ positions, active }) => active && positions.includes('technician')) ?? team[0];
  const by = keeper?.id ?? null;
  const codes = { RECEIPT: codesOf('NK'), ISSUE: codesOf('XK'), TRANSFER: codesOf('CK'), ADJUSTMENT: codesOf('DC') };
  const categoryId = idsOf('item-category', site.key);
  const supplies = GOODS.map(([name, unitName, , partner], n) =>
    recordOf(supply, site.id, ids.supply(n), site.founded, {
      name,
      code: `VT-${String(n + 1).padStart(5, '0')}`,
      unitName,
      partnerId: ids.partner(partner),
      categoryId: categoryId(CATEGORY[partner] ?? 9),
      ...(n === UNCOUNTED && { nonStock: true }),
      ...(STOPPED.has(n) && { status: 'STOP_USING', reason: 'Thay bằng đèn LED' }),
    }),
  );
  const warehouses = [
    ['KT', 'Kho kỹ thuật hầm B1'],
    ['VS', 'Kho vệ sinh'],
  ].map(([code = '', name = ''], n) =>
    recordOf(warehouse, site.id, ids.warehouse(n), site.founded, { code, name, keeperId: by }),
  );
  const papers: Paper[] = [];
  const movements: Made<typeof stockMovement>[] = [];
  const levels = new Map<string, Made<typeof stockLevel>>();

  /** Posts the movement of one line of a stock document and updates stock and value. */
  function move(
    paper: Paper,
    at: Date,
    n: number,
    place: number,
    line: number,
    units: number,
    worth: number,
    whole = true,
  ) {
    const item = supplies[n] as Made<typeof supply>;
    const [supplyId, warehouseId] = [item._id, ids.warehouse(place)];
    const key = `${n}:${place}`;
    const level =
      levels.get(key) ??
      recordOf(stockLevel, site.id, levelId(warehouseId, supplyId), at, { supplyId, warehouseId, quantity: 0 });
    level.quantity = quantityOf(unitsOf(level.quantity) + units);
    level.updatedAt = at;
    levels.set(key, level);
    const signed = units < 0 ? -worth : worth;
    if (whole) {
      item.stock = quantityOf(unitsOf(item.stock) + units);
      item.stockValue += signed;
    }
    item.moved = true;
    movements.push(
      recordOf(stockMovement, site.id, ids.movement(movements.length), at, {
        supplyId,
        warehouseId,
        documentId: paper._id,
        documentCode: paper.code,
        line: line + 1,
        delta: quantityOf(units),
        amount: signed,
        balanceAfter: level.quantity,
        stockAfter: item.stock,
        valueAfter: item.stockValue,
        documentDate: paper.documentDate,
        postedAt: at,
        by,
      }),
    );
  }

  const takes = takesOf(site, by);
  /** Supplies of a warehouse with their counted difference to the books. */
  const countedAt = (place: number, most: number): Counted[] =>
    used
      .filter(({ n }) => heldAt(n, place) > 3000)
      .slice(0, most)
      .map(({ n }, k) => ({
        item: supplies[n] as Made<typeof supply>,
        warehouseId: ids.warehouse(place),
        book: heldAt(n, place),
        more: { 2: -2000, 9: -1000, 17: 1000, 30: -3000 }[k] ?? 0,
      }));
  /** Stock take of the last quarter and the adjustment of its differences. */
  function count(at: Date) {
    const counted = countedAt(0, 52);
    const take = takes.ofSupplies(at, 'COMPLETED', 'Kiểm kê kho kỹ thuật quý trước', counted);
    const wrong = counted.flatMap(({ item, more }) =>
      more === 0 ? [] : [[supplies.indexOf(item), more / 1000] as const],
    );
    if (wrong.length > 0) write(at, 'ADJUSTMENT', 0, wrong, { reason: 'COUNT', stockTakeId: take._id });
  }

  const heldAt = (n: number, place: number) => unitsOf(levels.get(`${n}:${place}`)?.quantity);

  /** Creates a stock document and posts it; drafts move nothing. */
  function write(
    at: Date,
    kind: StockKind,
    place: number,
    chosen: readonly (readonly [n: number, quantity: number])[],
    values: object,
    draft = false,
  ) {
    const lines: Line[] = chosen.map(([n, quantity]) => {
      const price =
        kind === 'RECEIPT' ? Math.round(((GOODS[n]?.[2] ?? 0) * (95 + random.int(0, 12))) / 10_000) * 100 : null;
      const amount = price === null ? null : amountAt(quantity, price);
      return { supplyId: ids.supply(n), quantity, unitPrice: price, amount, note: null };
    });
    const posted = draft
      ? {}
      : { status: 'OFFICIAL' as const, code: codes[kind](at), posted: true, postedAt: at, postedBy: by };
    const documentDate = dayOf(at, VIETNAM);
    const paper = recordOf(stockDocument, site.id, ids.paper(papers.length), at, {
      kind,
      warehouseId: ids.warehouse(place),
      documentDate,
      lines,
      ...posted,
      ...values,
    });
    papers.push(paper);
    for (const [line, [n, quantity]] of draft ? [] : chosen.entries()) {
      const item = supplies[n] as Made<typeof supply>;
      const units = unitsOf(quantity);
      const row = lines[line] as Line;
      const before = { units: unitsOf(item.stock), value: item.stockValue };
      const worth = row.amount ?? (units < 0 ? worthOf(before, -units) : shareOf(before, units));
      row.amount = worth;
      if (kind === 'RECEIPT') {
        Object.assign(item, {
          quantity: quantityOf(unitsOf(item.quantity) + units),
          lastImportDate: documentDate,
          lastPrice: row.unitPrice,
        });
        move(paper, at, n, place, line, units, worth);
      } else if (kind === 'ISSUE') {
        item.lastExportDate = documentDate;
        move(paper, at, n, place, line, -units, worth);
      } else if (kind === 'ADJUSTMENT') {
        row.amount = units < 0 ? -worth : worth;
        move(paper, at, n, place, line, units, worth);
      } else {
        move(paper, at, n, place, line, -units, worth, false);
        move(paper, at, n, 1 - place, line, units, worth, false);
      }
    }
    paper.total = lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
    return paper;
  }

  const used = GOODS.map((good, n) => ({ n, place: good[4] ? 1 : 0 })).filter(
    ({ n }) => !STOPPED.has(n) && n !== UNCOUNTED,
  );
  const start = Math.floor(now.getTime() / DAY_MS) * DAY_MS - DAYS * DAY_MS + 2 * HOUR_MS;
  const on = (day: number) => new Date(start + day * DAY_MS);
  for (const place of [0, 1])
    write(
      on(0),
      'RECEIPT',
      place,
      used.filter(use => use.place === place).map(({ n }) => [n, random.int(10, 30)]),
      {
        reason: 'OPENING',
      },
    );
  const step = site.key === 'hoasen' ? 1 : 6;
  for (let day = 3; day < DAYS - 1; day += step) {
    if (day === COUNT_DAY) count(on(day));
    const place = random.chance(0.7) ? 0 : 1;
    const mine = used.filter(use => use.place === place);
    if (day % 4 === 0) {
      const bought = mine.filter(({ n }) => heldAt(n, place) < 12_000).slice(0, 6);
      const [first] = bought;
      const chosen = bought.map(({ n }) => [n, random.int(12, 40)] as const);
      const partnerId = first && ids.partner(GOODS[first.n]?.[3] ?? 0);
      if (first) write(on(day), 'RECEIPT', place, chosen, { reason: 'PURCHASE', partnerId });
    } else if (day % 60 === 1) {
      const issued = mine.filter(({ n }) => heldAt(n, place) > 6000).slice(0, 2);
      if (issued.length > 0)
        write(
          on(day),
          'TRANSFER',
          place,
          issued.map(({ n }) => [n, 2] as const),
          { toWarehouseId: ids.warehouse(1 - place) },
        );
    } else if (random.chance(0.5)) {
      const taken = mine.filter(({ n }) => random.chance(0.12) && heldAt(n, place) >= 6000);
      const chosen = taken.slice(0, 4).map(({ n }) => [n, random.int(1, 6)] as const);
      const whom = random.chance(0.9)
        ? { reason: 'USE', receiverId: by, departmentId: departmentId(site, 'technician') }
        : { reason: 'LOSS' };
      if (chosen.length > 0) write(on(day), 'ISSUE', place, chosen, whom);
    }
  }
  // Drafts of today.
  const held = used.filter(use => use.place === 0);
  const drafts = site.key === 'hoasen' ? 4 : 1;
  for (let k = 0; k < drafts; k++) {
    const n = held[k]?.n ?? 0;
    const kind = k === 3 ? 'RECEIPT' : 'ISSUE';
    const values =
      kind === 'ISSUE' ? { reason: 'USE', receiverId: by } : { reason: 'PURCHASE', partnerId: ids.partner(6) };
    write(new Date(now.getTime() - HOUR_MS), kind, 0, [[n, k === 2 ? 500 : 2]], values, true);
  }
  for (const [n, item] of supplies.entries()) {
    const units = unitsOf(item.stock);
    if (item.moved) item.limit = LOW.has(n) ? Math.ceil(item.stock) + 4 : Math.floor(item.stock / 3);
    item.averagePrice = averageOf({ units, value: item.stockValue });
    item.stockState = stateOf(item);
  }
  takes.ofSupplies(new Date(now.getTime() - DAY_MS), 'REVIEW', 'Kiểm kê kho vệ sinh', countedAt(1, 20));
  takes.ofAssets(now, assets);
  const requests = purchasesOf(site, supplies, papers, by, now);
  const sets: Sets = [
    [supply, supplies],
    [warehouse, warehouses],
    [purchaseRequest, requests],
    [stockDocument, papers],
    [stockLevel, [...levels.values()]],
    [stockMovement, movements],
    ...takes.sets(),
  ];
  return { sets, numbers: lastNumbers(site, papers) };
}

/** Last number by kind and month. */
function lastNumbers(site: Site, papers: readonly Paper[]) {
  const last = new Map<string, number>();
  for (const { code } of papers)
    if (code) last.set(code.slice(0, 7), Math.max(last.get(code.slice(0, 7)) ?? 0, Number(code.slice(8))));
  return [...last].map(([series, n]) => ({ _id: numberKey(site.id, series), n }));
}
