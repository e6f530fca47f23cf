import { template } from '@lobby/shared/modules/template.ts';
import type { OwnSamples } from '../own-samples.ts';

export const samples: OwnSamples = [
  // What a mail has; the channel stays as it was saved first.
  [template.fields, () => ({ purpose: 'NORMAL', channel: 'EMAIL', language: 'vi', text: undefined })],
];
