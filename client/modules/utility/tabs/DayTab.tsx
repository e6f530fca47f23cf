import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import type { availableSlots } from '@lobby/shared/modules/utility-booking.contract.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { today } from '../../../kit/ui/today.ts';
import { styleClass } from '../../../theme/classes.ts';

type Slot = AnswerOf<typeof availableSlots>[number]['slots'][number];

const listClass = styleClass({
  listStyle: 'none',
  p: '0',
  m: '0',
  '& > li': { display: 'flex', gap: '3', py: '2', borderBottomWidth: '1px', borderColor: 'border' },
  '& > li > time': { fontFamily: 'figures', minW: '28' },
  '& > li > span': { flex: '1' },
});
const headClass = styleClass({ display: 'flex', gap: '2', alignItems: 'center', mb: '3' });

/** Slots of an amenity on a day; live. For a group: the bookings of each of its amenities. */
export function DayTab({ id, booked = false }: { id: string; booked?: boolean }) {
  const { t } = useTranslation(['utility', utilityBooking.name]);
  const { day } = useFormats();
  const may = useCan(utilityBooking.code, 'read');
  const [ahead, setAhead] = useState(0);
  const at = addDays(today(), ahead);
  const { data } = useContract<typeof availableSlots>(
    '/utility-group/:id/available-slots',
    may && { params: { id }, query: { startDateUsage: at }, follow: utilityBooking.code },
  );
  const shown = data?.map(amenity => ({
    ...amenity,
    slots: amenity.slots.filter(({ bookings = [] }) => !booked || bookings.length > 0),
  }));
  const none = shown?.every(({ slots }) => slots.length === 0);
  return (
    <DetailBody>
      <div className={headClass()}>
        <Button size="sm" look="ghost" disabled={ahead === 0} onClick={() => setAhead(ahead - 1)}>
          {t('utility:day.before')}
        </Button>
        <strong>{day(at)}</strong>
        <Button size="sm" look="ghost" disabled={ahead >= 90} onClick={() => setAhead(ahead + 1)}>
          {t('utility:day.after')}
        </Button>
      </div>
      {none && <p>{t(booked ? 'utility:day.free' : 'utility:day.none')}</p>}
      {shown
        ?.filter(({ slots }) => slots.length > 0)
        .map(({ utilityId, name, slots }) => (
          <section key={utilityId} aria-label={name}>
            {booked && <strong>{name}</strong>}
            <ul className={listClass()}>
              {slots.map(slot => (
                <Line key={slot.from} slot={slot} />
              ))}
            </ul>
          </section>
        ))}
    </DetailBody>
  );
}

function Line({ slot }: { slot: Slot }) {
  const { t } = useTranslation(utilityBooking.name);
  const { time } = useFormats();
  return (
    <li>
      <time>
        {time(slot.from)}–{time(slot.to)}
      </time>
      <span>
        {slot.bookings?.map(booking => `${booking.unitCode} (${booking.code})`).join(', ') || slot.reason || ''}
      </span>
      <small>{slot.state === 'FREE' ? `${slot.free}/${slot.capacity}` : t(`picker.states.${slot.state}`)}</small>
    </li>
  );
}
