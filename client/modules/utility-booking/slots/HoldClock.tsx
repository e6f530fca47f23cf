import type { holdSlots } from '@lobby/shared/modules/utility-booking.contract.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { useTranslation } from 'react-i18next';
import { request } from '../../../kit/http/api.ts';
import { callContract } from '../../../kit/http/contract.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { useFormScope } from '../../../kit/ui/form/form-context.ts';
import { clock, type HoldCalls, useHeld } from './useHeld.ts';

const HOLDS = `${utilityBooking.path}/hold`;
const CALLS: HoldCalls = {
  hold: async body =>
    (await callContract<typeof holdSlots>('POST', '/utility-booking/hold', { ...scopeNow(), body: JSON.parse(body) }))
      .data,
  giveBack: ({ holdId }) => request('DELETE', `${HOLDS}/${holdId}`, scopeNow()),
};

/** Holds the chosen slots while the form is open and shows the time left; `wanted` as in `useHeld`. */
export function HoldClock({ wanted }: { wanted: string | null | undefined }) {
  const { t } = useTranslation(utilityBooking.name);
  const { fields } = useFormScope();
  // Only new bookings hold slots: an edit does not change them.
  const { held, seconds } = useHeld(fields.rrule ? wanted : null, CALLS);
  if (!held) return null;
  return (
    <p role="timer" data-wide="">
      {seconds > 0 ? t('held.left', { left: clock(seconds) }) : t('held.over')}
    </p>
  );
}
