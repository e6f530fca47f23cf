import { usage } from '@lobby/shared/modules/usage.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // The meter determines unit and service.
  [
    usage.fields,
    () => ({
      unitId: undefined,
      serviceId: undefined,
      month: '2026-11',
      oldIndex: undefined,
      newIndex: 10,
      rolled: false,
      usageNumber: undefined,
      confirmed: undefined,
      periodStart: undefined,
      periodEnd: undefined,
      readAt: '2026-11-20T03:00:00.000Z',
    }),
  ],
];
