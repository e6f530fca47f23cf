import { report } from '@lobby/shared/modules/report.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { resultCollection } from './files.ts';
import { calls } from './routes.ts';
import { reportBehaviour } from './rules.ts';

export const reportModule = defineServerModule({
  name: 'report',
  routes: calls,
  serves: [serves(report, reportBehaviour)],
  collections: [resultCollection],
});
