import type { Day } from '@lobby/shared/kit/dates.ts';
import type { HandoverScheduleRow } from '@lobby/shared/modules/handover-schedule.ts';
import type { DragEvent } from 'react';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { Card } from './Card.tsx';
import { minutesAt, momentOf, toStep } from './times.ts';
import type { CalendarDays } from './useCalendar.ts';
import { type Moves, useEdge } from './useMoves.ts';

/** Height of a minute in px. */
const PER_MINUTE = 1.1;
const HOUR = 60;

const areaClass = styleClass({
  display: 'flex',
  alignItems: 'flex-start',
  flex: '1',
  minH: '0',
  overflow: 'auto',
  px: '4',
  pb: '4',
  '& > ol': { listStyle: 'none', m: '0', p: '0', pt: '9', w: '12', flex: 'none', position: 'relative' },
  '& > ol > li': {
    textStyle: 'xs',
    color: 'fg.muted',
    fontFamily: 'figures',
    h: `${HOUR * PER_MINUTE}px`,
  },
  '& > section': { flex: '1 1 0', minW: '168px', borderInlineStartWidth: '1px', borderColor: 'border' },
  '& h3': {
    position: 'sticky',
    top: '0',
    zIndex: '1',
    bg: 'bg',
    h: '9',
    m: '0',
    px: '2',
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    textStyle: 'sm',
    fontWeight: 'medium',
    borderBottomWidth: '1px',
    borderColor: 'border',
    '& small': { color: 'fg.muted', ms: 'auto', fontFamily: 'figures' },
  },
  '& [data-lane]': { position: 'relative', bg: 'bg.subtle' },
  '& [data-open]': { position: 'absolute', insetInline: '0', bg: 'bg' },
  '& [data-hour]': { position: 'absolute', insetInline: '0', borderTopWidth: '1px', borderColor: 'border' },
  '& [data-card]': { position: 'absolute', insetInline: '1', minH: '6' },
  '& [data-edge]': {
    position: 'absolute',
    insetInline: '0',
    bottom: '0',
    h: '2',
    cursor: 'ns-resize',
    touchAction: 'none',
  },
});

interface DayLanesProps {
  day: Day;
  data: CalendarDays;
  moves: Moves;
  linkTo: (id: string) => string;
}

/** First and last full hour that covers opening hours and appointments. */
function boundsOf({ hours, rows }: CalendarDays): [from: number, to: number] {
  const times = rows.flatMap(({ scheduledAt, endAt }) => [scheduledAt, endAt].flatMap(at => (at ? minutesAt(at) : [])));
  const all = [...hours.flatMap(({ from, to }) => [from, to]), ...times];
  const [from, to] = [Math.min(8 * HOUR, ...all), Math.max(17 * HOUR, ...all)];
  return [Math.floor(from / HOUR) * HOUR, Math.ceil(to / HOUR) * HOUR];
}

/** Day view with a lane per engineer; opening hours are white. */
export function DayLanes({ day, data, moves, linkTo }: DayLanesProps) {
  const { time } = useFormats();
  const [from, to] = boundsOf(data);
  const hours = Array.from({ length: (to - from) / HOUR }, (_, n) => from + n * HOUR);
  const height = (to - from) * PER_MINUTE;
  const off = data.days.find(item => item.day === day)?.off ?? false;
  const place = (employeeId: string) => (event: DragEvent<HTMLElement>) => {
    const top = event.currentTarget.getBoundingClientRect().top;
    const minutes = toStep(from + (event.clientY - top - moves.grip.current) / PER_MINUTE);
    return { day, minutes: Math.min(to, Math.max(from, minutes)), employeeId };
  };
  return (
    <div className={areaClass()}>
      <ol aria-hidden>
        {hours.map(at => (
          <li key={at}>{time(momentOf(day, at))}</li>
        ))}
      </ol>
      {data.employeeIds.map(employeeId => {
        const visits = data.rows.filter(row => row.employeeId === employeeId);
        return (
          <section key={employeeId}>
            <h3>
              <span className="cut">
                <RefName to="employee" id={employeeId} />
              </span>
              <small>{visits.length}</small>
            </h3>
            <div data-lane={employeeId} style={{ height }} {...moves.target(place(employeeId))}>
              {!off &&
                data.hours.map(open => (
                  <div
                    key={open.from}
                    data-open=""
                    style={{ top: (open.from - from) * PER_MINUTE, height: (open.to - open.from) * PER_MINUTE }}
                  />
                ))}
              {hours.map(at => (
                <div key={at} data-hour="" style={{ top: (at - from) * PER_MINUTE }} />
              ))}
              {visits.map(row => (
                <Placed
                  key={row.id}
                  row={row}
                  others={visits}
                  begins={from}
                  day={day}
                  to={linkTo(row.id)}
                  moves={moves}
                />
              ))}
            </div>
          </section>
        );
      })}
    </div>
  );
}

interface PlacedProps {
  row: HandoverScheduleRow;
  others: readonly HandoverScheduleRow[];
  begins: number;
  day: Day;
  to: string;
  moves: Moves;
}

const spanOf = ({ scheduledAt, endAt }: HandoverScheduleRow): [number, number] => {
  const from = scheduledAt ? minutesAt(scheduledAt) : 0;
  return [from, endAt ? minutesAt(endAt) : from + HOUR];
};

/** A card at its time; overlapping ones are placed side by side. */
function Placed({ row, others, begins, day, to, moves }: PlacedProps) {
  const [from, ends] = spanOf(row);
  const { until, edge } = useEdge(from, ends, PER_MINUTE, end => moves.lengthen(row.id, day, end));
  const beside = others.filter(other => {
    const [start, end] = spanOf(other);
    return start < ends && end > from;
  });
  const at = beside.findIndex(({ id }) => id === row.id);
  const share = 100 / Math.max(1, beside.length);
  return (
    <div
      data-card=""
      style={{
        top: (from - begins) * PER_MINUTE + 1,
        height: (until - from) * PER_MINUTE - 2,
        left: `calc(${at * share}% + 4px)`,
        right: `calc(${(beside.length - 1 - at) * share}% + 4px)`,
      }}
    >
      <Card row={row} to={to} moves={moves} />
      {moves.canLengthen(row.status) && <div data-edge="" {...edge} />}
    </div>
  );
}
