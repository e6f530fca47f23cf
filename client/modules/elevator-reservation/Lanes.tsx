import { addDays, type Day } from '@lobby/shared/kit/dates.ts';
import type { freeElevatorTimes } from '@lobby/shared/modules/elevator.contract.ts';
import { elevator } from '@lobby/shared/modules/elevator.ts';
import type { elevatorCalendar } from '@lobby/shared/modules/elevator-reservation.contract.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { MoveVertical, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { readAll } from '../../kit/http/read-all.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { StepBar } from '../../kit/ui/layout/StepBar.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { EmptyState } from '../../kit/ui/states/EmptyState.tsx';
import { PartSkeleton } from '../../kit/ui/states/PartSkeleton.tsx';
import { today } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';
import type { DayOfLifts, Lift } from './lifts.ts';
import { stayClass } from './stay-look.ts';
import { WEEK_DAYS, WeekLanes } from './WeekLanes.tsx';

const lanesClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', md: 'repeat(auto-fit, minmax(240px, 1fr))' },
  alignContent: 'start',
  gap: '3',
  flex: '1',
  minH: '0',
  overflow: 'auto',
  px: '4',
  pb: '4',
  '& > section': { borderWidth: '1px', borderColor: 'border', borderRadius: 'md', p: '3', minW: '0' },
  '& h2': { fontWeight: 'medium' },
  '& small': { textStyle: 'xs', color: 'fg.muted', display: 'block' },
  '& ul': { listStyle: 'none', m: '0', mt: '2', p: '0', display: 'grid', gap: '1' },
  '& li > *': { px: '2', py: '1.5', minH: 'target', textStyle: 'sm' },
});

/** Day or week of all elevators: reservations, closures and free times. */
export function Lanes() {
  const { t } = useTranslation(elevatorReservation.name);
  const { idUnitGroup = '' } = useParams();
  const navigate = useNavigate();
  const { day: dayWords } = useFormats();
  const [day, setDay] = useState<Day>(today());
  const [isWeek, setWeek] = useState(false);
  const step = isWeek ? WEEK_DAYS : 1;
  const last = addDays(day, step - 1);
  const follow = elevatorReservation.code;
  const { data: lifts } = useRows(elevator, {
    follow,
    filter: { active: { in: ['true'] } },
    sort: 'order',
    read: readAll,
  });
  const { data } = useContract<typeof elevatorCalendar>('/elevator-reservation/calendar', {
    follow,
    query: { from: day, to: last },
  });
  return (
    <>
      <StepBar
        before={t(isWeek ? 'lanes.previousWeek' : 'lanes.previous')}
        after={t(isWeek ? 'lanes.nextWeek' : 'lanes.next')}
        onBefore={() => setDay(addDays(day, -step))}
        onAfter={() => setDay(addDays(day, step))}
        said={isWeek ? `${dayWords(day)} – ${dayWords(last)}` : dayWords(day)}
      >
        <Button size="sm" look="outline" aria-pressed={isWeek} onClick={() => setWeek(!isWeek)}>
          {t('lanes.week')}
        </Button>
        {day !== today() && (
          <Button size="sm" look="outline" onClick={() => setDay(today())}>
            {t('tabs.today')}
          </Button>
        )}
        <Button
          data-end=""
          size="sm"
          icon={Printer}
          onClick={() => void navigate(`/print/${idUnitGroup}/moves?day=${day}`)}
        >
          {t('print.sheet')}
        </Button>
      </StepBar>
      {!lifts || !data ? (
        <PartSkeleton />
      ) : lifts.length === 0 ? (
        <EmptyState icon={MoveVertical} title={t('lanes.none')} />
      ) : isWeek ? (
        <WeekLanes
          lifts={lifts}
          from={day}
          data={data}
          onDay={next => {
            setDay(next);
            setWeek(false);
          }}
        />
      ) : (
        <div className={lanesClass()}>
          {lifts.map(lift => (
            <Lane key={lift.id} lift={lift} day={day} data={data} />
          ))}
        </div>
      )}
    </>
  );
}

function Lane({ lift, day, data }: { lift: Lift; day: Day; data: DayOfLifts }) {
  const { t } = useTranslation(elevatorReservation.name);
  const { time, date } = useFormats();
  const say = useFieldWords(elevatorReservation.name);
  const rows = data.rows.filter(row => row.elevatorId === lift.id);
  const closures = data.closures.filter(closure => closure.elevatorId === lift.id);
  const span = (from: string, to: string) =>
    `${date(from) === date(to) ? '' : `${date(from)} `}${time(from)}–${time(to)}`;
  const lines = [
    ...rows.map(row => ({ at: row.expectedStartAt, move: row, closure: null })),
    ...closures.map(closure => ({ at: closure.startAt, move: null, closure: closure })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
  return (
    <section aria-label={lift.name}>
      <h2>{lift.name}</h2>
      <small>{t('lanes.places', { count: lift.capacity })}</small>
      <Free lift={lift} day={day} />
      <ul>
        {lines.map(({ move, closure }) => (
          <li key={(move ?? closure)?.id}>
            {move && (
              <Link
                className={stayClass()}
                to={`?id=${move.id}&tab=all`}
                data-tone={elevatorReservation.statuses[move.status].tone}
              >
                {span(move.expectedStartAt, move.expectedEndAt)} · <RefName to="unit" id={move.unitId} /> ·{' '}
                {say.option('type', move.type)}
                <small>{say.status(move.status)}</small>
              </Link>
            )}
            {closure && (
              <span className={stayClass()} data-closed="">
                {span(closure.startAt, closure.endAt)} · {t('lanes.closed', { reason: closure.reason })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Free times of a day, with the number of concurrent places where there are several. */
function Free({ lift, day }: { lift: Lift; day: Day }) {
  const { t } = useTranslation(elevatorReservation.name);
  const { time } = useFormats();
  const { data } = useContract<typeof freeElevatorTimes>('/elevator/:id/free', {
    params: { id: lift.id },
    follow: elevator.code,
    query: { date: day },
  });
  const times = data?.map(
    ({ start, end, left }) => `${time(start)}–${time(end)}${lift.capacity > 1 ? ` (${left})` : ''}`,
  );
  if (!times) return <small>…</small>;
  return <small>{times.length > 0 ? t('lanes.free', { times: times.join(', ') }) : t('lanes.full')}</small>;
}
