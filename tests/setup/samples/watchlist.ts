import { watchEntry } from '@lobby/shared/modules/watchlist.ts';
import type { OwnSamples } from '../contract/own-samples.ts';
import { inDays } from '../time/days.ts';

let plates = 0;

export const samples: OwnSamples = [
  // A unique plate and identity number, so that visits are not marked.
  [
    watchEntry.fields,
    () => ({
      plate: `51F-${String(++plates).padStart(5, '0')}`,
      identifier: `WATCHED${100 + plates}`,
      validTo: inDays(200),
    }),
  ],
];
