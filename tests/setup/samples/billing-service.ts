import { service } from '@lobby/shared/modules/billing-service.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // A metered service, billed monthly.
  [
    service.fields,
    () => ({
      group: 'OTHER',
      type: 'PREPAID',
      source: 'METER',
      vehicleTypes: undefined,
      periodType: 'ONE_MONTH',
      firstDay: 1,
      lastDay: 31,
      accounting: 'BY_MONTH',
      usageOf: undefined,
      repeatable: false,
      order: undefined,
    }),
  ],
];
