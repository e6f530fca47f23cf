import { asset } from '@lobby/shared/modules/asset.ts';
import { place } from '@lobby/shared/modules/location.ts';
import { unitsOf } from '@lobby/shared/modules/stock-math.ts';
import { MOST_TAKE_LINES, type stockTake, stockTakeLine } from '@lobby/shared/modules/stock-take.ts';
import { stockLevel, supply } from '@lobby/shared/modules/supply.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { build } from '../../kit/records/records.ts';
import type { Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';

const ALL = { sort: { _id: 1 }, limit: MOST_TAKE_LINES + 1 } as const;

const line = (
  ctx: Ctx,
  take: Doc<typeof stockTake>,
  values: Values<typeof stockTakeLine>,
): Promise<Doc<typeof stockTakeLine>> => build(ctx, stockTakeLine, { takeId: take._id, ...values }, true);

/** Line of a supply in a warehouse. */
export const supplyLine = (
  ctx: Ctx,
  take: Doc<typeof stockTake>,
  item: Doc<typeof supply>,
  warehouseId: string,
  expected: number,
  extra = false,
) => line(ctx, take, { supplyId: item._id, warehouseId, name: item.name, itemCode: item.code, expected, extra });

/** Line of an asset, with its recorded place. */
export const assetLine = (ctx: Ctx, take: Doc<typeof stockTake>, item: Doc<typeof asset>, extra = false) =>
  line(ctx, take, { assetId: item._id, name: item.name, itemCode: item.code, placeId: item.placeId, extra });

/** Lines of supplies with stock in the warehouses, and of active ones with a limit. */
async function supplyLines(ctx: Ctx, take: Doc<typeof stockTake>): Promise<Doc<typeof stockTakeLine>[]> {
  const categories = take.categoryIds;
  const within = categories.length > 0 ? { categoryId: { $in: categories } } : {};
  const supplies = await records(supply).find(ctx, { nonStock: { $ne: true }, ...within }, ALL);
  const levels = await records(stockLevel).find(ctx, { warehouseId: { $in: take.warehouseIds } }, ALL);
  const held = new Map(levels.map(level => [`${level.supplyId} ${level.warehouseId}`, level.quantity]));
  const lines: Promise<Doc<typeof stockTakeLine>>[] = [];
  for (const item of supplies)
    for (const warehouseId of take.warehouseIds) {
      const quantity = held.get(`${item._id} ${warehouseId}`);
      const limited = unitsOf(item.limit) > 0 && item.status === 'IN_USE' && quantity !== undefined;
      if (unitsOf(quantity) > 0 || limited) lines.push(supplyLine(ctx, take, item, warehouseId, quantity ?? 0));
    }
  return Promise.all(lines);
}

/** Places with all places below them. */
async function placesUnder(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const places = new Set(ids);
  for (let level = [...ids]; level.length > 0; ) {
    const below = await records(place).find(ctx, { parentId: { $in: level } }, ALL);
    level = below.map(({ _id }) => _id).filter(id => !places.has(id));
    for (const id of level) places.add(id);
  }
  return [...places];
}

/** Lines of assets in use, by place, department and category. */
async function assetLines(ctx: Ctx, take: Doc<typeof stockTake>): Promise<Doc<typeof stockTakeLine>[]> {
  const places = await placesUnder(ctx, take.placeIds);
  const named = [
    ['placeId', places],
    ['managerUnitId', take.departmentIds],
    ['categoryId', take.assetCategoryIds],
  ] as const;
  const within = take.all
    ? {}
    : Object.fromEntries(named.flatMap(([name, ids]) => (ids.length > 0 ? [[name, { $in: [...ids] }]] : [])));
  const assets = await records(asset).find(ctx, { status: { $ne: 'STOP_USING' }, ...within }, ALL);
  return Promise.all(assets.map(item => assetLine(ctx, take, item)));
}

/** Lines of a stock take when it starts. */
export async function linesFor(ctx: Ctx, take: Doc<typeof stockTake>): Promise<Doc<typeof stockTakeLine>[]> {
  const lines = await (take.kind === 'ASSET' ? assetLines : supplyLines)(ctx, take);
  const field = take.kind === 'ASSET' ? 'placeIds' : 'warehouseIds';
  if (lines.length === 0) failFields({ [field]: { code: 'STOCK_TAKE_EMPTY' } }, 'STOCK_TAKE_EMPTY');
  if (lines.length > MOST_TAKE_LINES) failFields({ [field]: { code: 'TOO_MANY', params: { max: MOST_TAKE_LINES } } });
  return lines;
}
