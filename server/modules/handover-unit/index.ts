export { defectsJob } from './defects/defect-jobs.ts';
export { handoversJob } from './jobs.ts';
export { handoverReminderJob } from './schedule/reminders.ts';
export { hashOf } from './sheet/accept.ts';
export { type StoredSheet, sheetCollection } from './sheet/sheet.ts';
export { nextHandover } from './units/next-handover.ts';
export { loadFloors } from './units/plan.ts';
export { ITEMS, ROOMS, readyLines, TEMPLATES } from './units/ready-made.ts';
