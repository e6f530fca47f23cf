import { fold, nameKey } from '@lobby/shared/kit/text-search.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** What a service was most likely for, by how it was counted and its unit. */
function groupOf({ measure, unitName }: Stored): string {
  if (measure === 'VEHICLE') return 'PARKING';
  if (measure === 'AREA') return 'MANAGEMENT';
  if (measure !== 'USAGE') return 'OTHER';
  return String(unitName).toLowerCase() === 'kwh' ? 'ELECTRICITY' : 'WATER';
}

/** A service with the names and parts of now; what it costs stays the same. */
export function renamedService(old: Stored, order: number): Record<string, unknown> {
  const source = old.measure === 'USAGE' ? (old.counted ?? 'METER') : old.measure;
  const read = old.measure === 'USAGE';
  const wide = old.periodType === 'HALF_MONTH' || old.periodType === 'MONTH_TO_MONTH';
  const percent = Number(old.interestRate ?? 0);
  return {
    group: groupOf(old),
    source,
    order,
    paymentTerm: old.paymentTermDays ?? null,
    vehicleTypes: old.vehicleType ? [{ vehicleType: old.vehicleType }] : [],
    interestPerYear: percent,
    rates: [{ from: '2000-01-01', percent }],
    // What is read is charged by months, or by days of them.
    periodType: read && wide ? 'PART_OF_MONTH' : old.periodType,
    firstDay: 1,
    lastDay: 31,
    accounting: 'BY_MONTH',
    accountingDay: null,
    cumulative: true,
    usageOf: null,
    usagePercent: 100,
    repeatable: false,
    registrations: 0,
    lastBilledMonth: null,
    active: old.active === true && Boolean(old.tariffId),
    'uniq.name': old.deletedAt ? (old.uniq as { name?: string } | undefined)?.name : fold(nameKey(String(old.name))),
  };
}

const OLD = ['measure', 'counted', 'vehicleType', 'paymentTermDays', 'interestRate', 'displayOrder'];

export const namesOfServices: Migration = {
  name: '2026-11-25 names of services',
  async run() {
    const services = db().collection<Stored>(collectionOf(service));
    const $unset = Object.fromEntries(OLD.map((name): [string, ''] => [name, '']));
    const places = new Map<string, number>();
    const names = new Set<string>();
    for await (const old of services.find({ measure: { $exists: true } }).sort({ displayOrder: 1, _id: 1 })) {
      const projectId = String(old.projectId);
      const order = (places.get(projectId) ?? 0) + 10;
      if (!old.deletedAt) places.set(projectId, order);
      const values = renamedService(old, order);
      // Two names that differ by accents alone were two until now, and stay so.
      const key = `${projectId} ${values['uniq.name']}`;
      if (!old.deletedAt && names.has(key)) values['uniq.name'] = nameKey(String(old.name));
      names.add(key);
      await services.updateOne({ _id: old._id }, { $set: values, $unset });
      await db()
        .collection<Stored>(collectionOf(tariff))
        .updateOne({ _id: String(old.tariffId), group: 'OTHER' }, { $set: { group: values.group } });
      const last = await db()
        .collection<Stored>(collectionOf(bill))
        .findOne({ projectId, serviceId: old._id, status: 'ACTIVE', type: 'NORMAL' }, { sort: { month: -1 } });
      if (last) await services.updateOne({ _id: old._id }, { $set: { lastBilledMonth: last.month } });
    }
  },
};
