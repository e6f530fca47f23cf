export { forgetReports } from './faults.ts';
export { assetsJob } from './jobs.ts';
export { qrRoutes } from './qr.ts';
export { assetDue } from './rules.ts';
