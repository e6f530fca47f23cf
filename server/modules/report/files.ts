import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReportResult } from '@lobby/shared/modules/report.contract.ts';
import { report } from '@lobby/shared/modules/report.ts';
import type { Binary } from 'mongodb';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { clockNow } from '../../kit/database/clock.ts';
import { type Collection, db, newId } from '../../kit/database/database.ts';
import { noteProgress, publishProgress, runsIn } from '../../kit/jobs/runs.ts';
import { log } from '../../kit/ops/log.ts';
import { rememberExport, XLSX } from '../../kit/sheets/export.ts';
import { writeReport } from './book.ts';
import { printReport } from './paper.ts';
import type { Plan } from './plan.ts';
import { countRows, MOST_ROWS, readRows } from './read.ts';
import { resultOf } from './result.ts';

export type Format = 'xlsx' | 'pdf';
/** A chunk of a generated file. */
interface Part {
  _id: string;
  runId: string;
  n: number;
  last: boolean;
  format: Format;
  projectId: string;
  userId: string;
  reportId: string;
  /** Read back by the driver as its own kind. */
  bytes: Buffer | Binary;
  at: Date;
}
const DAY_S = 86_400;
const PART = 4 * 1024 * 1024;
/** Largest number of rows for which the file is made in the request. */
const AT_ONCE = 5000;
const MOST_AT_ONCE = 2;
/** Maximum number of rows in a PDF. */
const MOST_ON_PAPER = 5000;

export const resultCollection: Collection = {
  name: 'report-results',
  indexes: [
    { key: { at: 1 }, options: { expireAfterSeconds: DAY_S } },
    { key: { runId: 1, n: 1 }, options: { unique: true } },
  ],
};
const parts = () => db().collection<Part>(resultCollection.name);

export const typeOf = (format: Format): string => (format === 'pdf' ? 'application/pdf' : XLSX);

/** A result as a file. */
export async function loadBytes(ctx: Ctx, result: ReportResult, format: Format): Promise<Buffer> {
  const out = new PassThrough();
  const read = buffer(out);
  await (format === 'pdf' ? printReport : writeReport)(ctx, out, result);
  out.end();
  return read;
}

/** A run that generates a file. */
interface Run {
  runId: string;
  reportId: string;
  name: string;
  format: Format;
}

async function make(ctx: Ctx, { runId, reportId, name, format }: Run, plan: Plan): Promise<void> {
  const result = resultOf(ctx, name, plan, await readRows(ctx, plan), 1, MOST_ROWS);
  const whole = await loadBytes(ctx, result, format);
  const count = Math.max(1, Math.ceil(whole.length / PART));
  const about = { runId, reportId, format, projectId: ctx.projectId, userId: ctx.userId, at: clockNow() };
  // The last chunk tells that the file is complete.
  for (let n = 0; n < count; n++)
    await parts().insertOne({
      _id: newId(),
      ...about,
      n,
      last: n === count - 1,
      bytes: whole.subarray(n * PART, (n + 1) * PART),
    });
  await rememberExport(ctx, plan.source, 'export', { report: name, count: result.count });
}

/** Generates the file of a run: within the request, or in the background if it is large. */
export async function makeFile(ctx: Ctx, request: Omit<Run, 'runId'>, plan: Plan) {
  const running = { userId: ctx.userId, entity: report.name, state: 'running' as const, until: { $gt: clockNow() } };
  if ((await runsIn().countDocuments(running)) >= MOST_AT_ONCE) fail('TOO_MANY_REQUESTS', { seconds: 30 });
  const listed = request.format === 'pdf' && plan.columns.length > 0;
  const of = await countRows(ctx, plan, listed ? MOST_ON_PAPER : MOST_ROWS);
  const run = { ...request, runId: newId() };
  const { runId } = run;
  if (of <= AT_ONCE) {
    await make(ctx, run, plan);
    return { runId, progressId: null };
  }
  await publishProgress(ctx, { _id: runId, entity: report.name, action: 'run', of });
  void make(ctx, run, plan)
    .then(() => noteProgress(runId, { done: of, of, state: 'done' }))
    .catch(async error => {
      log.error({ error: String(error), run: runId }, 'file of a report failed');
      await noteProgress(runId, { done: 0, of, state: 'failed' }).catch(() => {});
    });
  return { runId, progressId: runId };
}

/** File of a run: for the user who started it only, for a day. */
export async function loadFile(ctx: Ctx, reportId: string, runId: string): Promise<{ bytes: Buffer; format: Format }> {
  const rows = await parts()
    .find({
      runId,
      reportId,
      projectId: ctx.projectId,
      userId: ctx.userId,
      at: { $gt: new Date(clockNow().getTime() - DAY_S * 1000) },
    })
    .sort({ n: 1 })
    .toArray();
  const last = rows.at(-1);
  if (!last?.last) return fail('NOT_FOUND');
  const bytes = Buffer.concat(rows.map(({ bytes: part }) => (Buffer.isBuffer(part) ? part : Buffer.from(part.buffer))));
  return { bytes, format: last.format };
}
