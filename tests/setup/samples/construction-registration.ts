import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // Ids of workers are given by the server.
  [constructionRegistration.fields.workers.of, () => ({ id: undefined })],
  [constructionRegistration.actions['in-progress'].input, () => ({ at: undefined })],
  [constructionRegistration.actions.complete.input, () => ({ at: undefined })],
];
