import { defineServerModule } from '../../platform/server-module.ts';
import { reconciliationRoutes } from './routes.ts';
import { endReconciliations, runReconciliationsJob } from './run.ts';
import { reconciliationCollections } from './store.ts';

export const reconciliationModule = defineServerModule({
  name: 'reconciliation',
  routes: reconciliationRoutes,
  jobs: [{ name: 'check of the books', every: '*/10 * * * *', run: runReconciliationsJob }],
  collections: reconciliationCollections,
  onStop: endReconciliations,
});
