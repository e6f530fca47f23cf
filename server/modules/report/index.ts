export { type Format, loadBytes, typeOf } from './files.ts';
export { openReport, readReport } from './open.ts';
export { daysOf } from './periods.ts';
export { sourceFor } from './plan.ts';
