import { defineServerModule } from '../../platform/server-module.ts';
import { amenityStatistics } from './routes.ts';

/** Figures of amenities and of partner orders. */
export const amenityStatisticsModule = defineServerModule({
  name: 'amenity-statistics',
  routes: amenityStatistics,
});
