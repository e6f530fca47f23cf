import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { type usageRow, usageSheet } from '@lobby/shared/modules/usage.contract.ts';
import type { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { records } from '../../kit/store/records.ts';
import { proposed } from './complete.ts';
import { compared, number } from './count.ts';
import { around, loadMeters, loadMonth, type Whose } from './facts.ts';

type SheetRow = z.infer<typeof usageRow>;

/** Meters of a service, or units that have it, with the usage of a month and of earlier ones. */
async function loadSheet(ctx: Ctx, serviceId: string, month: string, blockId?: string): Promise<SheetRow[]> {
  const of = await loadMonth(ctx, serviceId, month);
  const { start, end } = of.period;
  const own = { projectId: ctx.projectId, deletedAt: null };
  const [registered, meters] = await Promise.all([
    records(serviceRegistration).find(ctx, {
      ...own,
      serviceId,
      startDate: { $lte: end },
      $or: [{ endDate: null }, { endDate: { $gte: start } }],
    }),
    of.service.source === 'METER' ? loadMeters(ctx.projectId, serviceId, of.period) : [],
  ]);
  const have = new Set(registered.map(({ unitId }) => String(unitId)));
  const metered = Map.groupBy(meters, ({ unitId }) => String(unitId));
  const units = await records(unit).find(
    ctx,
    { ...own, _id: { $in: [...new Set([...have, ...metered.keys()])] }, ...(blockId && { blockId }) },
    { only: ['code', 'sorted'], sort: { 'sorted.code': 1, code: 1 } },
  );
  const rows = units.flatMap(({ _id, code }): (Whose & { code: string })[] =>
    (metered.get(_id) ?? [null]).map(meter => ({ meter, unitId: _id, code: String(code) })),
  );
  const found = await around(ctx, of, rows);
  return rows.map(({ code, ...whose }) => {
    const { meter, unitId } = whose;
    const known = found(whose);
    const { same } = known;
    const now = same ?? compared(0, 1, known.before, 0);
    return {
      unitId,
      code,
      meterId: meter?._id ?? null,
      meterCode: meter ? String(meter.code) : null,
      usageId: same?._id ?? null,
      oldIndex: number(same?.oldIndex) ?? proposed(whose, known),
      newIndex: number(same?.newIndex),
      rolled: same?.rolled === true,
      usageNumber: number(same?.usageNumber),
      previousUsage: number(now.previousUsage),
      averageUsage: number(now.averageUsage),
      change: number(same?.change),
      months: Number(same?.months ?? 1),
      outlier: same?.outlier === true,
      confirmed: same?.confirmed === true,
      billed: known.bill !== null || same?.state === 'BILLED',
      photos: Array.isArray(same?.photos) ? same.photos.length : 0,
      note: same?.note ? String(same.note) : null,
      before: known.before.slice(0, 3).map(({ usageNumber }) => Number(usageNumber)),
      registered: have.has(unitId),
    };
  });
}

export const sheetRoute: Route = route(usageSheet, {
  flags: ['read'],
  run: (ctx, { query: { serviceId, month, blockId } }) => loadSheet(ctx, serviceId, month, blockId),
});
