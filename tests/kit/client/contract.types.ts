// Compiled, never run: each line under `@ts-expect-error` must be refused by the compiler, at its own place.
import type { mostOwed } from '@lobby/shared/modules/payment.contract.ts';
import type { availableSlots, checkBooking } from '@lobby/shared/modules/utility-booking.contract.ts';
import { callContract } from '../../../client/kit/http/contract.ts';
import { useContract } from '../../../client/kit/live/useContract.ts';
import * as app from '../../../client/resident/data/contract.ts';

const PATH = '/utility-group/:id/available-slots';
const params = { id: 'a' };

export function Read({ id, day }: { id: string | null; day: string | null }) {
  const slots = useContract<typeof availableSlots>(PATH, id && { params: { id }, query: { startDateUsage: day } });
  const owing = useContract<typeof mostOwed>('/payment/most-owed');
  const later = useContract<typeof mostOwed>('/payment/most-owed', day !== null && { follow: 'BILL' });
  const inApp = app.useContract<typeof mostOwed>('/payment/most-owed', {}, ['BILL']);
  const free: number | undefined = slots.data?.[0]?.slots[0]?.free;
  const owed: number | undefined = (owing.data ?? later.data ?? inApp.data)?.[0]?.owed;
  // @ts-expect-error a field of the answer that is misspelt
  const misspelt = owing.data?.[0]?.owd;
  // @ts-expect-error a field of a line that is misspelt
  const inLine = slots.data?.[0]?.slots[0]?.fre;
  // @ts-expect-error a path that is misspelt
  useContract<typeof mostOwed>('/payment/most-owned');
  // @ts-expect-error a parameter that is missing
  useContract<typeof availableSlots>(PATH, { query: { startDateUsage: day } });
  // @ts-expect-error a parameter that is misspelt
  useContract<typeof availableSlots>(PATH, { params: { unitId: 'a' } });
  // @ts-expect-error no input where the path has a parameter
  useContract<typeof availableSlots>(PATH);
  // @ts-expect-error a query that is misspelt
  useContract<typeof availableSlots>(PATH, { params, query: { startDate: day } });
  // @ts-expect-error a query where there is none
  useContract<typeof mostOwed>('/payment/most-owed', { query: { month: '2026-10' } });
  // @ts-expect-error a read with a body that names no method
  useContract<typeof checkBooking>('/utility-booking/check', { body: { utilityId: 'a', slots: [] } });
  // @ts-expect-error a path that is misspelt, in the residents' app
  app.useContract<typeof mostOwed>('/payment/most-owned', {});
  return [free, owed, misspelt, inLine];
}

export const calls = [
  callContract<typeof checkBooking>('POST', '/utility-booking/check', { body: { utilityId: 'a', slots: [] } }),
  callContract<typeof mostOwed>('GET', '/payment/most-owed'),
  // @ts-expect-error a body that is missing
  callContract<typeof checkBooking>('POST', '/utility-booking/check', {}),
  // @ts-expect-error a field of the body that is misspelt
  callContract<typeof checkBooking>('POST', '/utility-booking/check', { body: { utilityId: 'a', slots: [], qty: 1 } }),
  // @ts-expect-error another method
  callContract<typeof checkBooking>('PUT', '/utility-booking/check', { body: { utilityId: 'a', slots: [] } }),
  // @ts-expect-error a body that is missing, in the residents' app
  app.callContract<typeof checkBooking>('POST', '/utility-booking/check', {}),
];
