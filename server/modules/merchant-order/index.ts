export { ordersJob } from './jobs.ts';

export { orderThread } from './talk.ts';
