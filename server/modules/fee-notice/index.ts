export { numberOf } from './build/addressee.ts';
export { buildRunJob } from './build/runs.ts';
export { remindersJob } from './reminders/job.ts';
export { noticeMails } from './sending/mails.ts';
export { noticeRunsJob } from './sending/run/run.ts';
export { noticeRevision, noticeRevisionCollection } from './standing/revisions.ts';
export { noticesJob } from './standing/standing.ts';
