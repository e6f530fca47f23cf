import { news } from '@lobby/shared/modules/news.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { acts, completeNews } from './acts.ts';
import { newsJob } from './jobs.ts';
import { duplicateRoute, reachRoute, viewerCollection, withViewCount } from './routes.ts';

export const newsModule = defineServerModule({
  name: 'news',
  routes: [duplicateRoute, reachRoute],
  serves: [
    serves(news, { check: completeNews, actions: acts }, route =>
      route.method === 'get' && route.path === `${news.path}/:id` ? withViewCount(route) : route,
    ),
  ],
  jobs: [newsJob],
  collections: [viewerCollection],
});
