export { buildRunJob } from './build/runs.ts';
export { runRemindersJob } from './reminders/job.ts';

export { noticeMails } from './sending/mails.ts';
export { runNoticeRunsJob } from './sending/run/run.ts';
export { runNoticesJob } from './standing/standing.ts';
