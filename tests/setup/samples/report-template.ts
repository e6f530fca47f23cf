import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import type { OwnSamples } from '../own-samples.ts';

export const samples: OwnSamples = [
  // A paper of one type, with a column of its own.
  [
    reportTemplate.fields,
    () => ({ documentType: 'FEE_NOTICE', columns: [{ column: 'service' }], title: '{{unit.code}}' }),
  ],
];
