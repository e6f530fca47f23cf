export { turnOrders } from './jobs.ts';

export { orderThread } from './talk.ts';
