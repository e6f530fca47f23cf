import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [[approvalRequest.fields, () => ({ act: 'payslip.create', amount: 1000 })]];
