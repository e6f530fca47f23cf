import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import type { MenuGroupKey } from '@lobby/shared/kit/definition.ts';
import { definitionOf, MODULES } from '@lobby/shared/modules/index.ts';
import { previewReport, readyReports, reportSources, runReport } from '@lobby/shared/modules/report.contract.ts';
import { report } from '@lobby/shared/modules/report.ts';
import { READY } from '@lobby/shared/modules/report-ready.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { fileName } from '../../kit/files/file-routes.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { create } from '../../kit/records/records.ts';
import { untyped } from '../../kit/records/typed-behaviour.ts';
import { retryOnConflict, save, VersionConflict } from '../../kit/store/save.ts';
import { sourcesFor } from './fields.ts';
import { loadFile, makeFile, typeOf } from './files.ts';
import { openReport } from './open.ts';
import { planOf } from './plan.ts';
import { countRows, readRows } from './read.ts';
import { resultOf } from './result.ts';
import { assertNoFaults, reportBehaviour, shapeOf } from './rules.ts';

const { path, code: module } = report;

const PREVIEWED = 200;

/** Group of the menu of a source, or of the module that it is read with. */
function menuGroupOf(name: string): MenuGroupKey {
  const source = definitionOf(name);
  return (source.menu ?? MODULES.find(({ code, menu }) => code === source.code && menu)?.menu)?.group ?? 'memberUnit';
}

const id = z.string().max(60);

/** Counts a run; of concurrent ones a single one counts. */
async function noteRun(ctx: Ctx, { doc }: Awaited<ReturnType<typeof openReport>>): Promise<void> {
  if (!doc) return;
  const set = { lastRunAt: ctx.now, runs: doc.runs + 1 };
  await save({ ...ctx, once: null }, [
    { definition: report, action: 'update', update: { doc, set, keepVersion: true } },
  ]).catch(error => {
    if (!(error instanceof VersionConflict)) throw error;
  });
}

export const reportRoutes: Route[] = [
  route(reportSources, {
    flags: ['read'],
    run: async ctx => sourcesFor(ctx),
  }),
  route(readyReports, {
    flags: ['read'],
    run: async ctx =>
      READY.filter(({ source }) => can(ctx, definitionOf(source).code, 'read')).map(({ key, source }) => {
        const group = menuGroupOf(source);
        return {
          id: `ready-${key}`,
          name: text(ctx, `report.ready.${key}`),
          source,
          sourceName: text(ctx, `${source}.plural`),
          group,
          groupName: text(ctx, `menu.groups.${group}`),
        };
      }),
  }),
  route(previewReport, {
    flags: ['write'],
    async run(ctx, { body: { definition } }) {
      const shape = shapeOf(definition);
      assertNoFaults(shape);
      const plan = planOf(ctx, shape);
      await countRows(ctx, plan);
      return resultOf(ctx, String(definition.name), plan, await readRows(ctx, plan), 1, PREVIEWED);
    },
  }),
  route(runReport, {
    flags: ['read'],
    pends: true,
    async run(ctx, { params, body, res }) {
      const opened = await openReport(ctx, params.id);
      const { format } = body;
      const isFile = format !== 'view';
      if (isFile && !can(ctx, module, 'export')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module });
      const plan = planOf(ctx, opened.shape, body, isFile);
      if (isFile) {
        const made = await makeFile(ctx, { reportId: params.id, name: opened.name, format }, plan);
        if (made.progressId) res.status(202);
        await noteRun(ctx, opened);
        return made;
      }
      await countRows(ctx, plan);
      const shown = resultOf(ctx, opened.name, plan, await readRows(ctx, plan), body.page);
      await noteRun(ctx, opened);
      return shown;
    },
  }),
  route({
    method: 'get',
    path: `${path}/:id/result/:runId`,
    module,
    flags: ['export'],
    summary: 'The file of a run, for who ran it alone, for a day',
    params: z.strictObject({ id, runId: z.string().max(60) }),
    answer: 'application/octet-stream',
    async run(ctx, { params, res }) {
      const { bytes, format } = await loadFile(ctx, params.id, params.runId);
      const { name } = await openReport(ctx, params.id);
      const type = typeOf(format);
      res.set({
        'Content-Type': type,
        'Content-Disposition': `attachment; ${fileName({ name: `${name}.${format}`, type })}`,
      });
      res.end(bytes);
    },
  }),
  route({
    method: 'put',
    path: `${path}/:id/copy`,
    module,
    flags: ['write'],
    summary: 'Copy a report into one of the caller',
    params: z.strictObject({ id }),
    body: z.strictObject({ name: z.string().trim().min(2).max(150), version: z.int().optional() }),
    answer: responseSchema(report, 'detail'),
    async run(ctx, { params, body: { name } }) {
      const { shape, doc } = await openReport(ctx, params.id);
      const { source, columns, filters, groups, totals, sorts, limit } = shape;
      const values = { name, source, columns, filters, groups, totals, sorts, limit, folder: doc?.folder ?? null };
      const description = doc?.description ?? null;
      return retryOnConflict(() => create(ctx, report, { ...values, description }, untyped(reportBehaviour)));
    },
  }),
];
