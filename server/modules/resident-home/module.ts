import { defineServerModule } from '../../platform/server-module.ts';
import { residentHomeRoutes } from './routes.ts';

export const residentHomeModule = defineServerModule({
  name: 'resident-home',
  routes: residentHomeRoutes,
});
