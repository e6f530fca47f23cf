import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { sortKey } from '@lobby/shared/kit/collation.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { clockNow } from '../../../kit/database/clock.ts';
import { type Collection, db, newId, transaction } from '../../../kit/database/database.ts';
import { dropMade, keepMade, readMade } from '../../../kit/files/made-files.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { goesOn, noteProgress, publishProgress, runsIn } from '../../../kit/jobs/runs.ts';
import { log } from '../../../kit/ops/log.ts';
import { openPdf, type Pdf } from '../../../kit/paper/pdf.ts';
import { loadScope } from '../../../kit/records/acts/act.ts';
import { openZip } from '../../../kit/sheets/zip.ts';
import { saveNew } from '../../../kit/store/bulk-insert.ts';
import { takeKey } from '../../../kit/store/idempotency.ts';
import { type Doc, records, type Where } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { type Change, retryOnConflict } from '../../../kit/store/save.ts';
import { titledBy } from '../../../platform/projects/paper/paper.ts';
import { drawNotices, type NoticePaperOptions as Look } from '../sending/paper/paper.ts';
import { printedDeliveries, printedNow } from '../sending/results/results.ts';

/** Notices loaded and drawn at a time. */
const PART = 50;
const MOST = 20_000;

/** A notice with the location of its unit. */
export interface PlacedNotice {
  id: string;
  code: string | null;
  unit: string;
  block: string;
}

/** Notices in order of location (2.01 before 10.01), or by number. */
export async function placedBy(
  ctx: Ctx,
  which: Where<typeof feeNotice>,
  order: 'UNIT' | 'CODE' = 'UNIT',
): Promise<PlacedNotice[]> {
  const { projectId } = ctx;
  const found = await records(feeNotice).find(
    { projectId },
    { $and: [await loadScope(ctx, feeNotice), which] },
    { only: ['unitId', 'code'], limit: MOST, patience: 10_000 },
  );
  const homes = await records(unit)
    .withRemoved()
    .find({ projectId }, { _id: { $in: found.map(({ unitId }) => unitId) } }, { only: ['code', 'blockId'] });
  const units = new Map(homes.map(home => [home._id, home]));
  const blocks = await loadRefs(
    projectId,
    block,
    homes.flatMap(({ blockId }) => blockId ?? []),
  );
  const keyed = found.map(({ _id: id, code, unitId }) => {
    const home = units.get(unitId);
    const placed = {
      id,
      code,
      unit: home?.code ?? '',
      block: blocks.get(home?.blockId ?? '')?.name ?? '',
    };
    const key = order === 'CODE' ? [code ?? ''] : [placed.block, placed.unit];
    return [key.map(sortKey).join(' '), placed] as const;
  });
  return keyed.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, placed]) => placed);
}

/** File name of a notice, as in `TBP-2611-00042_A-12.05`. */
export const fileNameOf = ({ code, unit: home = '' }: { code: string | null; unit?: string }): string =>
  `${code}_${home}`.replace(/[^\w.-]/g, '-');

/** Notices in the order of these ids. */
async function inOrder(ctx: Ctx, ids: readonly string[]): Promise<Doc<typeof feeNotice>[]> {
  const found = await records(feeNotice)
    .withRemoved()
    .find(ctx, { _id: { $in: [...ids] } }, { patience: 10_000 });
  const byId = new Map(found.map(notice => [notice._id, notice]));
  return ids.flatMap(id => byId.get(id) ?? []);
}

/**
 * Draws notices part by part with an outline by block and unit, so that memory use does not grow with their number. `onDrawn` is called after each part
 * and may throw to stop.
 */
export async function drawMany(
  ctx: Ctx,
  pdf: Pdf,
  looks: Look,
  placed: readonly PlacedNotice[],
  onDrawn?: (count: number) => Promise<void>,
): Promise<void> {
  const places = new Map(placed.map(notice => [notice.id, notice]));
  let within: string | null = null;
  const begins = (id: string) => {
    const place = places.get(id);
    if (!place) return;
    if (place.block && place.block !== within) pdf.mark(place.block, 0);
    within = place.block;
    pdf.mark([place.unit, place.code].filter(Boolean).join(' · '), place.block ? 1 : 0);
  };
  for (let at = 0; at < placed.length; at += PART) {
    const part = placed.slice(at, at + PART);
    const ids = part.map(({ id }) => id);
    await drawNotices(ctx, pdf, looks, await inOrder(ctx, ids), placed.length > 1 ? begins : undefined);
    await onDrawn?.(part.length);
  }
}

/** How a print run is divided into files. */
export const SPLITS = ['ONE', 'BLOCK', 'UNIT'] as const;

const fileShape = z.object({ name: z.string(), size: z.int() });
/** A print run in the background with its files, for as long as these are kept. */
interface PrintRun extends Pick<Ctx, 'projectId' | 'userId'> {
  _id: string;
  files: z.infer<typeof fileShape>[];
  state: 'RUNNING' | 'DONE';
  at: Date;
}
const KEPT_S = 7 * 86_400;
export const printRunCollection: Collection = {
  name: 'feeNoticePrints',
  indexes: [{ key: { at: 1 }, options: { expireAfterSeconds: KEPT_S } }],
};
const runs = () => db().collection<PrintRun>(printRunCollection.name);

interface Printing {
  placed: readonly PlacedNotice[];
  split: (typeof SPLITS)[number];
  looks: Look;
}

/** The user cancelled the run. */
class Cancelled extends Error {}

/** Creates the files of a run. */
async function work(ctx: Ctx, runId: string, { placed, split, looks }: Printing): Promise<void> {
  const { projectId } = ctx;
  const of = placed.length;
  const files: PrintRun['files'] = [];
  let done = 0;
  const onDrawn = async (count: number) => {
    done += count;
    if (!(await goesOn(runId, { done, of }))) throw new Cancelled();
  };
  const keep = async (name: string, write: Parameters<typeof keepMade>[1]) =>
    void files.push({ name, size: await keepMade({ projectId, runId, file: files.length }, write) });
  const keepPdf = (name: string, notices: readonly PlacedNotice[]) =>
    keep(`${name}.pdf`, async out => {
      const pdf = openPdf(out, titledBy(name));
      await drawMany(ctx, pdf, looks, notices, onDrawn);
      await pdf.close();
    });
  if (split === 'ONE') await keepPdf('fee-notices', placed);
  else if (split === 'BLOCK')
    for (const [name, notices] of Map.groupBy(placed, notice => notice.block))
      await keepPdf(`fee-notices-${name.replace(/[^\p{L}\d.-]+/gu, '-') || 'x'}`, notices);
  else
    await keep('fee-notices.zip', async out => {
      const zip = openZip(out);
      for (const notice of placed) {
        const page = new PassThrough();
        const read = buffer(page);
        const name = fileNameOf(notice);
        const pdf = openPdf(page, titledBy(name));
        await drawMany(ctx, pdf, looks, [notice], onDrawn);
        await pdf.close();
        await zip.add(`${name}.pdf`, [await read]);
      }
      await zip.close();
    });
  await runs().updateOne({ _id: runId }, { $set: { files, state: 'DONE' } });
  await noteProgress(runId, { done: of, of, state: 'done' });
  if (can(ctx, feeNotice.code, 'updateStatus')) await markPrinted(ctx, placed);
}

/** Marks published notices as printed, and their print deliveries as done. */
async function markPrinted(ctx: Ctx, placed: readonly PlacedNotice[]): Promise<void> {
  for (let at = 0; at < placed.length; at += PART)
    await retryOnConflict(async () => {
      const ids = placed.slice(at, at + PART).map(({ id }) => id);
      const docs = await records(feeNotice).find(ctx, { _id: { $in: ids }, status: { $in: SENT } });
      const now: Ctx = { ...ctx, now: clockNow(), once: null };
      const changes: Change[] = [];
      for (const doc of docs) {
        const update = { doc, ...printedNow(now), keepVersion: true };
        changes.push({ definition: feeNotice, action: 'mark-printed', update }, ...(await printedDeliveries(now, doc)));
      }
      if (changes.length > 0) await saveNew(now, newId(), { batches: [], beside: async () => changes, answer: null });
    });
}

const MOST_AT_ONCE = 2;

/** Starts a print run in the background; returns the ids of its progress and result. */
export async function printInBackground(ctx: Ctx, printing: Printing): Promise<{ id: string; progressId: string }> {
  const { projectId, userId, once, now: at } = ctx;
  const running = {
    userId,
    action: 'print',
    entity: feeNotice.name,
    state: 'running' as const,
    until: { $gt: clockNow() },
  };
  if ((await runsIn().countDocuments(running)) >= MOST_AT_ONCE) fail('TOO_MANY_REQUESTS', { seconds: 30 });
  const _id = newId();
  const answer = { id: _id, progressId: _id };
  await transaction(async session => {
    if (once) await takeKey(once, answer, at, session);
    await runs().insertOne({ _id, projectId, userId, files: [], state: 'RUNNING', at }, { session });
  });
  ctx.once = null;
  await publishProgress(ctx, { _id, entity: feeNotice.name, action: 'print', of: printing.placed.length });
  work({ ...ctx }, _id, printing).catch(async error => {
    const isMade = (await runs().countDocuments({ _id, state: 'DONE' })) > 0;
    if (!isMade) await dropMade({ projectId, runId: _id });
    if (error instanceof Cancelled) return;
    log.error({ error: String(error), print: _id }, 'notices could not be printed');
    if (!isMade) await noteProgress(_id, { done: 0, of: printing.placed.length, state: 'failed' }).catch(() => {});
  });
  return answer;
}

const shared = { method: 'get', module: feeNotice.code, flags: ['read'] } as const;

export const printRunRoutes: readonly Route[] = [
  route({
    ...shared,
    path: `${feeNotice.path}/print/:id`,
    summary: 'How far the printing of notices is, and its files, which are kept for a week',
    params: z.strictObject({ id: idSchema }),
    answer: z.object({ id: z.string(), state: z.enum(['RUNNING', 'DONE', 'ENDED']), files: z.array(fileShape) }),
    async run({ projectId }, { params: { id } }) {
      const run = (await runs().findOne({ _id: id, projectId })) ?? fail('NOT_FOUND');
      const going = { _id: id, state: 'running' as const, until: { $gt: clockNow() } };
      const isOver = run.state === 'RUNNING' && (await runsIn().countDocuments(going)) === 0;
      return { id, state: isOver ? ('ENDED' as const) : run.state, files: run.files };
    },
  }),
  route({
    ...shared,
    path: `${feeNotice.path}/print/:id/file`,
    summary: 'A file that the printing of notices made',
    params: z.strictObject({ id: idSchema }),
    /** Index of the file, from 0. */
    query: z.strictObject({ n: z.coerce.number().int().min(0).max(MOST).default(0) }),
    answer: 'application/pdf',
    async run({ projectId }, { params: { id }, query: { n: file }, res }) {
      const run = (await runs().findOne({ _id: id, projectId, state: 'DONE' })) ?? fail('NOT_FOUND');
      const { name, size } = run.files[file] ?? fail('NOT_FOUND');
      res.set({
        'Content-Type': name.endsWith('.zip') ? 'application/zip' : 'application/pdf',
        'Content-Length': String(size),
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      });
      await pipeline(readMade({ projectId, runId: id, file }), res);
    },
  }),
];
