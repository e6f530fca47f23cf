import { announcement } from '@lobby/shared/modules/announcement.ts';
import type { OwnSamples } from '../own-samples.ts';

export const samples: OwnSamples = [
  // Each language once, to anybody: to nobody it is not sent; short messages need their feature.
  [
    announcement.fields,
    () => ({
      texts: [{ language: 'en', title: 'Water off', content: 'From 8.' }],
      sendTypes: [{ channel: 'APP' }],
      roles: [],
    }),
  ],
  // How many it would reach is asked for first.
  [announcement.actions.send.input, () => ({ expected: undefined })],
];
