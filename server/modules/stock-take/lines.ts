import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { stockTakeLines } from '@lobby/shared/modules/stock-take.contract.ts';
import { stockTake, stockTakeLine } from '@lobby/shared/modules/stock-take.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { loadFiles } from '../../kit/files/files.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../kit/serve.ts';
import type { Doc } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { countsIn, loadLines, standingCounts } from './figures.ts';
import { needRight } from './rights.ts';
import { notifyCounters } from './rules.ts';

/** Whether the reader counts without seeing the book stock. */
export const isBlind = (ctx: Ctx, take: Doc<typeof stockTake>): boolean =>
  take.status === 'COUNTING' && take.blindCount === true && !can(ctx, stockTake.code, 'approve');

function present(ctx: Ctx, take: Doc<typeof stockTake>, line: Doc<typeof stockTakeLine>) {
  const blind = isBlind(ctx, take);
  // A second counter does not see the first count.
  const alone = take.status === 'COUNTING' && (blind || take.twice === true) && !can(ctx, stockTake.code, 'approve');
  const counts = standingCounts(line)
    .filter(({ byId }) => !alone || byId === ctx.employeeId)
    .map(({ quantity, found, byId, at, decides }) => ({ quantity, found, byId, at, decides }));
  const mine = !alone || counts.length > 0;
  return {
    id: line._id,
    supplyId: line.supplyId,
    warehouseId: line.warehouseId,
    assetId: line.assetId,
    name: line.name ?? '',
    itemCode: line.itemCode,
    placeId: line.placeId,
    state: line.state,
    extra: line.extra,
    found: mine ? line.found : null,
    foundPlaceId: mine ? line.foundPlaceId : null,
    condition: line.condition,
    note: line.note,
    counts,
    ...(!blind && {
      expected: line.expected,
      bookAtCount: line.bookAtCount,
      final: line.final,
      difference: line.difference,
      worth: line.worth,
    }),
  };
}

/** `GET /stock-take/:id/lines`: lines of a stock take, as far as the reader may see them. */
export const linesRoute: Route = route(stockTakeLines, {
  flags: ['read'],
  async run(ctx, { params }) {
    const take = await load(ctx, stockTake, params.id);
    needRight(ctx, take.kind, 'read');
    const lines = await loadLines(ctx, take._id);
    const files = await loadFiles(
      ctx,
      lines.flatMap(({ images }) => images),
    );
    return lines.map(line => ({
      ...present(ctx, take, line),
      images: line.images.flatMap(id => files.get(id) ?? []),
    }));
  },
});

/** `PUT /stock-take/:id/reject`: reopens lines for a recount. */
export const rejectRoute: Route = route({
  method: 'put',
  path: `${stockTake.path}/:id/reject`,
  summary: 'Have lines counted again',
  module: stockTake.code,
  flags: ['approve'],
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    version: z.int().min(1).optional(),
    lineIds: z.array(idSchema).min(1).max(1000),
    reason: fieldSchema({ kind: 'longText', max: 1000, required: true }),
  }),
  answer: responseSchema(stockTake, 'detail'),
  async run(ctx, { params, body: { version, lineIds, reason } }) {
    const saved = await perform(
      ctx,
      { definition: stockTake, name: 'count-again', id: params.id, input: { version } },
      async (_ctx, doc) => {
        needRight(ctx, doc.kind, 'approve');
        const all = await loadLines(ctx, doc._id);
        const again = all.filter(({ _id }) => lineIds.includes(_id));
        if (again.length < new Set(lineIds).size) failFields({ lineIds: { code: 'REFERENCE_NOT_FOUND' } });
        const changes = again.map((line): Change => {
          const counts = countsIn(line).map(count => ({ ...count, replaced: true }));
          const figures = { bookAtCount: null, final: null, difference: null, worth: null };
          const set = { counts, state: 'OPEN', found: null, foundPlaceId: null, ...figures };
          const hidden = { before: null, after: { state: 'OPEN' } };
          return { definition: stockTakeLine, action: 'reject', update: { doc: line, set }, note: hidden };
        });
        const counted = all.filter(other => other.state === 'COUNTED' && !lineIds.includes(other._id)).length;
        return {
          set: { reason, counted, differing: 0, differenceValue: 0 },
          with: changes,
          also: session => notifyCounters(ctx, doc, 'STOCK_TAKE_RECOUNT', session),
        };
      },
    );
    return loadDetail(ctx, stockTake, saved);
  },
});
