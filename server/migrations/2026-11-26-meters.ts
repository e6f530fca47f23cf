import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { usage, usageKey } from '@lobby/shared/modules/usage.ts';
import { db, newId } from '../kit/database/database.ts';
import { collectionOf, filled, keysOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const OLD = ['reading', 'removedIndex', 'startIndex', 'number', 'quantity', 'before', 'images'];
const collection = (of: typeof usage | typeof bill | typeof service | typeof meter | typeof unit) =>
  db().collection<Stored>(collectionOf(of));

/** A use with the names of now, of a meter of its own. */
export const renamedUsage = (old: Stored, meterId: string | null, bill: Stored | null): Record<string, unknown> => ({
  meterId,
  rolled: old.reading === 'ROLLOVER',
  usageNumber: old.quantity ?? null,
  months: 1,
  previousUsage: old.before ?? null,
  averageUsage: old.before ?? null,
  change: null,
  photos: old.images ?? [],
  confirmed: old.outlier === true,
  confirmedBy: null,
  readerId: null,
  source: 'KEYED',
  readAt: typeof old.readAt === 'string' ? new Date(`${old.readAt}T05:00:00Z`) : null,
  periodStart: monthPeriod(String(old.month)).start,
  periodEnd: monthPeriod(String(old.month)).end,
  billId: bill?._id ?? null,
  state: bill ? 'BILLED' : 'OPEN',
  'uniq.once': old.deletedAt ? null : usageKey({ ...old, meterId }, old.month),
  once: usageKey({ ...old, meterId }, old.month),
});

/** The next meter of a unit: what it began with is what was read of it first. */
function meterOf(
  old: Stored,
  own: Stored | null,
  code: string,
  startIndex: unknown,
  replacesId: string | null,
): Stored {
  const values = {
    code,
    unitId: old.unitId,
    serviceId: old.serviceId,
    startIndex: startIndex ?? 0,
    replacesId,
    live: true,
    startDate: monthPeriod(String(old.month)).start,
    coefficient: own?.coefficient ?? 1,
    minIndex: own?.minIndex ?? null,
    maxIndex: own?.maxIndex ?? null,
    digits: Math.min(9, Math.max(3, String(Math.floor(Number(own?.maxIndex ?? 99_999))).length)),
  };
  const doc = filled(meter, values);
  const keys = keysOf(meter, doc, {});
  return {
    _id: newId(),
    projectId: String(old.projectId),
    version: 1,
    deletedAt: null,
    createdAt: old.createdAt,
    updatedAt: old.updatedAt,
    ...doc,
    uniq: { code: code.toLowerCase() },
    ...(keys && { keys }),
  } as Stored;
}

/** What was read of a service and unit is from now on of a meter; one that was replaced is two. */
export const metersOfUsages: Migration = {
  name: '2026-11-26 meters of usages',
  async run() {
    const services = new Map((await collection(service).find().toArray()).map(one => [one._id, one]));
    const units = new Map(
      (
        await collection(unit)
          .find({}, { projection: { code: 1 } })
          .toArray()
      ).map(u => [u._id, u]),
    );
    const live = new Map<string, Stored>();
    const $unset = Object.fromEntries(OLD.map((name): [string, ''] => [name, '']));
    let n = 0;
    const add = async (old: Stored, startIndex: unknown, before: Stored | null) => {
      const own = services.get(String(old.serviceId)) ?? null;
      const plain = `${own?.code ?? 'M'}-${units.get(String(old.unitId))?.code ?? ++n}`.slice(0, 24);
      const made = meterOf(old, own, before ? `${plain}-${++n}` : plain, startIndex, before?._id ?? null);
      const taken = await collection(meter).findOne({
        projectId: made.projectId,
        'uniq.code': made.code?.toString().toLowerCase(),
      });
      if (taken) Object.assign(made, { code: `${plain}-${++n}`, uniq: { code: `${plain}-${n}`.toLowerCase() } });
      await collection(meter).insertOne(made);
      return made;
    };
    const old = collection(usage)
      .find({ quantity: { $exists: true } })
      .sort({ month: 1, _id: 1 });
    for await (const one of old) {
      const key = `${one.unitId}:${one.serviceId}`;
      const bills = { projectId: one.projectId, deletedAt: null };
      const made = await collection(bill).findOne({
        ...bills,
        // As bills were told apart then.
        'uniq.once': `${one.unitId}:${one.serviceId}:${one.month}`,
      });
      if (services.get(String(one.serviceId))?.source !== 'METER') {
        await collection(usage).updateOne({ _id: one._id }, { $set: renamedUsage(one, null, made), $unset });
        continue;
      }
      let own = live.get(key) ?? (await add(one, one.oldIndex, null));
      if (one.reading === 'REPLACED') own = await replaced(one, own, made, add);
      live.set(key, own);
      await collection(usage).updateOne({ _id: one._id }, { $set: renamedUsage(one, own._id, made), $unset });
    }
    await collection(service).updateMany({}, { $unset: { coefficient: '', minIndex: '', maxIndex: '' } });
  },
};

/** Splits a reading of two meters: what the old one showed last is a use of its own. */
async function replaced(
  one: Stored,
  before: Stored,
  made: Stored | null,
  add: (old: Stored, startIndex: unknown, before: Stored | null) => Promise<Stored>,
): Promise<Stored> {
  const day = monthPeriod(String(one.month)).start;
  const own = await add(one, one.startIndex, before);
  const removed = { live: false, removedAt: day, removedIndex: one.removedIndex ?? null };
  await collection(meter).updateOne({ _id: before._id }, { $set: removed });
  const used = (Number(one.removedIndex) - Number(one.oldIndex)) * Number(before.coefficient ?? 1);
  const first = { ...one, reading: 'NORMAL', newIndex: one.removedIndex, quantity: Math.round(used * 1000) / 1000 };
  const { uniq: _uniq, ...rest } = first;
  const fields = renamedUsage(first as Stored, before._id, made);
  const once = String(fields.once);
  const { 'uniq.once': _once, ...plain } = fields;
  const doc = { ...rest, ...plain, _id: newId(), code: `${one.code}-A`, source: 'REPLACEMENT', uniq: { once } };
  for (const name of OLD) Reflect.deleteProperty(doc, name);
  await collection(usage).insertOne(doc as unknown as Stored);
  one.quantity = Math.round((Number(one.quantity) - used) * 1000) / 1000;
  one.oldIndex = one.startIndex;
  await collection(usage).updateOne({ _id: one._id }, { $set: { oldIndex: one.startIndex } });
  return own;
}
