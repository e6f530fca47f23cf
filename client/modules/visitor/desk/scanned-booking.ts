import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { request } from '../../../kit/http/api.ts';
import { scopeNow } from '../../../kit/session/session.ts';

/** Path of the booking with the scanned code, relative to the reception screen; null if there is none. */
export async function findBooking(code: string): Promise<string | null> {
  const path = `${utilityBooking.path}?limit=1&filter[q]=${encodeURIComponent(code)}`;
  const [found] = (await request<{ id: string; code: string }[]>('GET', path, scopeNow())).data;
  return found?.code === code.toUpperCase() ? `../${utilityBooking.route}?id=${found.id}` : null;
}
