import { asset } from '@lobby/shared/modules/asset.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { hotline } from '@lobby/shared/modules/hotline.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import type { Caller } from './caller.ts';
import type { Samples } from './samples.ts';

/** Calls of what keeps a building going that no definition tells how to make. */
export async function callUpkeep({ ann }: { ann: Caller }, samples: Samples): Promise<void> {
  const [first, second] = [await samples.record(hotline), await samples.record(hotline)];
  await ann.put(`${hotline.path}/${second.id}/move`, { beforeId: first.id });
  const thing = await samples.record(asset);
  const { data } = await ann.get<{ token: string }>(`${asset.path}/${thing.id}/qr`);
  await ann.get(`/q/${data.token}`);
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
  const fields = ['maintenanceCycleDays'];
  await ann.put(`${technicalSystem.path}/${lift.systemId}/apply-care`, { fields, all: true, preview: true });
}
