import { payslip } from '@lobby/shared/modules/payslip.ts';
import type { OwnSamples } from '../contract/own-samples.ts';
import { SPENT } from './before-acts.ts';

export const samples: OwnSamples = [[payslip.fields, () => SPENT]];
