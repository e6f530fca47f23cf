import { addMonths, type Day, dayOf } from '@lobby/shared/kit/dates.ts';
import { useAtomValue } from 'jotai';
import { type DragEvent, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { styleClass } from '../../../theme/classes.ts';
import type { Row } from '../../base/matches.ts';
import { toast } from '../../base/toast.ts';
import { zoneNow } from '../../base/zone.ts';
import { now } from '../../http/clock.ts';
import { recordAtom, rowOf } from '../../records/records.ts';
import { useAct } from '../actions/useAct.ts';
import { Button } from '../Button.tsx';
import { StepBar } from '../StepBar.tsx';
import { useListModel } from './model/model.ts';
import { useListWords } from './model/words.ts';
import { monthDays } from './months.ts';
import { useSideList } from './useSideList.ts';

/** Records of a month that are shown; a month with more is looked at as a table. */
const MOST = 300;
/** Of a day; the others are a link to the table of that day. */
const EACH = 3;

const areaClass = styleClass({ display: 'flex', flexDirection: 'column', flex: '1', minH: '0', overflow: 'auto' });
const gridClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
  gridAutoRows: 'minmax(120px, 1fr)',
  flex: '1',
  minH: '0',
  minW: '720px',
  borderTopWidth: '1px',
  borderColor: 'border',
  '& > div': {
    borderBottomWidth: '1px',
    borderInlineEndWidth: '1px',
    borderColor: 'border',
    p: '1.5',
    minW: '0',
    overflow: 'hidden',
    '& > small': { textStyle: 'xs', color: 'fg.muted', display: 'inline-block', minW: '5', px: '1' },
    '&[data-outside]': { bg: 'bg.subtle' },
    '&[data-chosen]': { boxShadow: 'inset 0 0 0 2px {colors.accent.solid}' },
    '&[data-today] > small': {
      bg: 'accent.solid',
      color: 'accent.contrast',
      borderRadius: 'full',
      textAlign: 'center',
    },
    '& > ul': {
      listStyle: 'none',
      m: '0',
      p: '0',
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: '0.5',
      mt: '1',
    },
  },
});
const weekClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
  minW: '720px',
  flex: 'none',
  '& > span': { textStyle: 'xs', color: 'fg.muted', px: '2', py: '1' },
});
const lineClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  minW: '0',
  textStyle: 'xs',
  color: 'fg',
  textDecoration: 'none',
  px: '1.5',
  py: '0.5',
  minH: '6',
  borderRadius: 'sm',
  bg: 'bg.muted',
  borderInlineStartWidth: '3px',
  borderColor: 'border.emphasized',
  _hover: { bg: 'bg.emphasized' },
  '&[data-tone=bad]': { borderColor: 'bad.solid' },
  '&[data-tone=going]': { borderColor: 'going.solid' },
  '&[data-tone=done]': { borderColor: 'done.solid' },
  '&[data-tone=waiting]': { borderColor: 'waiting.solid' },
});

export interface CalendarShape {
  /** The moment or day by which records stand on a day. */
  field: string;
  line: (row: Row) => ReactNode;
  /** The act that gives a record another day, and which may be dragged there. */
  move?: { act: string; may: (row: Row) => boolean };
}

/** What a dragged record is known by. */
const DRAGGED = 'text/x-record';

/** The records of a list on the days of a month. */
export function Calendar({ field, line, move }: CalendarShape) {
  const { i18n } = useTranslation();
  const t = useListWords();
  const [params, setParams] = useSearchParams();
  const zone = zoneNow();
  const today = dayOf(new Date(now()), zone);
  const asked = params.get('month') ?? '';
  const month = /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(asked) ? asked : today.slice(0, 7);
  const days = useMemo(() => monthDays(month), [month]);
  const view = useSideList({ [field]: { from: days[0] ?? '', to: days.at(-1) ?? '' } }, MOST, {
    tabbed: true,
    sort: field,
  });
  const { definition } = useListModel();
  const byDay = Map.groupBy(
    (view?.ids ?? []).filter(id => id !== null),
    id => {
      const value = rowOf(definition.name, id)?.[field];
      return typeof value === 'string' ? (value.length > 10 ? dayOf(new Date(value), zone) : value) : '';
    },
  );
  const go = (to: string | null) =>
    setParams(before => {
      const next = new URLSearchParams(before);
      if (to) next.set('month', to);
      else next.delete('month');
      return next;
    });
  const act = useAct(definition);
  const refuse = (error: Error) => toast({ tone: 'bad', title: t('kit:act.failed'), description: error.message });
  const allowDrop = (event: DragEvent) => {
    if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
  };
  const drop = (event: DragEvent, day: Day) => {
    event.preventDefault();
    const id = event.dataTransfer.getData(DRAGGED);
    const row = rowOf(definition.name, id);
    // The day of the project, wherever the browser is.
    if (move && row && row[field] !== day) act(row, move.act, { [field]: day }).catch(refuse);
  };
  const said = (options: Intl.DateTimeFormatOptions, day: Day) =>
    new Intl.DateTimeFormat(i18n.language, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
  return (
    <>
      <StepBar
        before={t('kit:list.previousMonth')}
        after={t('kit:list.nextMonth')}
        onBefore={() => go(addMonths(month, -1))}
        onAfter={() => go(addMonths(month, 1))}
        said={said({ month: 'long', year: 'numeric' }, `${month}-01`)}
      >
        <Button look="outline" size="sm" onClick={() => go(null)}>
          {t('kit:list.today')}
        </Button>
      </StepBar>
      <section className={areaClass()} aria-label={t('plural')} aria-busy={view?.phase !== 'ready'}>
        <div className={weekClass()} aria-hidden>
          {days.slice(0, 7).map(day => (
            <span key={day}>{said({ weekday: 'short' }, day)}</span>
          ))}
        </div>
        <div className={gridClass()}>
          {days.map(day => (
            <div
              key={day}
              data-outside={!day.startsWith(month) || undefined}
              data-today={day === today || undefined}
              data-chosen={day === params.get('day') || undefined}
              {...(move && { onDragOver: allowDrop, onDrop: event => drop(event, day) })}
            >
              <small>
                <time dateTime={day}>{Number(day.slice(8))}</time>
              </small>
              <DayLines ids={byDay.get(day) ?? []} line={line} more={{ field, day }} may={move?.may} />
            </div>
          ))}
        </div>
      </section>
    </>
  );
}

function DayLines({
  ids,
  line,
  more,
  may,
}: {
  ids: readonly string[];
  may: NonNullable<CalendarShape['move']>['may'] | undefined;
  line: CalendarShape['line'];
  more: { field: string; day: Day };
}) {
  const t = useListWords();
  const [params] = useSearchParams();
  const rest = ids.length - EACH;
  const table = new URLSearchParams(params);
  table.delete('as');
  table.delete('month');
  table.set(more.field, `${more.day}..${more.day}`);
  return (
    <ul>
      {ids.slice(0, EACH).map(id => (
        <DayLine key={id} id={id} line={line} may={may} />
      ))}
      {rest > 0 && (
        <li>
          <Link to={`?${table}`} className={lineClass()}>
            {t('kit:list.moreOnDay', { count: rest })}
          </Link>
        </li>
      )}
    </ul>
  );
}

interface DayLineProps {
  id: string;
  line: CalendarShape['line'];
  may: NonNullable<CalendarShape['move']>['may'] | undefined;
}

function DayLine({ id, line, may }: DayLineProps) {
  const { definition, linkTo } = useListModel();
  const row = useAtomValue(useMemo(() => recordAtom(definition.name, id), [definition, id]))?.row;
  if (!row) return null;
  return (
    <li>
      <Link
        to={linkTo(id)}
        className={lineClass()}
        draggable={may?.(row) ?? false}
        onDragStart={event => event.dataTransfer.setData(DRAGGED, id)}
        data-tone={definition.statuses?.[String(row.status)]?.tone}
      >
        <span className="cut">{line(row)}</span>
      </Link>
    </li>
  );
}
