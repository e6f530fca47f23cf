import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // A step has a single approver.
  [approvalFlow.fields.steps.of, () => ({ positionId: undefined })],
];
