import { chakra } from '@chakra-ui/react';
import { dayOf } from '@lobby/shared/kit/dates.ts';
import { elevatorClosure } from '@lobby/shared/modules/elevator.ts';
import type { elevatorCalendar } from '@lobby/shared/modules/elevator-reservation.contract.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useWriting } from '../../kit/ui/form/form-context.ts';
import { readValue } from '../../kit/ui/form/values.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';

const { startAt, endAt } = elevatorClosure.fields;

/** Moves that conflict with the closure being edited. */
export function Touched() {
  const { t } = useTranslation('elevator-closure');
  const { dateTime } = useFormats();
  const how = useWriting();
  const [elevatorId, from, to] = useWatch({ name: ['elevatorId', 'startAt', 'endAt'] });
  const [begin, end] = [readValue(startAt, from, how).value, readValue(endAt, to, how).value];
  const isComplete = Boolean(elevatorId) && typeof begin === 'string' && typeof end === 'string' && begin < end;
  const day = (at: unknown) => dayOf(new Date(String(at)), how.timeZone);
  const { data } = useContract<typeof elevatorCalendar>(
    '/elevator-reservation/calendar',
    isComplete && { query: { from: day(begin), to: day(end), elevatorId } },
  );
  const rows = isComplete && data ? data.rows : [];
  const met = rows.filter(
    row =>
      ['WAITING', 'APPROVED', 'IN_PROGRESS'].includes(row.status) &&
      row.expectedStartAt < String(end) &&
      row.expectedEndAt > String(begin),
  );
  if (!isComplete) return null;
  return (
    <chakra.div data-wide="" role="status" textStyle="sm">
      {met.length === 0 ? t('touched.none') : t('touched.some', { count: met.length })}
      <chakra.ul m="0" ps="5">
        {met.map(reservation => (
          <li key={reservation.id}>
            {reservation.code} · <RefName to="unit" id={reservation.unitId} /> · {dateTime(reservation.expectedStartAt)}
          </li>
        ))}
      </chakra.ul>
    </chakra.div>
  );
}
