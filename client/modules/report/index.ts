export { ReadyReports } from './ReadyReports.tsx';
export { Reports } from './Reports.tsx';
export { Schedules } from './Schedules.tsx';
