import type { Scene } from './scene.ts';
import { usualOf } from './usual.ts';

const { list, made } = usualOf('admin@hoasen.demo');
const DRAWN = 'section svg.recharts-surface';

/** Reports that people make, those that come with the product, and what one says. */
export const reports: readonly Scene[] = [
  list('board', 'dashboard', DRAWN),
  list('statistics', 'statistics/help-desk?compare=previous', DRAWN),
  list('debt-trend', 'statistics/debt?part=trend', DRAWN),
  list('reports', 'dashboard?part=reports'),
  list('report-schedules', 'dashboard?part=schedules'),
  list('reports-ready', 'dashboard?part=ready', 'section li a'),
  made('report-schedule-new', 'dashboard?part=schedules'),
  list('report-result', 'report/ready-owedByUnit', 'tbody tr'),
];
