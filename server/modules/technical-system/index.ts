export { careDues } from './care.ts';
export { downOf } from './down.ts';
export { turnSystems } from './jobs.ts';
export { remindOfSystems } from './reminders.ts';

export { tellSystem } from './systems.ts';
