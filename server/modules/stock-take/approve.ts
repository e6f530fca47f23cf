import { asset } from '@lobby/shared/modules/asset.ts';
import { STOCK_PREFIX, stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { unitsOf } from '@lobby/shared/modules/stock-math.ts';
import type { stockTakeLine } from '@lobby/shared/modules/stock-take.ts';
import { stockTake } from '@lobby/shared/modules/stock-take.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { addFiles } from '../../kit/records/acts/add-files.ts';
import { build } from '../../kit/records/records.ts';
import type { EffectOf } from '../../kit/records/typed-behaviour.ts';
import { giveNumber } from '../../kit/store/numbers.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { assertNotLocked, heldOpen } from '../lock-date/index.ts';
import { type Move, postMoves } from '../supply/index.ts';
import { loadLines } from './figures.ts';

/** Adjustment document of a warehouse, with surpluses and shortages. */
const loadAdjustment = (
  ctx: Ctx,
  take: Doc<typeof stockTake>,
  warehouseId: string,
  lines: readonly Doc<typeof stockTakeLine>[],
): Promise<Doc<typeof stockDocument>> =>
  build(
    ctx,
    stockDocument,
    {
      kind: 'ADJUSTMENT',
      reason: 'COUNT',
      warehouseId,
      documentDate: todayOf(ctx),
      status: 'OFFICIAL',
      stockTakeId: take._id,
      posted: true,
      postedAt: ctx.now,
      postedBy: ctx.employeeId,
      lines: lines.map((line): Doc<typeof stockDocument>['lines'][number] => ({
        supplyId: line.supplyId ?? '',
        quantity: line.difference ?? 0,
        unitPrice: null,
        amount: 0,
        note: null,
      })),
    },
    true,
  );

/** Posts the differences of supplies: an adjustment per warehouse, at the average price, with today's date. */
async function adjust(ctx: Ctx, take: Doc<typeof stockTake>): Promise<EffectOf<typeof stockTake>> {
  const day = todayOf(ctx);
  await assertNotLocked(ctx, 'transaction', day, { document: take.code });
  const lines = (await loadLines(ctx, take._id)).filter(
    line => line.state === 'COUNTED' && unitsOf(line.difference) !== 0,
  );
  const byPlace = [...Map.groupBy(lines, ({ warehouseId }) => warehouseId ?? '')];
  const papers = await Promise.all(byPlace.map(([id, ofPlace]) => loadAdjustment(ctx, take, id, ofPlace)));
  const moves: Move[] = papers.flatMap(doc =>
    doc.lines.map(
      ({ supplyId, quantity }, line): Move => ({
        line: 0,
        supplyId,
        warehouseId: doc.warehouseId,
        units: unitsOf(quantity),
        atAverage: true,
        of: { id: doc._id, code: () => doc.code ?? '', line },
      }),
    ),
  );
  for (const [line, move] of moves.entries()) move.line = line;
  const paper = { id: take._id, code: () => take.code ?? '', day, refusesStopped: false };
  const { changes, fill } = postMoves(ctx, paper, moves);
  const { holds, also } = heldOpen(ctx, 'transaction', [day], take.code);
  const made = papers.map((insert): Change => ({ definition: stockDocument, action: 'create', insert, holds }));
  return {
    async first(session) {
      for (const doc of papers) await giveNumber(stockDocument, doc, STOCK_PREFIX.ADJUSTMENT, day, session);
      const amounts = await fill(session);
      let at = 0;
      for (const doc of papers) {
        doc.lines = doc.lines.map(line => ({
          ...line,
          amount: (amounts.get(at++) ?? 0) * (line.quantity < 0 ? -1 : 1),
        }));
        doc.total = doc.lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
      }
    },
    with: [...made, ...changes],
    also,
  };
}

/** Moves found assets to their actual place, and updates their condition. */
async function moveFound(ctx: Ctx, take: Doc<typeof stockTake>): Promise<EffectOf<typeof stockTake>> {
  const present = (await loadLines(ctx, take._id)).filter(
    ({ state, found }) => state === 'COUNTED' && found !== 'MISSING',
  );
  const assets = await records(asset).find(ctx, { _id: { $in: present.flatMap(({ assetId }) => assetId ?? []) } });
  const byId = new Map(assets.map(doc => [doc._id, doc]));
  const changes = present.flatMap((line): Change[] => {
    const doc = byId.get(line.assetId ?? '');
    const set: Partial<Doc<typeof asset>> = {};
    if (doc && line.foundPlaceId && line.foundPlaceId !== doc.placeId) set.placeId = line.foundPlaceId;
    if (doc && line.condition && line.condition !== doc.condition) set.condition = line.condition;
    if (!doc || Object.keys(set).length === 0) return [];
    return [{ definition: asset, action: 'placeId' in set ? 'move' : 'update', update: { doc, set } }];
  });
  return { with: changes };
}

/** Applies the results of a stock take, with the signed minutes. */
export async function approve(
  ctx: Ctx,
  doc: Doc<typeof stockTake>,
  input: { minutes?: string[] | null },
): Promise<EffectOf<typeof stockTake>> {
  const files = await addFiles(ctx, stockTake, doc, 'minutes', input.minutes);
  const effect = await (doc.kind === 'ASSET' ? moveFound : adjust)(ctx, doc);
  return {
    ...effect,
    ...(files.set && { set: files.set }),
    async also(session: Session) {
      await files.also?.(session);
      await effect.also?.(session);
    },
  };
}
