import { stockTake, stockTakeLine } from '@lobby/shared/modules/stock-take.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { countRoute } from './count.ts';
import { stockTakeReminderJob } from './jobs.ts';
import { linesRoute, rejectRoute } from './lines.ts';
import { minutesRoute } from './print.ts';
import { completeTake, takeActs } from './rules.ts';

export const stockTakeModule = defineServerModule({
  name: 'stock-take',
  routes: [linesRoute, countRoute, rejectRoute, minutesRoute],
  serves: [serves(stockTake, { check: completeTake, actions: takeActs }), serves(stockTakeLine)],
  jobs: [stockTakeReminderJob],
});
