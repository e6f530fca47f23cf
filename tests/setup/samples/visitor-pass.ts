import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // Pass of a coming visit, valid now.
  [
    visitorPass.fields,
    () => ({
      guestId: undefined,
      weekdays: undefined,
      fromTime: undefined,
      toTime: undefined,
      validFrom: undefined,
      validTo: undefined,
    }),
  ],
  [visitorPass.actions.in.input, () => ({ at: undefined, desk: undefined })],
  [visitorPass.actions.out.input, () => ({ at: undefined, desk: undefined })],
];
