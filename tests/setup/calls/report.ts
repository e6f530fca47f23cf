import { report } from '@lobby/shared/modules/report.ts';
import { reportSchedule } from '@lobby/shared/modules/report-schedule.ts';
import { WHATS_NEW } from '@lobby/shared/whats-new.ts';
import type { Row } from '../caller.ts';
import type { Samples } from '../contract/samples.ts';
import type { Site } from '../world.ts';

/** Calls the routes of statistics, reports and product news successfully. */
export async function callReports({ ann }: Site, samples: Samples): Promise<void> {
  const [first] = WHATS_NEW.map(({ id }) => id);
  await ann.put('/whats-new/seen', { ids: [first] });
  await ann.put('/whats-new/later', { id: first });
  await ann.get('/guide/index');
  await ann.get('/guide/help-desk');
  await ann.get('/statistics/help-desk?figure=new&split[]=priority&compare=previous');
  await ann.get('/statistics/help-desk/export?figure=new');
  await ann.get('/statistics/help-desk/people?from=2026-11-01&to=2026-11-27');
  await ann.get('/statistics/help-desk/people/export?from=2026-11-01&to=2026-11-27');
  await ann.get('/dashboard/lists?keys[]=list-requests');
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
