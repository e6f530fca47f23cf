import { template } from '@lobby/shared/modules/template.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // Fields of a mail; the channel is fixed.
  [template.fields, () => ({ purpose: 'NORMAL', channel: 'EMAIL', language: 'vi', text: undefined })],
];
