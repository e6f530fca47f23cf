import type { Fields } from '@lobby/shared/kit/fields.ts';
import { report } from '@lobby/shared/modules/report.ts';
import { reportSchedule } from '@lobby/shared/modules/report-schedule.ts';
import { WHATS_NEW } from '@lobby/shared/whats-new.ts';
import type { Row } from './caller.ts';
import type { Samples } from './samples.ts';
import type { Site } from './world.ts';

const { columns, filters, groups, totals, sorts } = report.fields;

/** Samples of reports use fields of tickets. */
export const REPORT_SAMPLES: readonly (readonly [Fields, () => Record<string, unknown>])[] = [
  [report.fields, () => ({ source: 'ticket' })],
  [reportSchedule.fields, () => ({ frequency: 'DAILY', weekdays: undefined, monthDay: undefined })],
  [columns.of as Fields, () => ({ field: 'code' })],
  [
    filters.of as Fields,
    () => ({ field: 'createdAt', values: undefined, from: undefined, to: undefined, period: 'THIS_YEAR' }),
  ],
  [groups.of as Fields, () => ({ field: 'createdAt', step: 'MONTH' })],
  [totals.of as Fields, () => ({ measure: 'COUNT', field: undefined })],
  [sorts.of as Fields, () => ({ field: 'createdAt' })],
];

/** Calls the routes of statistics, reports and product news successfully. */
export async function callReports({ ann }: Site, samples: Samples): Promise<void> {
  const [first] = WHATS_NEW.map(({ id }) => id);
  await ann.put('/whats-new/seen', { ids: [first] });
  await ann.put('/whats-new/later', { id: first });
  await ann.get('/guide/index');
  await ann.get('/guide/help-desk');
  await ann.get('/statistics/help-desk?figure=new&split[]=priority&compare=previous');
  await ann.get('/statistics/help-desk/export?figure=new');
  const { id } = await samples.record(report);
  await ann.get(`${report.path}/sources`);
  await ann.get(`${report.path}/ready`);
  await ann.post(`${report.path}/preview`, {
    definition: { name: 'A try', source: 'ticket', columns: [{ field: 'code' }] },
  });
  await ann.post(`${report.path}/${id}/run`, { format: 'view' });
  const { data } = await ann.post<Row>(`${report.path}/${id}/run`, { format: 'xlsx' });
  await ann.get(`${report.path}/${id}/result/${data.runId}`);
  await ann.put(`${report.path}/${id}/copy`, { name: 'A copy of it' });
  const schedule = await samples.record(reportSchedule);
  await ann.get(`${reportSchedule.path}/${schedule.id}/runs`);
  await ann.post(`${reportSchedule.path}/preview`, { definition: await samples.input(reportSchedule.fields) });
}
