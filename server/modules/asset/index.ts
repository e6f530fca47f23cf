export { forgetReports } from './faults.ts';
export { turnAssets } from './jobs.ts';
export { qrRoutes } from './qr.ts';
export { assetDue } from './rules.ts';
