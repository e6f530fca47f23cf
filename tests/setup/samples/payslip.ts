import { payslip } from '@lobby/shared/modules/payslip.ts';
import { SPENT } from '../before-samples.ts';
import type { OwnSamples } from '../own-samples.ts';

export const samples: OwnSamples = [[payslip.fields, () => SPENT]];
