import { report } from '@lobby/shared/modules/report.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { resultCollection } from './files.ts';
import { reportRoutes } from './routes.ts';
import { reportBehaviour } from './rules.ts';

export const reportModule = defineServerModule({
  name: 'report',
  routes: reportRoutes,
  serves: [serves(report, reportBehaviour)],
  collections: [resultCollection],
});
