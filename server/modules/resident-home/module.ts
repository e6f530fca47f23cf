import { defineServerModule } from '../../platform/server-module.ts';
import { residentHomeRoutes } from './routes.ts';

/** `GET /resident/home`: all that the first page of the residents' app shows, in one call. */
export const residentHomeModule = defineServerModule({
  name: 'resident-home',
  routes: residentHomeRoutes,
});
