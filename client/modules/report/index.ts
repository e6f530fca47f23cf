export { ReadyReports } from './ReadyReports.tsx';
export { Reports } from './Reports.tsx';
