export { runOrdersJob } from './jobs.ts';

export { orderThread } from './talk.ts';
