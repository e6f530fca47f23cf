export { numberOf } from './build/addressee.ts';
export { buildRunJob } from './build/runs.ts';
export { runRemindersJob } from './reminders/job.ts';
export { noticeMails } from './sending/mails.ts';
export { runNoticeRunsJob } from './sending/run/run.ts';
export { noticeRevision, noticeRevisionCollection } from './standing/revisions.ts';
export { runNoticesJob } from './standing/standing.ts';
