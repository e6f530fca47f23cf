export { careDues } from './care.ts';
export { loadDown } from './down.ts';
export { runSystemsJob } from './jobs.ts';
export { remindOfSystems } from './reminders.ts';

export { touchSystem } from './systems.ts';
