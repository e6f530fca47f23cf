export { calendarOf, workingDays } from './calendar.ts';
