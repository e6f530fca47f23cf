import { instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  [
    instalmentPlan.fields,
    () => ({ billIds: undefined, total: undefined, count: 2, firstDueOn: '2036-01-01', parts: undefined }),
  ],
  [instalmentPlan.actions.resume.input, () => ({ parts: undefined })],
];
