import { addDays, type Day, dayOf } from '@lobby/shared/kit/dates.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useWriting } from '../../kit/ui/form/form-context.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { today } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';
import type { DayOfLifts, Lift } from './lifts.ts';
import { stayClass } from './stay-look.ts';

/** Keeps time and unit on one line. */
const WHOLE = { whiteSpace: 'nowrap' } as const;

const weekClass = styleClass({
  flex: '1',
  minH: '0',
  overflow: 'auto',
  px: '4',
  pb: '4',
  '& table': { w: 'full', minW: '960px', borderCollapse: 'collapse', tableLayout: 'fixed', textStyle: 'sm' },
  '& th, & td': { borderWidth: '1px', borderColor: 'border', p: '1.5', verticalAlign: 'top', textAlign: 'start' },
  '& tbody th': { fontWeight: 'medium', w: '120px' },
  '& [data-today]': { bg: 'accent.subtle' },
  '& td > *': { mb: '1', px: '1.5', py: '1' },
});

export const WEEK_DAYS = 7;

interface WeekLanesProps {
  lifts: readonly Lift[];
  from: Day;
  data: DayOfLifts;
  onDay: (day: Day) => void;
}

/** Week view of the elevators with reservations and closures. */
export function WeekLanes({ lifts, from, data, onDay }: WeekLanesProps) {
  const { t } = useTranslation(elevatorReservation.name);
  const { time, day: dayWords } = useFormats();
  const { timeZone } = useWriting();
  const days = Array.from({ length: WEEK_DAYS }, (_, n) => addDays(from, n));
  const on = (day: Day, start: string, end: string) =>
    dayOf(new Date(start), timeZone) <= day && dayOf(new Date(end), timeZone) >= day;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
    <section className={weekClass()} tabIndex={0} aria-label={t('lanes.week')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('fields.elevatorId')}</th>
            {days.map(day => (
              <th key={day} scope="col" data-today={day === today() ? '' : undefined}>
                <Button size="sm" look="ghost" onClick={() => onDay(day)}>
                  {dayWords(day)}
                </Button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lifts.map(lift => (
            <tr key={lift.id}>
              <th scope="row">{lift.name}</th>
              {days.map(day => (
                <td key={day} data-today={day === today() ? '' : undefined}>
                  {data.closures
                    .filter(closure => closure.elevatorId === lift.id && on(day, closure.startAt, closure.endAt))
                    .map(closure => (
                      <span key={closure.id} className={stayClass()} data-closed="">
                        {t('lanes.closed', { reason: closure.reason })}
                      </span>
                    ))}
                  {data.rows
                    .filter(row => row.elevatorId === lift.id && on(day, row.expectedStartAt, row.expectedEndAt))
                    .toSorted((a, b) => a.expectedStartAt.localeCompare(b.expectedStartAt))
                    .map(row => (
                      <Link
                        key={row.id}
                        className={stayClass()}
                        to={`?id=${row.id}&tab=all`}
                        data-tone={elevatorReservation.statuses[row.status].tone}
                      >
                        <span style={WHOLE}>
                          {time(row.expectedStartAt)}–{time(row.expectedEndAt)}
                        </span>{' '}
                        <span style={WHOLE}>
                          <RefName to="unit" id={row.unitId} />
                        </span>
                      </Link>
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
