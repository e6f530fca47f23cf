export { numberOf } from './build/addressee.ts';
export { buildRunJob } from './build/runs.ts';
export { remindersJob } from './reminders/job.ts';
export { noticeMails } from './sending/mails.ts';
export { noticeRunsJob } from './sending/run/run.ts';
export { noticesJob } from './state/payment-state.ts';
export { noticeRevision, noticeRevisionCollection } from './state/revisions.ts';
