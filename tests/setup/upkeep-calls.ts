import { text } from '@lobby/server/kit/base/messages.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { hotline } from '@lobby/shared/modules/hotline.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { Caller } from './caller.ts';
import { formOf, png, type Samples } from './samples.ts';
import { sheetOf } from './sheets.ts';

const en = (key: string) => text('en', `${maintenanceChecklist.name}.${key}`);

/** Calls of what keeps a building going that no definition tells how to make. */
export async function callUpkeep({ ann }: { ann: Caller }, samples: Samples): Promise<void> {
  const [first, second] = [await samples.record(hotline), await samples.record(hotline)];
  await ann.put(`${hotline.path}/${second.id}/move`, { beforeId: first.id });
  const thing = await samples.record(asset);
  const { data } = await ann.get<{ token: string }>(`${asset.path}/${thing.id}/qr`);
  await ann.get(`/q/${data.token}`);
  await ann.post(`/q/${data.token}/fault`, { text: 'It does not start' });
  await ann.post(`/q/${data.token}/upload`, formOf([{ name: 'fault.png', body: await png() }]));
  await ann.get(`${asset.path}/qr-sheet?ids[]=${thing.id}`);
  await ann.get(`${asset.path}/next-code`);
  const [lifts, power] = [await samples.record(systemGroup), await samples.record(systemGroup)];
  await ann.put(`${systemGroup.path}/${power.id}/move`, { beforeId: lifts.id });
  await ann.get('/technical-due?kind=MAINTENANCE');
  const lift = await samples.record(device);
  await ann.get(`${device.path}/${lift.id}/qr`);
  await ann.get(`${device.path}/qr-sheet?ids[]=${lift.id}`);
  const rule = { frequency: 'MONTHLY', startsOn: '2026-01-31', holidays: 'KEEP' };
  await ann.post(`${maintenancePlan.path}/preview`, rule);
  await ann.get(`${maintenancePlan.path}/year?year=2026`);
  await ann.get(`${maintenance.path}/calendar?from=2036-01-01&to=2036-01-31`);
  await ann.post(`${maintenance.path}/from-ticket`, { ticketId: (await samples.record(ticket)).id });
  await ann.get(`${maintenance.path}/snapshot`);
  const list = await samples.record(maintenanceChecklist);
  await ann.get(`${maintenanceChecklist.path}/${list.id}/print?lang=vi`);
  await ann.get(`${maintenanceChecklist.path}/import/template`);
  const row = ['A list of a sheet', 'Doors close', en('options.kind.CHECK')];
  const sheet = await sheetOf([[en('fields.name'), en('fields.label'), en('fields.kind')], row]);
  const file = () => formOf([{ name: 'a.xlsx', body: sheet }]);
  await ann.post(`${maintenanceChecklist.path}/import/preview`, file());
  await ann.post(`${maintenanceChecklist.path}/import/marked`, file());
  await ann.post(`${maintenanceChecklist.path}/import`, file());
  const work = await samples.record(maintenance);
  await ann.put(`${maintenance.path}/${work.id}/start`, {});
  await ann.put(`${maintenance.path}/${work.id}/answer`, { items: [{ n: 1, result: 'PASS' }] });
  await ann.get(`${maintenance.path}/${work.id}/print?lang=vi`);
  await ann.get(`${partner.path}/${(await samples.record(partner)).id}/works`);
  const fields = ['maintenanceCycleDays'];
  await ann.put(`${technicalSystem.path}/${lift.systemId}/apply-care`, { fields, all: true, preview: true });
}
