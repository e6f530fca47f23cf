import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

let plates = 0;

export const samples: OwnSamples = [
  [
    cardRegistration.fields,
    () => ({
      type: 'NEW',
      target: 'RESIDENT',
      cardId: undefined,
      changes: undefined,
      overLimit: undefined,
      plate: `NG-${String(++plates).padStart(5, '0')}`,
      startDate: '2036-01-01',
    }),
  ],
];
