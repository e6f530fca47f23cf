import { addMonths, type Day, dayOf, isDay } from '@lobby/shared/kit/dates.ts';
import { useAtomValue } from 'jotai';
import { type ComponentType, type DragEvent, type ReactNode, useMemo } from 'react';
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
const spansClass = styleClass({ display: 'flex', borderWidth: '0', p: '0', m: '0', minW: '0' });
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
  /** The act that gives a record another day, which may be dragged there, and what it is told; default: the day as the field. */
  move?: { act: string; may: (row: Row) => boolean; input?: (row: Row, day: Day) => Record<string, unknown> };
  /** Records of all tabs stand in it. */
  untabbed?: boolean;
  /** What is said of each day of a month, of days that are read together. */
  Days?: ComponentType<DaysProps>;
  /** Shorter spans than a month, drawn by their module. */
  Span?: ComponentType<SpanProps>;
}
export interface DaysProps {
  from: Day;
  to: Day;
  children: (said: (day: Day) => ReactNode) => ReactNode;
}
export interface SpanProps {
  span: 'week' | 'day';
  /** The day that is shown, or whose week is. */
  day: Day;
  onDay: (day: Day | null) => void;
  /** The choice of spans, for the head of what is drawn. */
  spans: ReactNode;
}
const SPANS = ['month', 'week', 'day'] as const;
type SpanName = (typeof SPANS)[number];

/** What a dragged record is known by. */
const DRAGGED = 'text/x-record';

const spanOf = (params: URLSearchParams): SpanName => SPANS.find(one => one === params.get('span')) ?? 'month';

/** Month, week or day: filters and the open record stay. */
function SpanSwitch() {
  const t = useListWords();
  const [params, setParams] = useSearchParams();
  const span = spanOf(params);
  return (
    <fieldset className={spansClass()} aria-label={t('kit:list.spans.label')}>
      {SPANS.map(one => (
        <Button
          key={one}
          size="sm"
          look={one === span ? 'outline' : 'ghost'}
          aria-pressed={one === span}
          onClick={() =>
            setParams(before => {
              const next = new URLSearchParams(before);
              next.set('span', one);
              return next;
            })
          }
        >
          {t(`kit:list.spans.${one}`)}
        </Button>
      ))}
    </fieldset>
  );
}

/** The records of a list on the days of a month, or of a shorter span. */
export function Calendar(shape: CalendarShape) {
  const [params, setParams] = useSearchParams();
  const span = spanOf(params);
  const { Span } = shape;
  if (!Span || span === 'month') return <Month {...shape} />;
  const asked = params.get('day') ?? '';
  return (
    <Span
      span={span}
      day={isDay(asked) ? asked : dayOf(new Date(now()), zoneNow())}
      onDay={day =>
        setParams(before => {
          const next = new URLSearchParams(before);
          if (day) next.set('day', day);
          else next.delete('day');
          return next;
        })
      }
      spans={<SpanSwitch />}
    />
  );
}

const NoDays = ({ children }: DaysProps) => children(() => null);

function Month({ field, line, move, untabbed, Days = NoDays, Span }: CalendarShape) {
  const { i18n } = useTranslation();
  const t = useListWords();
  const [params, setParams] = useSearchParams();
  const zone = zoneNow();
  const today = dayOf(new Date(now()), zone);
  const dayIn = (value: unknown) =>
    typeof value === 'string' ? (value.length > 10 ? dayOf(new Date(value), zone) : value) : '';
  const asked = params.get('month') ?? '';
  const month = /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(asked) ? asked : today.slice(0, 7);
  const days = useMemo(() => monthDays(month), [month]);
  const view = useSideList({ [field]: { from: days[0] ?? '', to: days.at(-1) ?? '' } }, MOST, {
    tabbed: !untabbed,
    sort: field,
  });
  const { definition } = useListModel();
  const byDay = Map.groupBy(
    (view?.ids ?? []).filter(id => id !== null),
    id => dayIn(rowOf(definition.name, id)?.[field]),
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
    if (move && row && dayIn(row[field]) !== day)
      act(row, move.act, move.input?.(row, day) ?? { [field]: day }).catch(refuse);
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
        {Span && <SpanSwitch />}
      </StepBar>
      <section className={areaClass()} aria-label={t('plural')} aria-busy={view?.phase !== 'ready'}>
        <div className={weekClass()} aria-hidden>
          {days.slice(0, 7).map(day => (
            <span key={day}>{said({ weekday: 'short' }, day)}</span>
          ))}
        </div>
        <div className={gridClass()}>
          <Days from={days[0] ?? today} to={days.at(-1) ?? today}>
            {said =>
              days.map(day => (
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
                  {said(day)}
                  <DayLines ids={byDay.get(day) ?? []} line={line} more={{ field, day }} may={move?.may} />
                </div>
              ))
            }
          </Days>
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
