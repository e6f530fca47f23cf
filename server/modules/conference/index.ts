export { remindOfConferences } from './jobs.ts';
export { runConferenceNoticesJob } from './notices.ts';
export { nextMeeting } from './residents.ts';
export { type Minutes, minutesCollection } from './result/store.ts';
export { runSurveysJob } from './survey/rules.ts';
export { sealBlank } from './survey/sheets.ts';
export { loadBeside } from './votes/count.ts';
export { runVotesJob } from './votes/rules.ts';
export { type Cast, markId, openCast, openPaper, receiptOf, sealCast, sealPaper } from './votes/store.ts';
