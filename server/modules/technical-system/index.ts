export { careDues } from './care.ts';
export { loadDown } from './down.ts';
export { systemsJob } from './jobs.ts';
export { systemReminderJob } from './reminders.ts';

export { touchSystem } from './systems.ts';
