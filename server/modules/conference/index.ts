export { remindOfConferences } from './jobs.ts';
export { nextMeeting } from './residents.ts';
export { type Minutes, minutesCollection } from './result/store.ts';
export { turnSurveys } from './survey/rules.ts';
export { sealBlank } from './survey/sheets.ts';
export { tellConferences } from './tellings.ts';
export { besideOf } from './votes/count.ts';
export { turnVotes } from './votes/rules.ts';
export { type Cast, markId, openCast, openPaper, receiptOf, sealCast, sealPaper } from './votes/store.ts';
