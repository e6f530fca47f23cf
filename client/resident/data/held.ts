import type { Held, HoldCalls } from '../../modules/utility-booking/slots/useHeld.ts';
import { BOOKINGS } from '../bookings.ts';
import { call } from './api.ts';

const HOLDS = `${BOOKINGS}/hold`;

/** API calls to hold slots. */
export const HOLD_CALLS: HoldCalls = {
  hold: request => call<Held>(HOLDS, { method: 'POST', body: JSON.parse(request) }),
  giveBack: ({ holdId }) => call(`${HOLDS}/${holdId}`, { method: 'DELETE' }),
};
