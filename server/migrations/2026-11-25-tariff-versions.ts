import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { db, newId } from '../kit/database/database.ts';
import { collectionOf, keysOf, nested, type Stored, sealed } from '../kit/store/schema.ts';
import { ofToday } from '../modules/tariff/index.ts';
import type { Migration } from './migrate.ts';

const byDay = (a: Stored, b: Stored) => (String(a.effectiveFrom) < String(b.effectiveFrom) ? -1 : 1);

/** A tariff of a service: named as the last of its prices was, with the code of the service. */
function tariffOf(of: Stored, prices: readonly Stored[], today: string): Stored {
  const last = prices.at(-1) ?? of;
  const values = {
    code: of.code,
    name: last.name,
    group: 'OTHER',
    active: true,
    services: of.deletedAt ? 0 : 1,
    note: null,
    ...ofToday(prices, today),
  };
  const base = { _id: newId(), projectId: of.projectId, version: 1, deletedAt: null };
  const kept = sealed(tariff, String(of.projectId), values, { ...values, _id: base._id });
  const keys = keysOf(tariff, { ...kept, ...values }, {});
  return {
    ...base,
    createdAt: of.createdAt,
    updatedAt: of.updatedAt,
    ...nested(kept),
    ...(keys && { keys }),
  } as Stored;
}

/** A price of a service becomes a version of its tariff; it keeps its id, by which bills know it. */
function versionOf(old: Stored, tariffId: string, number: number): Stored {
  const { name: _name, serviceId: _service, note: _note, keys: _keys, uniq: _uniq, sorted: _sorted, ...values } = old;
  const own = { ...values, tariffId, number, formulaId: null, surchargeId: null };
  const flat = Object.fromEntries(
    Object.keys(tariffVersion.fields).map(name => [name, (own as Record<string, unknown>)[name] ?? null]),
  );
  return {
    ...values,
    ...nested(sealed(tariffVersion, String(old.projectId), flat, { ...flat, _id: old._id })),
  } as Stored;
}

export const versionsOfTariffs: Migration = {
  name: '2026-11-25 versions of tariffs',
  async run() {
    const tariffs = db().collection<Stored>(collectionOf(tariff));
    const versions = db().collection<Stored>(collectionOf(tariffVersion));
    const services = db().collection<Stored>(collectionOf(service));
    const today = dayOf(new Date(), VIETNAM);
    const old = await tariffs.find({ effectiveFrom: { $type: 'string' }, serviceId: { $type: 'string' } }).toArray();
    for (const [serviceId, all] of Map.groupBy(old, one => String(one.serviceId))) {
      const of = await services.findOne({ _id: serviceId });
      const sorted = all.sort(byDay);
      const live = sorted.filter(({ deletedAt }) => !deletedAt);
      const made = of && live.length > 0 ? tariffOf(of, live, today) : null;
      const kept = sorted.map((one, n) => versionOf(one, String(made?._id ?? one.serviceId), n + 1));
      for (const one of kept) await versions.replaceOne({ _id: one._id }, one, { upsert: true });
      await tariffs.deleteMany({ _id: { $in: all.map(({ _id }) => _id) } });
      if (!made) continue;
      await tariffs.insertOne(made);
      await services.updateOne({ _id: serviceId }, { $set: { tariffId: made._id } });
    }
    await services.updateMany({ tariffId: { $exists: false } }, { $set: { tariffId: null } });
    await db()
      .collection(collectionOf(bill))
      .updateMany({ 'items.tariffId': { $exists: true } }, [
        {
          $set: {
            items: {
              $map: {
                input: '$items',
                as: 'one',
                in: {
                  $unsetField: {
                    field: 'tariffId',
                    input: { $mergeObjects: ['$$one', { versionId: '$$one.tariffId' }] },
                  },
                },
              },
            },
          },
        },
      ]);
  },
};
