import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import type { OwnSamples } from '../own-samples.ts';

export const samples: OwnSamples = [
  // What is said of workers comes back with their ids.
  [constructionRegistration.fields.workers.of, () => ({ id: undefined })],
  [constructionRegistration.actions['in-progress'].input, () => ({ at: undefined })],
  [constructionRegistration.actions.complete.input, () => ({ at: undefined })],
];
