import { CALENDAR_FEED } from '@lobby/shared/modules/calendar-feed.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBan } from '@lobby/shared/modules/utility-ban.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityClosure } from '@lobby/shared/modules/utility-closure.ts';
import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import type { Row } from '../caller.ts';
import type { Samples } from '../contract/samples.ts';
import { change } from '../records.ts';
import type { Site } from '../world.ts';

const { path } = utilityBooking;
const PAID = { paidFee: 50_000, paidDeposit: 1000, paidSurcharge: 1000, fee: 50_000, deposit: 1000, surcharge: 1000 };

/** Calls the routes of bookings beyond the standard ones successfully. */
export async function callBookings({ ann }: Site, samples: Samples): Promise<void> {
  const sample = await samples.ref(utility.name);
  const { groupId } = (await ann.get(`${utility.path}/${sample}`)).data;
  await ann.get(`/utility-group/${groupId}/available-slots?startDateUsage=2030-01-31`);
  const { utilityId, slots, quantity, unitId } = await samples.input(utilityBooking.fields);
  await ann.post(`${path}/check`, { utilityId, slots, quantity, unitId });
  const { holdId } = (await ann.post<Row & { holdId: string }>(`${path}/hold`, { utilityId, slots, quantity })).data;
  await ann.delete(`${path}/hold/${holdId}`);
  await ann.post(`${utility.path}/${sample}/duplicate`, { name: 'A copy', code: 'COPY-1' });
  await ann.post(`${utility.path}/price`, { draft: { priceType: 'PRICE', price: 1000 }, slots });
  await ann.get(`${utility.path}/${sample}/qr`);
  await ann.get(`${utilityClosure.path}/holidays?year=2027`);
  const made = async (values: Record<string, unknown> = {}) => {
    const { id } = await samples.record(utilityBooking);
    if (Object.keys(values).length > 0) await change(utilityBooking, id, values);
    return `${path}/${id}`;
  };
  await ann.get(`${utility.path}/${utilityId}/door-code`);
  await ann.get(`${path}/statistics?by=week`);
  await ann.get(`${path}/statistics/export`);
  await ann.get(`${path}/statistics/pdf`);
  await ann.get(`${path}/statistics/hour?weekday=1&hour=9`);
  const feed = (await ann.post<Row & { address: string }>(CALENDAR_FEED.path, { kind: 'AMENITY', utilityId })).data;
  await ann.get(feed.address.replace('/api', ''));
  await ann.get(`${await made()}/ics`);
  await ann.get(`${await made()}/pdf`);
  await ann.put(`${CALENDAR_FEED.path}/${feed.id}/renew`);
  await ann.delete(`${CALENDAR_FEED.path}/${feed.id}`);
  const asked = await made({ status: 'PENDING' });
  for (const read of ['cancel-preview', 'payment-due']) await ann.get(`${asked}/${read}`);
  await ann.put(`${await made({ status: 'WAITING_FOR_COMPLETED' })}/no-show`, {});
  await ann.get(`${utilityBan.path}/standing?unitId=${unitId}`);
  const { id: waits } = await samples.record(utilityWaitlist);
  await ann.get(`${utilityWaitlist.path}/positions?ids[]=${waits}`);
  const open = await made({ status: 'WAITING_FOR_COMPLETED', surcharge: 1000, total: 51_000, paymentState: 'UNPAID' });
  const fundId = await samples.ref('fund');
  for (const part of ['fee', 'surcharge', 'deposit'])
    await ann.post(`${open}/pay-manual-${part}`, {
      method: 'TRANSFER',
      fundId,
      ...(part === 'deposit' && { amount: 1000 }),
    });
  const ended = await made({ ...PAID, status: 'COMPLETED', depositStatus: 'DEPOSITED' });
  for (const refund of ['refund-deposits', 'refund-fee', 'refund-surcharge'])
    await ann.post(`${ended}/${refund}`, { amount: 1000, to: 'TRANSFER', fundId, reason: 'Goodwill' });
  const other = await made({ ...PAID, status: 'COMPLETED', depositStatus: 'DEPOSITED' });
  const kept = { amount: 0, deduction: 1000, deductionReason: 'Broken', reason: 'Broken' };
  await ann.put(`${other}/refund-deposits`, kept);
  for (const refund of ['refund-fee', 'refund-surcharge'])
    await ann.put(`${other}/${refund}`, { amount: 1000, to: 'TRANSFER', fundId, reason: 'Goodwill' });
  const { version } = (await ann.get(other)).data;
  await ann.put(other, { version, staffNote: 'Seen' });
  for (const { path: at } of [utility, utilityGroup]) {
    const [one, two] = (await ann.get<Row[]>(`${at}?limit=2`)).data;
    const afterId = two?.id ?? (await samples.record(at === utility.path ? utility : utilityGroup)).id;
    await ann.put(`${at}/${one?.id}/move`, { afterId });
  }
  const last = await made({ status: 'WAITING_FOR_COMPLETED' });
  await ann.put(`${last}/complete`, { withoutPayment: true, reason: 'Free this time' });
  await ann.put(`${await made({ status: 'WAITING_FOR_CANCELLED' })}/waive`, { reason: 'Because it is so' });
}
