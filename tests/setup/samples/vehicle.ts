import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

let plates = 0;

export const samples: OwnSamples = [
  // Without a limit none is exceeded.
  [
    vehicle.fields,
    () => ({
      overLimit: undefined,
      customerGroup: 'RESIDENT',
      type: 'CAR',
      plate: `29A-${100 + ++plates}.45`,
      frameNumber: `FR${plates}`,
    }),
  ],
  [vehicle.actions.start.input, () => ({ overLimit: undefined })],
];
