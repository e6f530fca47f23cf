export { forgetReports } from './faults.ts';
export { runAssetsJob } from './jobs.ts';
export { qrRoutes } from './qr.ts';
export { assetDue } from './rules.ts';
