export { buildRunJob } from './build-runs.ts';
export { turnReminders } from './reminders/job.ts';

export { noticeMails } from './sending/mails.ts';
export { turnNoticeRuns } from './sending/run.ts';
export { turnNotices } from './standing.ts';
