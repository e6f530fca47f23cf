import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { styleClass } from '../../theme/classes.ts';

interface Slot {
  from: string;
  to: string;
  capacity: number;
  free: number;
  state: string;
  reason?: string | null;
  bookings?: { id: string; code: string; unitCode: string; status: string }[];
}

const listClass = styleClass({
  listStyle: 'none',
  p: '0',
  m: '0',
  '& > li': { display: 'flex', gap: '3', py: '2', borderBottomWidth: '1px', borderColor: 'border' },
  '& > li > time': { fontVariantNumeric: 'tabular-nums', minW: '28' },
  '& > li > span': { flex: '1' },
});
const headClass = styleClass({ display: 'flex', gap: '2', alignItems: 'center', mb: '3' });

const DAY_MS = 86_400_000;

/** What is free and booked of an amenity on a day, live. */
export function DayTab({ id }: { id: string }) {
  const { t } = useTranslation(['utility', utilityBooking.name]);
  const { time, day } = useFormats();
  const may = useCan(utilityBooking.code, 'read');
  const [ahead, setAhead] = useState(0);
  const at = new Date(Date.now() + 7 * 3_600_000 + ahead * DAY_MS).toISOString().slice(0, 10);
  const { data } = useQuery<{ slots: Slot[] }[]>(may ? `/utility-group/${id}/available-slots` : null, {
    query: { startDateUsage: at },
    follow: utilityBooking.code,
  });
  const slots = data?.[0]?.slots;
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
      {slots?.length === 0 && <p>{t('utility:day.none')}</p>}
      <ul className={listClass()}>
        {slots?.map(slot => (
          <li key={slot.from}>
            <time>
              {time(slot.from)}–{time(slot.to)}
            </time>
            <span>{slot.bookings?.map(one => `${one.unitCode} (${one.code})`).join(', ') || slot.reason || ''}</span>
            <small>
              {slot.state === 'FREE'
                ? `${slot.free}/${slot.capacity}`
                : t(`utility-booking:picker.states.${slot.state}`)}
            </small>
          </li>
        ))}
      </ul>
    </DetailBody>
  );
}
