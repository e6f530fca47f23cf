export { remindOfConferences } from './jobs.ts';
export { nextMeeting } from './residents.ts';
export { type Minutes, minutesCollection } from './result/store.ts';
export { turnSurveys } from './survey/rules.ts';

export { tellConferences } from './tellings.ts';
export { turnVotes } from './votes/rules.ts';
