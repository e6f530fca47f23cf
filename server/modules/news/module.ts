import { news } from '@lobby/shared/modules/news.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { acts, completeNews } from './acts.ts';
import { newsJob } from './jobs.ts';
import { counting, duplicateRoute, reachRoute, viewerCollection } from './routes.ts';

export const newsModule = defineServerModule({
  name: 'news',
  routes: [duplicateRoute, reachRoute],
  serves: [
    serves(news, { check: completeNews, actions: acts }, one =>
      one.method === 'get' && one.path === `${news.path}/:id` ? counting(one) : one,
    ),
  ],
  jobs: [newsJob],
  collections: [viewerCollection],
});
