import type { Day } from '@lobby/shared/kit/dates.ts';
import type { HandoverScheduleRow } from '@lobby/shared/modules/handover-schedule.ts';
import { useTranslation } from 'react-i18next';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { today } from '../../../kit/ui/today.ts';
import { styleClass } from '../../../theme/classes.ts';
import { Card } from './Card.tsx';
import { LoadBar } from './LoadBar.tsx';
import { dayAt } from './times.ts';
import type { CalendarDays } from './useCalendar.ts';
import type { Moves } from './useMoves.ts';

const areaClass = styleClass({
  flex: '1',
  minH: '0',
  overflow: 'auto',
  px: '4',
  pb: '4',
  '& table': { borderCollapse: 'collapse', tableLayout: 'fixed', w: 'full', minW: '920px' },
  '& th, & td': { borderWidth: '1px', borderColor: 'border', verticalAlign: 'top', p: '1', textAlign: 'start' },
  '& thead th': {
    position: 'sticky',
    top: '0',
    zIndex: '1',
    bg: 'bg',
    textStyle: 'xs',
    fontWeight: 'medium',
    p: '2',
    '& button': { textDecoration: 'none', fontWeight: 'semibold', minH: 'target', cursor: 'pointer' },
    '& button:hover': { textDecoration: 'underline' },
  },
  '& thead th:first-child, & tbody th': { w: '144px' },
  '& tbody th': { textStyle: 'sm', fontWeight: 'medium', p: '2' },
  '& td': { h: '16' },
  '& td[data-off], & th[data-off]': { bg: 'bg.subtle' },
  '& th[data-today] button': { color: 'accent.fg' },
  '& ul': { listStyle: 'none', m: '0', p: '0', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '1' },
});

interface WeekLanesProps {
  days: readonly Day[];
  data: CalendarDays;
  moves: Moves;
  linkTo: (id: string) => string;
  onDay: (day: Day) => void;
}

/** Week view with a row per engineer and the load of each day in its head. */
export function WeekLanes({ days, data, moves, linkTo, onDay }: WeekLanesProps) {
  const { t, i18n } = useTranslation('handover-schedule');
  const dayWords = (day: Day) =>
    new Intl.DateTimeFormat(i18n.language, {
      weekday: 'short',
      day: 'numeric',
      month: 'numeric',
      timeZone: 'UTC',
    }).format(new Date(`${day}T00:00:00Z`));
  const loads = new Map(data.days.map(load => [load.day, load]));
  const cells = Map.groupBy(
    data.rows.filter(({ scheduledAt }) => scheduledAt !== null),
    row => `${row.employeeId} ${dayAt(row.scheduledAt ?? '')}`,
  );
  const cellOf = (employeeId: string, day: Day): readonly HandoverScheduleRow[] =>
    cells.get(`${employeeId} ${day}`) ?? [];
  return (
    <div className={areaClass()}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('fields.employeeId')}</th>
            {days.map(day => (
              <th
                key={day}
                scope="col"
                data-off={loads.get(day)?.off || undefined}
                data-today={day === today() || undefined}
              >
                <button type="button" onClick={() => onDay(day)}>
                  {dayWords(day)}
                </button>
                <LoadBar load={loads.get(day)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.employeeIds.map(employeeId => (
            <tr key={employeeId}>
              <th scope="row">
                <RefName to="employee" id={employeeId} />
              </th>
              {days.map(day => (
                <td
                  key={day}
                  data-off={loads.get(day)?.off || undefined}
                  data-cell={`${employeeId} ${day}`}
                  {...moves.target(() => ({ day, employeeId }))}
                >
                  <ul>
                    {cellOf(employeeId, day).map(row => (
                      <li key={row.id}>
                        <Card row={row} to={linkTo(row.id)} moves={moves} />
                      </li>
                    ))}
                  </ul>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
