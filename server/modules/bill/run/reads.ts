import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { addMonths } from '@lobby/shared/kit/dates.ts';
import { calledIn } from '@lobby/shared/kit/nouns.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { type runItem, runItemList, type runItemsQuery, runScope } from '@lobby/shared/modules/bill-run.contract.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { isRead, service } from '@lobby/shared/modules/billing-service.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { text } from '../../../kit/base/messages.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { XLSX } from '../../../kit/sheets/export.ts';
import { type Cell, writeSheet } from '../../../kit/sheets/sheet.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { type RunItem, runItems } from './items.ts';

type Filter = z.infer<typeof runItemsQuery>['filter'];

const among = (value: string | string[] | undefined) =>
  value === undefined ? undefined : { $in: Array.isArray(value) ? value : [value] };

function queryOf(runId: string, { result, reason, outlier, serviceId }: Filter): Record<string, unknown> {
  const where = { result: among(result), reason: among(reason), serviceId, outlier: outlier && outlier === 'true' };
  return { runId, ...Object.fromEntries(Object.entries(where).filter(([, value]) => value !== undefined)) };
}

const shown = (item: RunItem): z.infer<typeof runItem> => ({
  unitId: item.unitId,
  serviceId: item.serviceId,
  result: item.result,
  reason: item.reason,
  billId: item.billId,
  quantity: item.quantity,
  total: item.total,
  previousQuantity: item.previousQuantity,
  previousTotal: item.previousTotal,
  change: item.change,
  outlier: item.outlier,
});

const shared = { method: 'get', module: billRun.code, params: z.strictObject({ id: idSchema }) } as const;

const itemsRoute = route(runItemList, {
  flags: ['read'],
  async run(ctx, { params, query: { page, limit, filter }, res }) {
    const run = await load(ctx, billRun, params.id);
    const where = queryOf(run._id, filter);
    const [count, found] = [
      await runItems().countDocuments(where, { maxTimeMS: 5000 }),
      await runItems()
        .find(where, { maxTimeMS: 5000 })
        .sort({ at: 1, _id: 1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .toArray(),
    ];
    const from = (page - 1) * limit;
    res.set(
      'Content-Range',
      found.length > 0 ? `items ${from}-${from + found.length - 1}/${count}` : `items */${count}`,
    );
    return found.map(shown);
  },
});

const HEADS = ['unitId', 'serviceId', 'result', 'reason', 'quantity', 'total', 'before', 'change', 'outlier'] as const;
const BATCH = 500;

/** Items of a run as spreadsheet rows. */
async function* rowsOf(ctx: Ctx, runId: string): AsyncGenerator<Cell[][]> {
  const say = (key: string) => text(ctx, `bill-run.${key}`);
  yield [HEADS.map(name => say(`items.${name}`))];
  for (let skip = 0; ; skip += BATCH) {
    const found = await runItems().find({ runId }).sort({ at: 1, _id: 1 }).skip(skip).limit(BATCH).toArray();
    if (found.length === 0) return;
    const [units, services] = await Promise.all([
      loadRefs(ctx.projectId, unit, [...new Set(found.map(({ unitId }) => unitId))]),
      loadRefs(ctx.projectId, service, [...new Set(found.map(({ serviceId }) => serviceId))]),
    ]);
    yield found.map(row => [
      units.get(row.unitId)?.code ?? '',
      calledIn(service, services.get(row.serviceId), ctx.language),
      say(`results.${row.result}`),
      row.reason ? say(`reasons.${row.reason}`) : '',
      row.quantity,
      row.total,
      row.previousTotal,
      row.change,
      row.outlier ? '!' : '',
    ]);
  }
}

const exportRoute = route({
  ...shared,
  path: `${billRun.path}/:id/export`,
  summary: 'The same as a spreadsheet',
  flags: ['export'],
  answer: XLSX,
  async run(ctx, { params, res }) {
    const run = await load(ctx, billRun, params.id);
    res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="${run.code}.xlsx"` });
    await writeSheet(res, run.code ?? '', rowsOf(ctx, run._id));
  },
});

const byService = <T extends { serviceId: string | null }>(docs: readonly T[]) =>
  Map.groupBy(docs, ({ serviceId }) => serviceId);

/** Registrations, usage and existing bills of a month by service, before a run. */
async function loadScope(ctx: Ctx, month: string) {
  const { start, end } = monthPeriod(month);
  const within = { startDate: { $lte: end }, $or: [{ endDate: null }, { endDate: { $gte: start } }] };
  const made = { type: 'NORMAL', createdFor: 'SERVICE', status: { $ne: 'CANCELLED' } } as const;
  const patience = 10_000;
  const [services, registered, bills, before, usages, units] = await Promise.all([
    records(service).find(
      ctx,
      { active: true, repeatable: { $ne: true } },
      { only: ['source', 'usageOf'], sort: { order: 1 } },
    ),
    records(serviceRegistration).find(ctx, within, { only: ['unitId', 'serviceId'], patience }),
    records(bill).find(ctx, { ...made, month }, { only: ['serviceId'], patience }),
    records(bill).find(ctx, { ...made, month: addMonths(month, -1) }, { only: ['serviceId', 'total'], patience }),
    records(usage).find(ctx, { month }, { only: ['unitId', 'serviceId'], patience }),
    records(unit).count(ctx),
  ]);
  const [of, billed, last, read] = [byService(registered), byService(bills), byService(before), byService(usages)];
  return {
    units,
    services: services.map(({ _id, source, usageOf }) => {
      const have = new Set((of.get(_id) ?? []).map(({ unitId }) => unitId));
      for (const { unitId } of read.get(usageOf ?? _id) ?? []) if (unitId && isRead(source)) have.delete(unitId);
      return {
        serviceId: _id,
        units: new Set((of.get(_id) ?? []).map(({ unitId }) => unitId)).size,
        billed: billed.get(_id)?.length ?? 0,
        readingsMissing: isRead(source) ? have.size : 0,
        previousTotal: (last.get(_id) ?? []).reduce((sum, { total }) => sum + total, 0),
      };
    }),
  };
}

const scopeRoute = route(runScope, {
  flags: ['read'],
  run: (ctx, { query: { month } }) => loadScope(ctx, month),
});

export const runReads: readonly Route[] = [scopeRoute, itemsRoute, exportRoute];
