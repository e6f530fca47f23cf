import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

/** Cards in stock name the form that will issue them. */
export const cardsHeldForForms: Migration = {
  name: '2026-11-30 cards held for forms',
  async run() {
    const cards = db().collection<{ _id: string }>('cards');
    const forms = db().collection<{ _id: string; newCardId: string }>('card-registrations');
    const open = forms.find(
      { deletedAt: null, status: 'IN_PROGRESS', newCardId: { $type: 'string' } },
      { projection: { newCardId: 1 } },
    );
    for await (const { _id, newCardId } of open)
      await cards.updateOne({ _id: newCardId, status: 'EMPTY' }, { $set: { heldForId: _id } });
  },
};
