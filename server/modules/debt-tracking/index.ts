export { debtsJob } from './jobs.ts';
export { levelDays, type Reminder, remindersOn } from './reminders.ts';
