import { chakra } from '@chakra-ui/react';
import { addDays, dayOf } from '@lobby/shared/kit/dates.ts';
import type { freeElevatorTimes } from '@lobby/shared/modules/elevator.contract.ts';
import { elevator } from '@lobby/shared/modules/elevator.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { startsIn } from '@lobby/shared/modules/elevator-time.ts';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Segment } from '../../kit/ui/controls/Segment.tsx';
import { useWriting } from '../../kit/ui/form/form-context.ts';
import { readValue } from '../../kit/ui/form/values.ts';

const LENGTHS = [60, 120, 180, 240];
const { expectedStartAt, expectedEndAt } = elevatorReservation.fields;

/** Free times of the chosen elevator and day; a click fills the form. */
export function FreeTimes() {
  const { t } = useTranslation('elevator-reservation');
  const { dateTime, day: dayWords } = useFormats();
  const how = useWriting();
  const { setValue } = useFormContext();
  const [elevatorId, typed, until] = useWatch({ name: ['elevatorId', 'expectedStartAt', 'expectedEndAt'] });
  const start = readValue(expectedStartAt, typed, how).value;
  const end = readValue(expectedEndAt, until, how).value;
  const [minutes, setMinutes] = useState(120);
  const day = typeof start === 'string' ? dayOf(new Date(start), how.timeZone) : addDays(how.today, 1);
  const { data } = useContract<typeof freeElevatorTimes>(
    '/elevator/:id/free',
    elevatorId && { params: { id: elevatorId }, query: { date: day, minutes }, follow: elevator.code },
  );
  if (!elevatorId) return null;
  const take = (from: number, to: number) => {
    const write = (at: number) => dateTime(new Date(at).toISOString());
    setValue('expectedStartAt', write(from), { shouldDirty: true, shouldValidate: true });
    setValue('expectedEndAt', write(to), { shouldDirty: true, shouldValidate: true });
  };
  const starts = startsIn(data ?? [], minutes);
  return (
    <chakra.div role="group" aria-label={t('free.label')} display="flex" flexDirection="column" gap="2">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" textStyle="sm">
        <span>{t('free.on', { day: dayWords(day) })}</span>
        <Segment
          label={t('free.length')}
          choices={LENGTHS.map(length => ({ value: String(length), label: t('free.hours', { count: length / 60 }) }))}
          value={String(minutes)}
          size="sm"
          onChange={value => setMinutes(Number(value))}
        />
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" gap="1.5" aria-live="polite">
        {data && starts.length === 0 && (
          <chakra.span textStyle="sm" color="fg.muted">
            {t('free.none')}
          </chakra.span>
        )}
        {starts.map(({ from, to }) => {
          const chosen = typeof start === 'string' && Date.parse(start) === from && Date.parse(String(end)) === to;
          return (
            <Button
              key={from}
              size="sm"
              look={chosen ? 'filled' : 'outline'}
              aria-pressed={chosen}
              onClick={() => take(from, to)}
            >
              {dateTime(new Date(from).toISOString()).slice(-5)}
            </Button>
          );
        })}
      </chakra.div>
    </chakra.div>
  );
}
