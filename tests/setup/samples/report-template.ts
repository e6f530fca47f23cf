import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // A document type with one of its columns.
  [
    reportTemplate.fields,
    () => ({ documentType: 'FEE_NOTICE', columns: [{ column: 'service' }], title: '{{unit.code}}' }),
  ],
];
