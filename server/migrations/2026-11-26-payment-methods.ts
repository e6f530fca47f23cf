import { sortKey } from '@lobby/shared/kit/collation.ts';
import { nameKey } from '@lobby/shared/kit/text-search.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { systemCtx } from '../kit/base/context.ts';
import { clockNow } from '../kit/database/clock.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import { firstMethods, usualOf } from '../modules/payment-method/index.ts';
import { projects, settingsOf } from '../platform/projects/projects.ts';
import type { Migration } from './migrate.ts';

const of = (definition: Parameters<typeof collectionOf>[0]) => db().collection<Stored>(collectionOf(definition));
const STEP = 10;

/** Methods by the names of now, each with a code and a place of its own. */
async function renameMethods(): Promise<void> {
  const made = new Map<string, number>();
  for await (const old of of(paymentMethod)
    .find({ method: { $exists: true } })
    .sort({ displayOrder: 1, createdAt: 1 })) {
    const n = (made.get(String(old.projectId)) ?? 0) + 1;
    made.set(String(old.projectId), n);
    const { method: kind, mode, fundId } = old;
    const place = fundId ? await of(fund).findOne({ _id: String(fundId) }) : null;
    const fits = place !== null && (place.kind === 'CASH') === (kind === 'CASH');
    const code = `${kind}${n}`;
    const bank = kind === 'TRANSFER' || kind === 'SPOS' ? (place?.bankAccountId ?? null) : null;
    await of(paymentMethod).updateOne(
      { _id: old._id },
      {
        $set: {
          ...usualOf(kind),
          kind,
          code,
          order: n * STEP,
          fundId: fits ? fundId : null,
          bankAccountId: bank,
          feePercent: 0,
          feeFixed: 0,
          referenceRequired: false,
          forResidents: mode === 'ON' && kind === 'ONLINE',
          active: old.active === true && fits && kind !== 'ONLINE',
          'sorted.code': sortKey(code),
          'uniq.code': old.deletedAt ? null : nameKey(code),
        },
        $unset: { method: '', mode: '', provider: '', displayOrder: '' },
      },
    );
  }
}

/** A method of each kind for every project. */
async function addMethods(): Promise<void> {
  for await (const project of projects().find()) {
    const own = { projectId: project._id, deletedAt: null };
    const there = await of(paymentMethod).find(own).toArray();
    const till = await of(fund).findOne({ ...own, kind: 'CASH', active: true }, { sort: { order: 1 } });
    const made = await firstMethods(systemCtx(settingsOf(project), clockNow()), till?._id ?? null);
    const taken = (name: 'name' | 'code', value: unknown) =>
      there.some(one => nameKey(String(one[name])) === nameKey(String(value)));
    const missing = made.filter(
      ({ kind, name, code }) => !there.some(one => one.kind === kind) && !taken('name', name) && !taken('code', code),
    );
    if (missing.length > 0)
      await of(paymentMethod).insertMany(missing.map((doc, n) => ({ ...doc, order: (there.length + n + 1) * STEP })));
  }
}

export const kindsOfMethods: Migration = {
  name: '2026-11-26 kinds of payment methods',
  async run() {
    await renameMethods();
    await addMethods();
  },
};
