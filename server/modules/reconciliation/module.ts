import { defineServerModule } from '../../platform/server-module.ts';
import { reconciliationRoutes } from './routes.ts';
import { endReconciliations, reconciliationsJob } from './run.ts';
import { reconciliationCollections } from './store.ts';

export const reconciliationModule = defineServerModule({
  name: 'reconciliation',
  routes: reconciliationRoutes,
  jobs: [reconciliationsJob],
  collections: reconciliationCollections,
  onStop: endReconciliations,
});
