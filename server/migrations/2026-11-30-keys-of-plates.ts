import { card } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { parking } from '@lobby/shared/modules/parking.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { watchEntry } from '@lobby/shared/modules/watchlist.ts';
import { rebuildAllKeys } from '../kit/store/rebuild-keys.ts';
import type { Migration } from './migrate.ts';

/** What is found by a plate, its own or its vehicle's, is found by the last four digits too. */
export const keysOfPlates: Migration = {
  name: '2026-11-30 keys of plates',
  async run() {
    for (const definition of [vehicle, card, cardRegistration, guest, visitor, parking, watchEntry])
      await rebuildAllKeys(definition);
  },
};
