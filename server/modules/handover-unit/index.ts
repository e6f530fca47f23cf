export { turnDefects } from './defect-jobs.ts';
export { nextHandover } from './for-home.ts';
export { turnHandovers } from './jobs.ts';
export { floorsOf } from './plan.ts';
export { remindOfHandovers } from './reminders.ts';
export { sheetCollection } from './sheet.ts';
