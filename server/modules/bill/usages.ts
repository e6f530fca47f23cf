import { decimal, exact, mul, toExact } from '@lobby/shared/billing/exact.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { SINGLE } from './manual/single.ts';
import type { BillDoc, MeterDoc, ServiceDoc, UnitDoc, UsageDoc } from './types.ts';

/** Usage of a service: of its own meters, or a share of another service's usage. */
export function usagesFor(used: ReadonlyMap<string, UsageDoc[]>, unit: UnitDoc, service: ServiceDoc): UsageDoc[] {
  const found = used.get(`${unit._id}:${service.usageOf ?? service._id}`) ?? [];
  if (!service.usageOf) return found;
  const part = mul(toExact(service.usagePercent ?? 100), exact(1n, 100n));
  return found.map(reading => ({ ...reading, usageNumber: decimal(mul(toExact(reading.usageNumber ?? 0), part)) }));
}

export async function metersBehind(projectId: string, usages: readonly UsageDoc[]): Promise<Map<string, MeterDoc>> {
  const ids = usages.flatMap(({ meterId }) => meterId ?? []);
  return ids.length > 0 ? loadRefs(projectId, meter, ids) : new Map();
}

/** Meter readings as stored on a bill; several meters add up to one quantity. */
export const readingsOf = (usages: readonly UsageDoc[], meters: ReadonlyMap<string, MeterDoc>) =>
  usages
    .filter(({ meterId }) => meterId)
    .map(reading => {
      const read = meters.get(reading.meterId ?? '');
      return {
        meter: read?.code ?? null,
        coefficient: read?.coefficient ?? 1,
        oldIndex: reading.oldIndex,
        newIndex: reading.newIndex,
        used: reading.usageNumber,
        readAt: reading.readAt ?? null,
      };
    });

/** Marks usage as billed, which locks it while the bill exists. */
export function markBilled(bills: readonly { billId: string; usages: readonly UsageDoc[] }[]): Change[] {
  const seen = new Set<string>();
  return bills.flatMap(({ billId, usages }) =>
    usages.flatMap((doc): Change[] => {
      if (seen.has(doc._id) || doc.state === 'BILLED') return [];
      seen.add(doc._id);
      return [{ definition: usage, action: 'update', update: { doc, set: { billId, state: 'BILLED' } } }];
    }),
  );
}

/** Reopens the usage of a cancelled bill, unless another bill uses it. */
export async function freeUsages(ctx: Ctx, doc: BillDoc): Promise<Change[]> {
  const { unitId, month } = doc;
  if (doc.createdFor !== 'SERVICE' || doc.type !== 'NORMAL') return [];
  const charged = (await loadRefs(ctx.projectId, service, [doc.serviceId])).get(doc.serviceId);
  const serviceId = charged?.usageOf ?? doc.serviceId;
  const usages = await records(usage).find(ctx, { unitId, serviceId, month, state: 'BILLED' });
  if (usages.length === 0) return [];
  const charging = await records(service)
    .withRemoved()
    .find(ctx, { $or: [{ _id: serviceId }, { usageOf: serviceId }] }, { only: [] });
  const other = await records(bill).first(
    ctx,
    {
      ...SINGLE,
      _id: { $ne: doc._id },
      unitId,
      serviceId: { $in: charging.map(({ _id }) => _id) },
      month,
      createdFor: 'SERVICE',
    },
    { only: [] },
  );
  const set = other ? { billId: other._id } : { billId: null, state: 'OPEN' };
  return usages.map(reading => ({ definition: usage, action: 'update', update: { doc: reading, set } }));
}
