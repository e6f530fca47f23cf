import { reminderExclusion, reminderRule } from '@lobby/shared/modules/reminder.ts';
import type { OwnSamples } from '../own-samples.ts';

let rules = 0;

export const samples: OwnSamples = [
  // Of a level the days are those of the settings.
  [reminderRule.fields, () => ({ kind: 'LATE_FEE', daysAfter: 1 + (++rules % 60) })],
  // Who is left out is left out of all.
  [reminderExclusion.fields, () => ({ feeNoticeId: undefined })],
];
