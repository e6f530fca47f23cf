import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { unitsOf } from '@lobby/shared/modules/stock-math.ts';
import { CONDITIONS, LINE_STATES, MOST_COUNTED, stockTake, stockTakeLine } from '@lobby/shared/modules/stock-take.ts';
import { stockLevel, supply } from '@lobby/shared/modules/supply.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, Refusal } from '../../kit/base/errors.ts';
import { checkFiles, claimFiles } from '../../kit/files/files.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import { type Change, retryOnConflict, save } from '../../kit/store/save.ts';
import { type Count, countsIn, lastOf, standingCounts } from './figures.ts';
import { mayDo, needRight } from './rights.ts';
import { assetLine, supplyLine } from './scope.ts';

type Line = Doc<typeof stockTakeLine>;

const countSchema = z.strictObject({
  supplyId: idSchema.optional(),
  warehouseId: idSchema.optional(),
  assetId: idSchema.optional(),
  /** Scanned or typed code or bar code, in place of an id. */
  code: z.string().trim().min(1).max(100).optional(),
  quantity: fieldSchema({ kind: 'decimal', places: 3, required: true }).optional(),
  found: z.enum(['FOUND', 'MISSING']).optional(),
  placeId: idSchema.nullish(),
  condition: z.enum(CONDITIONS).nullish(),
  note: fieldSchema({ kind: 'text', max: 500 }).nullish(),
  images: z.array(idSchema).max(5).optional(),
  countedAt: fieldSchema({ kind: 'instant' }).nullish(),
  key: z.string().min(1).max(64).nullish(),
});
type Given = z.output<typeof countSchema>;

const resultSchema = z.object({
  n: z.int(),
  /** COUNTED: new; SAME: known already, not counted twice; REFUSED: see `code`. */
  outcome: z.enum(['COUNTED', 'SAME', 'REFUSED']),
  code: z.string().nullable(),
  lineId: z.string().nullable(),
  state: z.enum(LINE_STATES).nullable(),
  at: z.string().nullable(),
  byId: z.string().nullable(),
});
type CountResult = z.output<typeof resultSchema>;

const refused = (code: string): never => {
  throw new Refusal(code);
};

const sameCode = (code: string) => new RegExp(`^${code.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'i');

/** The asset of a count: by id, else by code. */
async function loadAsset(ctx: Ctx, { assetId, code = '' }: Given): Promise<Doc<typeof asset>> {
  if (assetId) return needRef(ctx, asset, assetId, 'assetId');
  return (await records(asset).first(ctx, { code: sameCode(code) })) ?? refused('STOCK_TAKE_UNKNOWN_CODE');
}

/** The supply of a count: by id, else by code or bar code. */
async function loadSupply(ctx: Ctx, { supplyId, code = '' }: Given): Promise<Doc<typeof supply>> {
  if (supplyId) return needRef(ctx, supply, supplyId, 'supplyId');
  const item = await records(supply).first(ctx, { $or: [{ code: sameCode(code) }, { barcode: code }] });
  return item ?? refused('STOCK_TAKE_UNKNOWN_CODE');
}

/** The line of a supply or asset in a stock take; a new extra line if there is none. */
async function loadLine(
  ctx: Ctx,
  take: Doc<typeof stockTake>,
  input: Given,
  stored: readonly Doc<typeof stockTakeLine>[],
): Promise<Doc<typeof stockTakeLine>> {
  const lines = records(stockTakeLine);
  if (take.kind === 'ASSET') {
    const thing = await loadAsset(ctx, input);
    const held = stored.find(({ assetId }) => assetId === thing._id);
    const line = held ?? (await lines.first(ctx, { takeId: take._id, assetId: thing._id }));
    return line ?? assetLine(ctx, take, thing, true);
  }
  const thing = await loadSupply(ctx, input);
  const places = take.warehouseIds;
  const warehouseId = input.warehouseId ?? (places.length === 1 ? places[0] : undefined);
  if (!warehouseId || !places.includes(warehouseId)) return refused('REFERENCE_NOT_SUITABLE');
  const at = { supplyId: thing._id, warehouseId };
  const held = stored.find(line => line.supplyId === thing._id && line.warehouseId === warehouseId);
  const line = held ?? (await lines.first(ctx, { takeId: take._id, ...at }));
  if (line) return line;
  const level = await records(stockLevel).withRemoved().first(ctx, at);
  return supplyLine(ctx, take, thing, warehouseId, level?.quantity ?? 0, true);
}

/** Time of a count by the device's clock, between the start of the stock take and now. */
function momentOf(ctx: Ctx, take: Doc<typeof stockTake>, at: string | null | undefined): string {
  const begun = take.startedAt?.getTime() ?? 0;
  const wanted = at ? Date.parse(at) : ctx.now.getTime();
  return new Date(Math.min(ctx.now.getTime(), Math.max(begun, wanted))).toISOString();
}

const sayOf = (take: Doc<typeof stockTake>, { quantity, found, foundPlaceId }: Count) =>
  take.kind === 'ASSET' ? `${found} ${foundPlaceId ?? ''}` : String(unitsOf(quantity));

/** State of a line by its valid counts: a deciding one settles it, two different ones leave it open. */
function stateOf(take: Doc<typeof stockTake>, counts: readonly Count[]): Line['state'] {
  if (counts.length === 0) return 'OPEN';
  if (counts.some(({ decides }) => decides)) return 'COUNTED';
  if (new Set(counts.map(count => sayOf(take, count))).size > 1) return 'DIFFERS';
  return take.twice === true && counts.length < 2 ? 'ONCE' : 'COUNTED';
}

/** Fields of a line after a count; the counter's earlier count is kept as replaced. */
function afterCount(
  ctx: Ctx,
  take: Doc<typeof stockTake>,
  line: Line,
  input: Given,
): Partial<Line> & Pick<Line, 'state'> {
  const counter = take.countedBy.includes(ctx.employeeId ?? '');
  const mine = standingCounts(line).some(({ byId }) => byId === ctx.employeeId);
  const decides = line.state === 'DIFFERS' && !mine && mayDo(ctx, take.kind, 'approve');
  if (!counter && !decides) refused('STOCK_TAKE_NOT_COUNTER');
  const isAsset = take.kind === 'ASSET';
  if (!isAsset && input.quantity === undefined) refused('REQUIRED');
  const place = input.placeId ?? null;
  const elsewhere = place !== null && place !== line.placeId;
  const seen =
    input.found === 'MISSING' ? 'MISSING' : line.extra === true ? 'EXTRA' : elsewhere ? 'MISPLACED' : 'FOUND';
  const count: Count = {
    quantity: isAsset ? null : (input.quantity ?? 0),
    found: isAsset ? seen : null,
    foundPlaceId: isAsset ? place : null,
    byId: ctx.employeeId,
    at: momentOf(ctx, take, input.countedAt),
    decides,
    replaced: false,
    onceKey: input.key ?? null,
  };
  const counts = [
    ...countsIn(line).map(old => (old.byId === ctx.employeeId ? { ...old, replaced: true } : old)),
    count,
  ];
  const after = { counts };
  const last = lastOf(after);
  const images = [...line.images, ...(input.images ?? [])].slice(-5);
  return {
    counts,
    state: stateOf(take, standingCounts(after)),
    images,
    ...(input.note && { note: input.note }),
    ...(isAsset && { found: last?.found ?? null, foundPlaceId: last?.foundPlaceId ?? null }),
    ...(isAsset && input.condition && { condition: input.condition }),
  };
}

/** A count known already: the same submission, or an asset found before. */
function knownOf(
  ctx: Ctx,
  take: Doc<typeof stockTake>,
  line: Doc<typeof stockTakeLine>,
  input: Given,
): Count | undefined {
  const sent = countsIn(line).find(({ onceKey }) => input.key && onceKey === input.key);
  if (sent || take.kind !== 'ASSET' || take.twice === true || input.found === 'MISSING') return sent;
  const place = input.placeId ?? null;
  return standingCounts(line).find(
    old => old.found !== 'MISSING' && (place === null || place === old.foundPlaceId || old.byId !== ctx.employeeId),
  );
}

async function countAll(ctx: Ctx, id: string, all: readonly Given[]): Promise<CountResult[]> {
  const take = await load(ctx, stockTake, id);
  needRight(ctx, take.kind, 'write');
  if (take.status !== 'COUNTING') fail('STATUS_NOT_ALLOWED', { status: take.status, version: take.version });
  const counter = take.countedBy.includes(ctx.employeeId ?? '');
  if (!counter && !mayDo(ctx, take.kind, 'approve')) fail('STOCK_TAKE_NOT_COUNTER');
  const before = new Map<string, Doc<typeof stockTakeLine> | null>();
  const lines = new Map<string, Doc<typeof stockTakeLine>>();
  const fresh: string[] = [];
  const answers: CountResult[] = [];
  for (const [n, input] of all.entries()) {
    try {
      const line = await loadLine(ctx, take, input, [...lines.values()]);
      const held = lines.get(line._id) ?? line;
      const earlier = knownOf(ctx, take, held, input);
      const about = { n, lineId: held._id, code: null };
      if (earlier) {
        const state = held.state;
        answers.push({ ...about, outcome: 'SAME', state, at: earlier.at, byId: earlier.byId });
        continue;
      }
      fresh.push(...(await checkFiles(ctx, { images: stockTakeLine.fields.images }, { images: input.images ?? [] })));
      if (input.placeId) await needRef(ctx, 'place', input.placeId, 'placeId');
      const set = afterCount(ctx, take, held, input);
      if (!before.has(line._id)) before.set(line._id, line.createdAt === ctx.now ? null : line);
      lines.set(line._id, { ...held, ...set });
      const at = lastOf({ ...held, ...set })?.at ?? null;
      answers.push({
        ...about,
        outcome: 'COUNTED',
        state: set.state,
        at,
        byId: ctx.employeeId,
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answers.push({ n, outcome: 'REFUSED', code: error.code, lineId: null, state: null, at: null, byId: null });
    }
  }
  if (lines.size > 0) await store(ctx, take, before, lines, fresh);
  return answers;
}

/** Stores counted lines with their events, and the number of counted ones. */
async function store(
  ctx: Ctx,
  take: Doc<typeof stockTake>,
  before: ReadonlyMap<string, Doc<typeof stockTakeLine> | null>,
  lines: ReadonlyMap<string, Doc<typeof stockTakeLine>>,
  fresh: readonly string[],
): Promise<void> {
  const changes: Change[] = [];
  const done = { counted: 0, total: 0 };
  for (const [id, line] of lines) {
    const old = before.get(id) ?? null;
    done.counted += Number(line.state === 'COUNTED') - Number(old?.state === 'COUNTED');
    done.total += old ? 0 : 1;
    const { counts, state, images, note, found, foundPlaceId, condition } = line;
    const set = { counts, state, images, note, found, foundPlaceId, condition };
    // Counts are readable through the lines route only.
    const hidden = { before: null, after: { state } };
    if (old) changes.push({ definition: stockTakeLine, action: 'count', update: { doc: old, set }, note: hidden });
    else changes.push({ definition: stockTakeLine, action: 'create', insert: line, note: hidden });
  }
  const update = { doc: take, set: {}, inc: done, keepVersion: true, while: { status: 'COUNTING' } };
  await save(ctx, [
    ...changes,
    {
      definition: stockTake,
      action: 'count',
      update,
      also: session => claimFiles([...fresh], session, { entity: stockTake.name, id: take._id }),
    },
  ]);
}

/** `PUT /stock-take/:id/count`: counted quantities or found assets, each with its own result. */
export const countRoute: Route = route({
  method: 'put',
  path: `${stockTake.path}/:id/count`,
  summary: 'Count lines: quantities, or things that were found; each is answered by itself',
  module: stockTake.code,
  flags: ['write'],
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ lines: z.array(countSchema).min(1).max(MOST_COUNTED) }),
  answer: z.array(resultSchema),
  run: (ctx, { params, body }) => retryOnConflict(() => countAll(ctx, params.id, body.lines)),
});
