import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { rawPlate, standardPlate } from '@lobby/shared/kit/plate.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { RELATIONSHIPS } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const text = (value: unknown) => (typeof value === 'string' && value ? value : null);

function formOf(old: Stored, home: Stored | null, own: Stored | null): Record<string, unknown> {
  const plate = text(old.plate) ? standardPlate(String(old.plate), String(old.vehicleType)) : null;
  const known = (RELATIONSHIPS as readonly unknown[]).includes(old.relationship);
  return {
    plate,
    rawPlate: plate ? rawPlate(plate) : null,
    relationship: known ? old.relationship : null,
    color: text(old.color)?.slice(0, 30) ?? null,
    requesterId: null,
    cardId: old.type === 'NEW' ? null : (own?._id ?? null),
    vehicleId: own?.vehicleId ?? null,
    generation: null,
    frameNumber: null,
    engineNumber: null,
    vehiclePapers: old.attachments ?? [],
    rentalFile: [],
    authorizationFile: [],
    floorIds: [],
    parking: false,
    overLimit: false,
    quickLock: false,
    startDate: dayOf(old.createdAt, VIETNAM),
    doneImages: [],
    staffNote: null,
    notTaken: false,
    approvedAt: old.status === 'APPROVED' ? (old.updatedAt ?? old.createdAt) : null,
    blockId: home?.blockId ?? null,
  };
}

/** Forms for cards name the card itself, where they told its number. */
export const cardsOfForms: Migration = {
  name: '2026-11-25 cards of forms',
  async run() {
    const forms = db().collection<Stored>(collectionOf(cardRegistration));
    const cards = db().collection<Stored>(collectionOf(card));
    const units = db().collection<Stored>(collectionOf(unit));
    for await (const old of forms.find({ startDate: { $exists: false } })) {
      const number = text(old.cardNumber);
      const own = number
        ? await cards.findOne({ projectId: old.projectId, 'uniq.number': fold(number), deletedAt: null })
        : null;
      const home = await units.findOne({ _id: String(old.unitId) });
      const set = formOf(old, home, own);
      await forms.updateOne({ _id: old._id }, { $set: set, $unset: { cardNumber: '', attachments: '' } });
    }
  },
};
