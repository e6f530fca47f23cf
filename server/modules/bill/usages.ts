import { decimal, exact, mul, toExact } from '@lobby/shared/billing/exact.ts';
import { bill, billKey } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

/** What was used of a service: read of its own meters, or a part of what was read of another's. */
export function usagesFor(used: ReadonlyMap<string, Stored[]>, unit: Stored, service: Stored): Stored[] {
  const found = used.get(`${unit._id}:${service.usageOf ?? service._id}`) ?? [];
  if (!service.usageOf) return found;
  const part = mul(toExact(Number(service.usagePercent ?? 100)), exact(1n, 100n));
  return found.map(one => ({ ...one, usageNumber: decimal(mul(toExact(Number(one.usageNumber)), part)) }));
}

/** The meters behind some uses, by id. */
export async function metersBehind(projectId: string, usages: readonly Stored[]): Promise<Map<string, Stored>> {
  const ids = usages.flatMap(({ meterId }) => (typeof meterId === 'string' ? [meterId] : []));
  return ids.length > 0 ? loadRefs(projectId, meter, ids) : new Map();
}

/** The readings as a bill keeps them: one meter, or several that make one quantity. */
export const readingsOf = (usages: readonly Stored[], meters: ReadonlyMap<string, Stored>) =>
  usages
    .filter(({ meterId }) => meterId)
    .map(one => {
      const own = meters.get(String(one.meterId));
      return {
        meter: own ? String(own.code) : null,
        coefficient: own?.coefficient ?? 1,
        oldIndex: one.oldIndex,
        newIndex: one.newIndex,
        used: one.usageNumber,
        readAt: one.readAt ?? null,
      };
    });

/** Marks what bills are made from; it stays as it is while one of them stands. */
export function marked(bills: readonly { billId: string; usages: readonly Stored[] }[]): Change[] {
  const seen = new Set<string>();
  return bills.flatMap(({ billId, usages }) =>
    usages.flatMap((doc): Change[] => {
      if (seen.has(doc._id) || doc.state === 'BILLED') return [];
      seen.add(doc._id);
      return [{ definition: usage, action: 'update', update: { doc, set: { billId, state: 'BILLED' } } }];
    }),
  );
}

/** What a bill was made from is open again, unless another one stands on it. */
export async function freed({ projectId }: Ctx, doc: Stored): Promise<Change[]> {
  const { unitId, month } = doc;
  if (doc.createdFor !== 'SERVICE' || doc.type !== 'NORMAL') return [];
  const own = (await loadRefs(projectId, service, [String(doc.serviceId)])).get(String(doc.serviceId));
  const serviceId = own?.usageOf ?? doc.serviceId;
  const usages = await modelOf(usage)
    .find({ projectId, deletedAt: null, unitId, serviceId, month, state: 'BILLED' })
    .maxTimeMS(5000)
    .lean<Stored[]>();
  if (usages.length === 0) return [];
  const charging = await modelOf(service)
    .find({ projectId, $or: [{ _id: serviceId }, { usageOf: serviceId }] } as Record<string, unknown>, { _id: 1 })
    .lean<Stored[]>();
  const keys = charging.map(one => billKey(unitId, one._id, month));
  const other = await modelOf(bill)
    .findOne({ projectId, deletedAt: null, _id: { $ne: doc._id }, 'uniq.once': { $in: keys } }, { _id: 1 })
    .maxTimeMS(5000)
    .lean<Stored>();
  const set = other ? { billId: other._id } : { billId: null, state: 'OPEN' };
  return usages.map(one => ({ definition: usage, action: 'update', update: { doc: one, set } }));
}
