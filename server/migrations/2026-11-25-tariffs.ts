import { bill } from '@lobby/shared/modules/bill.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const OLD = ['formula', 'perPerson', 'priceIncludesVat', 'vatRate', 'surchargeRate', 'discount'] as const;

interface Step {
  to?: number | null;
  price?: number;
  percent?: number | null;
}

/** A price with the names and parts of now; what it costs stays the same. */
export function renamed(doc: Record<string, unknown>): Record<string, unknown> {
  const steps = (doc.tiers ?? []) as Step[];
  const byPercent = doc.formula === 'PERCENT';
  const perPerson = Boolean(doc.perPerson);
  const discount = Number(doc.discount ?? 0);
  const rate = Number(doc.vatRate ?? 0);
  return {
    pricing: 'FORMULA',
    unitPrice: null,
    priceList: [],
    formulaType: doc.formula ?? 'NUMBER_USE',
    tiers: byPercent ? [] : steps.map(({ to = null, price = 0 }) => ({ to, price })),
    parts: byPercent ? steps.map(({ percent, price = 0 }) => ({ percent: percent ?? 0, price })) : [],
    tierPeople: perPerson ? 1 : null,
    noPeopleTier: null,
    norm: Number(doc.norm ?? 0),
    normPer: perPerson ? 'PERSON' : 'UNIT',
    fixedFee: Number(doc.fixedFee ?? 0),
    discountPercent: doc.discountType === 'PERCENT' ? discount : null,
    discountAmount: doc.discountType === 'FIXED' ? Math.round(discount) : null,
    vatKind: rate === 0 ? 'EXEMPT' : 'RATE',
    vat: rate,
    vatIncluded: Boolean(doc.priceIncludesVat),
    surchargeTax: Number(doc.surchargeRate ?? 0),
    priceDisplay: 'NET',
    source: null,
  };
}

export const namesOfTariffs: Migration = {
  name: '2026-11-25 names of tariffs',
  async run() {
    const tariffs = db().collection<Stored>(collectionOf(tariff));
    const $unset = Object.fromEntries(OLD.map((name): [string, ''] => [name, '']));
    for await (const doc of tariffs.find({ pricing: { $exists: false }, serviceId: { $exists: true } }))
      await tariffs.updateOne({ _id: doc._id }, { $set: renamed(doc), $unset });
    await db()
      .collection(collectionOf(bill))
      .updateMany({ gross: { $exists: false } }, [
        {
          $set: {
            vatIncluded: false,
            notes: null,
            gross: { $add: [{ $ifNull: ['$net', 0] }, { $ifNull: ['$discount', 0] }] },
          },
        },
      ]);
  },
};
