import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { type usageRow, usageSheet } from '@lobby/shared/modules/usage.contract.ts';
import type { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { records } from '../../kit/store/records.ts';
import { oldIndexOf } from './complete.ts';
import { compareUsage } from './count.ts';
import { loadFacts, loadMeters, loadMonth, type Whose } from './facts.ts';

type SheetRow = z.infer<typeof usageRow>;

/** Meters of a service, or units that have it, with the usage of a month and of earlier ones. */
async function loadSheet(ctx: Ctx, serviceId: string, month: string, blockId?: string): Promise<SheetRow[]> {
  const of = await loadMonth(ctx, serviceId, month);
  const { start, end } = of.period;
  const scope = { projectId: ctx.projectId, deletedAt: null };
  const [registered, meters] = await Promise.all([
    records(serviceRegistration).find(ctx, {
      ...scope,
      serviceId,
      startDate: { $lte: end },
      $or: [{ endDate: null }, { endDate: { $gte: start } }],
    }),
    of.service.source === 'METER' ? loadMeters(ctx.projectId, serviceId, of.period) : [],
  ]);
  const have = new Set(registered.map(({ unitId }) => unitId));
  const metered = Map.groupBy(meters, ({ unitId }) => unitId);
  const units = await records(unit).find(
    ctx,
    { ...scope, _id: { $in: [...new Set([...have, ...metered.keys()])] }, ...(blockId && { blockId }) },
    { only: ['code', 'sorted'], sort: { 'sorted.code': 1, code: 1 } },
  );
  const rows = units.flatMap(({ _id, code }): (Whose & { code: string })[] =>
    (metered.get(_id) ?? [null]).map(meter => ({ meter, unitId: _id, code })),
  );
  const factsOf = await loadFacts(ctx, of, rows);
  return rows.map(({ code, ...whose }) => {
    const { meter, unitId } = whose;
    const facts = factsOf(whose);
    const { same } = facts;
    const now = same ?? compareUsage(0, 1, facts.before, 0);
    return {
      unitId,
      code,
      meterId: meter?._id ?? null,
      meterCode: meter?.code ?? null,
      usageId: same?._id ?? null,
      oldIndex: same?.oldIndex ?? oldIndexOf(whose, facts),
      newIndex: same?.newIndex ?? null,
      rolled: same?.rolled ?? false,
      usageNumber: same?.usageNumber ?? null,
      previousUsage: now.previousUsage,
      averageUsage: now.averageUsage,
      change: same?.change ?? null,
      months: same?.months ?? 1,
      outlier: same?.outlier ?? false,
      confirmed: same?.confirmed ?? false,
      billed: facts.bill !== null || same?.state === 'BILLED',
      photos: same?.photos.length ?? 0,
      note: same?.note || null,
      before: facts.before.slice(0, 3).map(({ usageNumber }) => usageNumber ?? 0),
      registered: have.has(unitId),
    };
  });
}

export const sheetRoute: Route = route(usageSheet, {
  flags: ['read'],
  run: (ctx, { query: { serviceId, month, blockId } }) => loadSheet(ctx, serviceId, month, blockId),
});
