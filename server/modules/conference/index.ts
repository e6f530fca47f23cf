export { nextMeeting } from './desk/residents.ts';
export { conferenceReminderJob } from './jobs.ts';
export { conferenceNoticesJob, conferenceReportsJob } from './papers/notices.ts';
export { type Minutes, minutesCollection } from './result/store.ts';
export { surveysJob } from './survey/rules.ts';
export { votesJob } from './votes/rules.ts';
export { type Cast, markId, openPaper, receiptOf, sealCast, sealPaper } from './votes/store.ts';
