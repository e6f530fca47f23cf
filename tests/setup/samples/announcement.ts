import { announcement } from '@lobby/shared/modules/announcement.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // One text per language; at least one recipient; text messages need their feature.
  [
    announcement.fields,
    () => ({
      texts: [{ language: 'en', title: 'Water off', content: 'From 8.' }],
      sendTypes: [{ channel: 'APP' }],
      roles: [],
      excludeUnitIds: [],
    }),
  ],
  // The expected number of recipients comes from a separate call.
  [announcement.actions.send.input, () => ({ expected: undefined })],
];
