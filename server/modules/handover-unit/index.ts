export { defectsJob } from './defects/defect-jobs.ts';
export { handoversJob } from './jobs.ts';
export { handoverReminderJob } from './schedule/reminders.ts';
export { sheetCollection } from './sheet/sheet.ts';
export { nextHandover } from './units/for-home.ts';
export { loadFloors } from './units/plan.ts';
