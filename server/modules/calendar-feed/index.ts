export { type CalendarFeed, calendarFeed } from './definition.ts';
