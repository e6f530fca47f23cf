export { loadCalendar, workingDays } from './calendar.ts';
