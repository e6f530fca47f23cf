export { buildRunJob } from './build/runs.ts';
export { remindersJob } from './reminders/job.ts';

export { noticeMails } from './sending/mails.ts';
export { noticeRunsJob } from './sending/run/run.ts';
export { noticesJob } from './standing/standing.ts';
