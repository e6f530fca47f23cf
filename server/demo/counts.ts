import { addDays, DAY_MS, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { asset } from '@lobby/shared/modules/asset.ts';
import { quantityOf, worthOf } from '@lobby/shared/modules/stock-math.ts';
import { type Found, stockTake, stockTakeLine } from '@lobby/shared/modules/stock-take.ts';
import type { supply } from '@lobby/shared/modules/supply.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Site } from './sites.ts';

type Take = Made<typeof stockTake>;
type Line = Made<typeof stockTakeLine>;
type Counts = Line['counts'];

/** A counted supply in a warehouse: book stock and difference, in thousandths. */
export interface Counted {
  item: Made<typeof supply>;
  warehouseId: string;
  book: number;
  more: number;
}

/** Assets in the running stock take: all, found, and found elsewhere. */
const THINGS = { all: 63, found: 48, elsewhere: 2 };

/** Builds stock takes and their lines, counted by one employee. */
export function takesOf(site: Site, by: string | null) {
  const [id, lineId, code] = [idsOf('stock-take', site.key), idsOf('stock-take-line', site.key), codesOf('KK')];
  const takes: Take[] = [];
  const lines: Line[] = [];
  const countedBy = by ? [by] : [];

  const countOf = (at: Date, quantity: number | null, found: Found | null, foundPlaceId: string | null) =>
    [
      { quantity, found, foundPlaceId, byId: by, at: at.toISOString(), decides: false, replaced: false },
    ] as unknown as Counts;

  function take(at: Date, values: Partial<Take>): Take {
    const doc = recordOf(stockTake, site.id, id(takes.length), at, {
      code: code(at),
      countedBy,
      startedAt: at,
      blindCount: true,
      ...values,
    });
    takes.push(doc);
    return doc;
  }
  function line(of: Take, at: Date, values: Partial<Line>): void {
    lines.push(recordOf(stockTakeLine, site.id, lineId(lines.length), at, { takeId: of._id, ...values }));
  }

  return {
    /** Adds a stock take of supplies that is closed or waits for approval. */
    ofSupplies(at: Date, status: Take['status'], title: string, counted: readonly Counted[]): Take {
      const [first] = counted;
      const worth = ({ item, more }: Counted) =>
        Math.sign(more) * worthOf({ units: Math.round(item.stock * 1000), value: item.stockValue }, Math.abs(more));
      const differing = counted.filter(({ more }) => more !== 0);
      const doc = take(at, {
        kind: 'SUPPLY',
        status,
        title,
        warehouseIds: first ? [first.warehouseId] : [],
        total: counted.length,
        counted: counted.length,
        differing: differing.length,
        differenceValue: differing.reduce((sum, difference) => sum + worth(difference), 0),
      });
      for (const difference of counted) {
        const { item, warehouseId, book, more } = difference;
        const final = quantityOf(book + more);
        line(doc, at, {
          supplyId: item._id,
          warehouseId,
          name: item.name,
          itemCode: item.code,
          state: 'COUNTED',
          expected: quantityOf(book),
          bookAtCount: quantityOf(book),
          final,
          difference: quantityOf(more),
          worth: worth(difference),
          counts: countOf(at, final, null, null),
        });
      }
      return doc;
    },
    /** Adds a running stock take of assets: most are found, some elsewhere, one is not in the list. */
    ofAssets(now: Date, assets: readonly Made<typeof asset>[]): void {
      const at = new Date(now.getTime() - DAY_MS);
      const placed = assets.filter(({ status, placeId }) => status !== 'STOP_USING' && placeId).slice(0, THINGS.all);
      const places = [...new Set(placed.map(({ placeId }) => String(placeId)))];
      const found = Math.min(THINGS.found, placed.length - 1);
      const doc = take(at, {
        kind: 'ASSET',
        status: 'COUNTING',
        title: 'Kiểm kê tài sản tầng hầm',
        placeIds: places.slice(0, 100),
        total: placed.length,
        counted: found,
        dueOn: addDays(dayOf(now, VIETNAM), 2),
      });
      for (const [n, thing] of placed.entries()) {
        const seen = new Date(at.getTime() + n * 120_000);
        const elsewhere = n > 0 && n <= THINGS.elsewhere ? (places[(n + 3) % places.length] ?? null) : null;
        const extra = n === placed.length - 1;
        const result: Found = extra ? 'EXTRA' : elsewhere && elsewhere !== thing.placeId ? 'MISPLACED' : 'FOUND';
        const isCounted = n < found - 1 || extra;
        line(doc, at, {
          assetId: thing._id,
          name: thing.name,
          itemCode: thing.code,
          placeId: thing.placeId,
          extra,
          ...(isCounted && {
            state: 'COUNTED' as const,
            found: result,
            foundPlaceId: elsewhere,
            counts: countOf(seen, null, result, elsewhere),
          }),
        });
      }
    },
    sets: () => [[stockTake, takes] as const, [stockTakeLine, lines] as const],
  };
}
