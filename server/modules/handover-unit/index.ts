export { runDefectsJob } from './defect-jobs.ts';
export { nextHandover } from './for-home.ts';
export { runHandoversJob } from './jobs.ts';
export { loadFloors } from './plan.ts';
export { remindOfHandovers } from './reminders.ts';
export { sheetCollection } from './sheet.ts';
