import { text } from '@lobby/server/kit/base/messages.ts';
import { addDays, mondayOf } from '@lobby/shared/kit/dates.ts';
import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Row } from '../caller.ts';
import { formOf, type Samples } from '../contract/samples.ts';
import { sheetOf } from '../files/sheets.ts';
import { part, tabletOf } from '../house/handover-sheets.ts';
import { change } from '../records.ts';
import { today } from '../time/days.ts';
import type { Site } from '../world.ts';

/** Calls routes of handovers that are not derived from definitions. */
export async function callHandovers({ ann, dora, unitId }: Site, samples: Samples): Promise<void> {
  const { data } = await ann.get<{ version: number }>('/handover/config');
  await ann.put('/handover/config', { version: data.version, meetingPoint: 'The lobby' });
  await ann.post('/handover/config/ready-made', {});
  const [first, second] = [await samples.record(propertyRoom), await samples.record(propertyRoom)];
  await ann.put(`${propertyRoom.path}/${second.id}/move`, { beforeId: first.id });
  await ann.get('/handover/config/preview');
  const template = await samples.record(handoverTemplate);
  await ann.get(`${handoverTemplate.path}/import/template`);
  const thing = await samples.record(propertyItem);
  const said = (key: string) => text('en', key);
  const titles = [
    'handover-template.fields.name',
    'handover-template.fields.roomId',
    'handover-template.fields.itemId',
  ];
  const sheet = await sheetOf([titles.map(said), ['A template of a sheet', String(first.name), String(thing.code)]]);
  const file = () => formOf([{ name: 'a.xlsx', body: sheet }]);
  await ann.post(`${handoverTemplate.path}/import/preview`, file());
  await ann.post(`${handoverTemplate.path}/import/marked`, file());
  await ann.post(`${handoverTemplate.path}/import`, file());
  await ann.get(`${handoverTemplate.path}/${template.id}/print?lang=en`);
  const home = await samples.record(unit, { handoverStatus: 'NOT_YET' });
  await ann.post(`${handoverUnit.path}/add`, { unitIds: [home.id] });
  await ann.get(`${handoverSchedule.path}/slots?from=2026-12-01&to=2026-12-07`);
  await ann.get(`${handoverSchedule.path}/calendar?from=2026-12-01&to=2026-12-07`);
  await ann.get(`${handoverSchedule.path}/print?from=2026-12-01&to=2026-12-07`);
  await ann.post(`${handoverSchedule.path}/auto`, { from: '2026-12-01', employeeIds: [ann.id] });
  const row = await samples.record(handoverUnit);
  await ann.put(`${handoverTemplate.path}/${template.id}/apply`, { unitIds: [row.unitId] });
  await ann.get(`${handoverUnit.path}/letters?ids[]=${row.id}`);
  await ann.get(`${handoverUnit.path}/totals`);
  await ann.get(`${handoverUnit.path}/plan`);
  await ann.get(`${handoverUnit.path}/${row.id}/file`);
  await callImport(ann, home);
  await callSheets(ann, samples);
  await ann.get('/handover/statistic?figure=units');
  await ann.get('/handover/statistic/summary');
  await ann.file('/handover/statistic/export');
  const contractor = await samples.record(partner);
  await ann.get(`${handoverDefect.path}/list-for/${contractor.id}`);
  await ann.get(`${handoverDefect.path}/groups?by=unit`);
  await change(unit, unitId, { handoverStatus: 'HANDED_OVER' });
  await dora.post(`${handoverDefect.path}/report`, { roomText: 'Kitchen', description: 'The tap drips' });
  await change(unit, unitId, { handoverStatus: 'NOT_YET' });
}

/** Imports appointments from a sheet. */
async function callImport(ann: Site['ann'], { id, code }: Row): Promise<void> {
  const [row] = (await ann.get<Row[]>(`${handoverUnit.path}?filter[unitId][]=${id}`)).data;
  await ann.put(`${handoverUnit.path}/${row?.id}/confirm-obligation`, {});
  const titles = ['defaults.fields.unitId', ...['email', 'day', 'hour'].map(key => `handover-schedule.fields.${key}`)];
  // A Monday.
  const day = addDays(mondayOf(today()), 14);
  const sheet = await sheetOf([titles.map(key => text('en', key)), [String(code), ann.email, day, '09:00']]);
  const file = () => formOf([{ name: 'a.xlsx', body: sheet }]);
  await ann.get(`${handoverSchedule.path}/import/template`);
  await ann.post(`${handoverSchedule.path}/import/preview`, file());
  await ann.post(`${handoverSchedule.path}/import/marked`, file());
  await ann.post(`${handoverSchedule.path}/import`, file());
}

/** A started appointment with its sheet. */
async function begun(ann: Site['ann'], samples: Samples, how: 'start' | 'begin' = 'start'): Promise<string> {
  const { id } = await samples.record(handoverSchedule);
  const at = { scheduledAt: new Date(), endAt: new Date(Date.now() + 60_000) };
  await change(handoverSchedule, id, { ...at, status: 'PENDING_EXECUTION', employeeId: ann.id });
  await ann.put(`${handoverSchedule.path}/${id}/${how}`, how === 'begin' ? { lines: [] } : {});
  return id;
}

async function callSheets(ann: Site['ann'], samples: Samples): Promise<void> {
  const [one, two] = [await begun(ann, samples), await begun(ann, samples, 'begin')];
  const day = today();
  await ann.get(`${handoverSchedule.path}/snapshot?from=${day}&to=${day}`);
  const [first, second] = [tabletOf(ann, one), tabletOf(ann, two)];
  await first.fill();
  await first.sign('owner', 'employee');
  await first.accept();
  await first.correct({ reason: 'A name was wrong', parts: [part('present', { name: 'Lan Anh', relation: null })] });
  await ann.get(`${handoverSchedule.path}/${one}/minutes?lang=en`);
  await ann.get(`${handoverSchedule.path}/${one}/checklist`);
  await ann.get(`${handoverSchedule.path}/${one}/photos`);
  const handed = (await ann.get<{ unitId: string }>(`${handoverSchedule.path}/${one}`)).data;
  await ann.get(`${handoverSchedule.path}/handed?unitId=${handed.unitId}`);
  await second.sign('employee');
  await second.refuse({ reason: 'It is not clean' });
}
