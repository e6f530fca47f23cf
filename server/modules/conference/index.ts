export { nextMeeting } from './desk/residents.ts';
export { remindOfConferences } from './jobs.ts';
export { runConferenceNoticesJob } from './papers/notices.ts';
export { type Minutes, minutesCollection } from './result/store.ts';
export { runSurveysJob } from './survey/rules.ts';
export { runVotesJob } from './votes/rules.ts';
export { type Cast, markId, openPaper, receiptOf, sealCast, sealPaper } from './votes/store.ts';
