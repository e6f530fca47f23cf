import { defineServerModule } from '../../platform/server-module.ts';
import { amenityStatistics } from './routes.ts';

export const amenityStatisticsModule = defineServerModule({
  name: 'amenity-statistics',
  routes: amenityStatistics,
});
