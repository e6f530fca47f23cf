export { runDefectsJob } from './defects/defect-jobs.ts';
export { runHandoversJob } from './jobs.ts';
export { remindOfHandovers } from './schedule/reminders.ts';
export { sheetCollection } from './sheet/sheet.ts';
export { nextHandover } from './units/for-home.ts';
export { loadFloors } from './units/plan.ts';
