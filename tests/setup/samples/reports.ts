import type { Fields } from '@lobby/shared/kit/fields.ts';
import { report } from '@lobby/shared/modules/report.ts';
import { reportSchedule } from '@lobby/shared/modules/report-schedule.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

const { columns, filters, groups, totals, sorts } = report.fields;

/** Samples of reports use fields of tickets. */
export const samples: OwnSamples = [
  [report.fields, () => ({ source: 'ticket' })],
  [reportSchedule.fields, () => ({ frequency: 'DAILY', weekdays: undefined, monthDay: undefined })],
  [columns.of as Fields, () => ({ field: 'code' })],
  [
    filters.of as Fields,
    () => ({ field: 'createdAt', values: undefined, from: undefined, to: undefined, period: 'THIS_YEAR' }),
  ],
  [groups.of as Fields, () => ({ field: 'createdAt', step: 'MONTH' })],
  [totals.of as Fields, () => ({ measure: 'COUNT', field: undefined })],
  [sorts.of as Fields, () => ({ field: 'createdAt' })],
];
