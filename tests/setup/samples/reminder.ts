import { reminderExclusion, reminderRule } from '@lobby/shared/modules/reminder.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

let rules = 0;

export const samples: OwnSamples = [
  // For levels the days come from the settings.
  [reminderRule.fields, () => ({ kind: 'LATE_FEE', daysAfter: 1 + (++rules % 60) })],
  // Excluded from all reminders.
  [reminderExclusion.fields, () => ({ feeNoticeId: undefined })],
];
