import { newId } from '@lobby/server/kit/database/database.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { manualBills } from '@lobby/shared/modules/manual-bills.ts';
import type { Samples } from '../contract/samples.ts';
import { change } from '../records.ts';
import type { Site } from '../world.ts';

/** Calls the routes of bills beyond the standard ones: manual bills, adjustments, interest. */
export async function callBills({ ann }: Pick<Site, 'ann'>, samples: Samples, serviceId: unknown): Promise<void> {
  const byHand = { serviceId, month: '2026-01', unitIds: [await samples.ref('unit')], amount: 5000 };
  await ann.post(`${manualBills.path}/preview`, byHand);
  await ann.post(manualBills.path, byHand);
  const corrected = `${bill.path}/${(await samples.record(bill)).id}`;
  await ann.put(`${corrected}/release`, {});
  const more = { type: 'ADJUST_UP', totalPayment: 5000 };
  await ann.put(`${corrected}/adjust/preview`, more);
  await ann.put(`${corrected}/adjust`, { ...more, reason: 'Because it is so' });
  const late = await samples.record(bill);
  await ann.get(`${bill.path}/${late.id}/interest`);
  await ann.get(`${bill.path}/interest`);
  await ann.get(`${bill.path}/${late.id}/explain?language=ko`);
  await ann.get(`${bill.path}/units/${await samples.ref('unit')}`);
  await ann.get(`${bill.path}/units/${await samples.ref('unit')}/months?months=12`);
  await ann.get(`${bill.path}/units/${await samples.ref('unit')}/owes`);
  await ann.get(`${billRun.path}/preview?month=2026-01&unitId=${await samples.ref('unit')}`);
  await ann.get(`${service.path}/${serviceId}/months?months=24&compare=year`);
  const waivers = [{ id: newId(), amount: 5, day: '2026-01-02', reason: 'So it is', chargedBy: null, reversed: false }];
  await change(bill, late.id, { status: 'ACTIVE', waivers });
  await ann.put(`${bill.path}/${late.id}/cancel-waiver`, { postingId: waivers[0]?.id, reason: 'Because it is so' });
}
