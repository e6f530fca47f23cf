import { defineServerModule } from '../../platform/server-module.ts';
import { book, figure, summary } from './routes.ts';

export const handoverStatisticModule = defineServerModule({
  name: 'handover-statistic',
  routes: [summary, book, figure],
});
