import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { change } from './records.ts';
import type { Samples } from './samples.ts';
import type { Site } from './world.ts';

const { path } = utilityBooking;
const PAID = { feeState: 'PAID', depositState: 'PAID', surchargeState: 'PAID' };

/** Calls with success what bookings of amenities answer beside the standard calls. */
export async function callBookings({ ann }: Site, samples: Samples): Promise<void> {
  const { groupId } = (await ann.get(`${utility.path}/${await samples.ref(utility.name)}`)).data;
  await ann.get(`/utility-group/${groupId}/available-slots?startDateUsage=2030-01-31`);
  const { utilityId, slots, quantity, unitId } = await samples.input(utilityBooking.fields);
  await ann.post(`${path}/check`, { utilityId, slots, quantity, unitId });
  const made = async (values: Record<string, unknown> = {}) => {
    const { id } = await samples.record(utilityBooking);
    if (Object.keys(values).length > 0) await change(utilityBooking, id, values);
    return `${path}/${id}`;
  };
  await ann.get(`${utility.path}/${utilityId}/door-code`);
  const asked = await made();
  for (const read of ['cancellation', 'payment']) await ann.get(`${asked}/${read}`);
  await ann.put(`${await made({ status: 'WAITING_FOR_COMPLETED' })}/no-show`, {});
  await ann.post(`${asked}/pay-manual-fee`, { depositAmount: 1001 });
  await ann.post(`${asked}/pay-manual-surcharge`, { amount: 1001 });
  const ended = { ...PAID, status: 'COMPLETED' };
  const [one, other] = [await made(ended), await made(ended)];
  for (const refund of ['refund-deposits', 'refund-fee', 'refund-surcharge']) {
    await ann.post(`${one}/${refund}`, { amount: 1 });
    await ann.put(`${other}/${refund}`, { amount: 1 });
  }
  await ann.put(`${await made({ status: 'WAITING_FOR_COMPLETED' })}/complete`, {});
  await ann.put(`${await made({ status: 'WAITING_FOR_CANCELLED' })}/waive`, { reason: 'Because it is so' });
}
