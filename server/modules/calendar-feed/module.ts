import { defineServerModule } from '../../platform/server-module.ts';
import { configureCalendarHome, feedCollection } from './feeds.ts';
import { fileRoutes } from './files.ts';
import { list, make, renew, revoke } from './routes.ts';

export const calendarFeedModule = defineServerModule({
  name: 'calendar-feed',
  routes: [list, make, renew, revoke, ...fileRoutes],
  collections: [feedCollection],
  configure: ({ publicUrl }) => configureCalendarHome(publicUrl),
});
