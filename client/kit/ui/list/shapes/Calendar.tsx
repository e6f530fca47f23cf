import { addDays, type Day, dayOf } from '@lobby/shared/kit/dates.ts';
import { useAtomValue } from 'jotai';
import { type ComponentType, type DragEvent, type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { styleClass } from '../../../../theme/classes.ts';
import type { Row } from '../../../base/matches.ts';
import { zoneNow } from '../../../base/zone.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { toastRefusal } from '../../../i18n/toast-refusal.ts';
import { recordAtom, rowOf } from '../../../records/records.ts';
import { useAct } from '../../actions/useAct.ts';
import { Button } from '../../controls/Button.tsx';
import { Segment } from '../../controls/Segment.tsx';
import { keepFocusOn, useMovedFocus } from '../../keyboard/useMovedFocus.ts';
import { StepBar } from '../../layout/StepBar.tsx';
import { entryStyle } from '../../marks/entryStyle.ts';
import { useListModel } from '../model/model.ts';
import { useListWords } from '../model/words.ts';
import { useSideList } from '../useSideList.ts';
import { SPANS, type Span, useSpan } from './useSpan.ts';

/** Limit of records shown in a month; beyond it the table is offered. */
const MOST = 300;
/** Records shown per day; the others are a link to the table of that day. */
const EACH = 3;

const areaClass = styleClass({ display: 'flex', flexDirection: 'column', flex: '1', minH: '0', overflow: 'auto' });
const gridClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
  // A day is as high as its content, so that no line is cut.
  gridAutoRows: 'minmax(min-content, 1fr)',
  flex: '1',
  minH: '0',
  minW: '720px',
  borderTopWidth: '1px',
  borderColor: 'border',
  '&[data-span=day]': { gridTemplateColumns: 'minmax(0, 1fr)', minW: '0' },
  '& > div': {
    borderBottomWidth: '1px',
    borderInlineEndWidth: '1px',
    borderColor: 'border',
    p: '1.5',
    minW: '0',
    minH: '120px',
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
  '&[data-span=day]': { gridTemplateColumns: 'minmax(0, 1fr)', minW: '0' },
  '& > span': { textStyle: 'xs', color: 'fg.muted', px: '2', py: '1' },
});
const lineClass = styleClass({
  ...entryStyle,
  display: 'flex',
  alignItems: 'center',
  minW: '0',
  textStyle: 'xs',
  px: '1.5',
  py: '0.5',
  minH: '6',
});

export interface CalendarShape<R = Row, N extends string = string> {
  /** Field with the instant or day by which records are placed. */
  field: N;
  line: (row: R) => ReactNode;
  /** Field with the time by which weeks and days sort, if it differs. */
  time?: N;
  /** Act that moves a record to another day, which records may be dragged, and its input; by default the day as value of the field. */
  move?: { act: string; may: (row: R) => boolean; input?: (row: R, day: Day) => Record<string, unknown> };
  /** Shows records of all tabs. */
  untabbed?: boolean;
  /** Content of each day of a month, for days loaded together. */
  Days?: ComponentType<DaysProps>;
  /** Buttons at the end of the month's header. */
  Tools?: ComponentType<MonthProps>;
  /** Content beside a month. */
  Beside?: ComponentType<MonthProps>;
  /** The module's own view of weeks and days. */
  Span?: ComponentType<SpanProps>;
}
export interface DaysProps {
  from: Day;
  to: Day;
  children: (said: (day: Day) => ReactNode) => ReactNode;
}
/** Days shown in a month, including those of neighbouring months. */
export interface MonthProps {
  from: Day;
  to: Day;
}
export interface SpanProps {
  span: 'week' | 'day';
  /** The shown day, or a day of the shown week. */
  day: Day;
  onDay: (day: Day | null) => void;
  /** Switch between spans, for the view's header. */
  spans: ReactNode;
}

/** Data type of a dragged record. */
const DRAGGED = 'text/x-record';

/** Switch between month, week and day; filters and the open record are kept. */
function SpanSwitch({ span, onLook }: { span: Span; onLook: (span: Span) => void }) {
  const t = useListWords();
  return (
    <Segment
      label={t('kit:list.spans.label')}
      choices={SPANS.map(choice => ({ value: choice, label: t(`kit:list.spans.${choice}`) }))}
      value={span}
      size="sm"
      onChange={onLook}
    />
  );
}

/** Records of a list on the days of a month or week, or on one day. */
export function Calendar(shape: CalendarShape) {
  const { span, at, put, look } = useSpan(Boolean(shape.Span));
  const { Span } = shape;
  if (!Span || span === 'month') return <UsualDays {...shape} />;
  return <Span span={span} day={at} onDay={day => put({ day })} spans={<SpanSwitch span={span} onLook={look} />} />;
}

const NoDays = ({ children }: DaysProps) => children(() => null);

function UsualDays({ field, line, time, move, untabbed, Tools, Beside, Span, Days = NoDays }: CalendarShape) {
  const { i18n } = useTranslation();
  const t = useListWords();
  const zone = zoneNow();
  const { span, days, month, today, chosen, go, toToday, look } = useSpan(Boolean(Span));
  const view = useSideList({ [field]: { from: days[0] ?? '', to: days.at(-1) ?? '' } }, MOST, {
    tabbed: !untabbed,
    sort: field,
  });
  const { definition } = useListModel();
  const dayIn = (value: unknown) =>
    typeof value === 'string' ? (value.length > 10 ? dayOf(new Date(value), zone) : value) : '';
  const byDay = Map.groupBy(
    (view?.ids ?? []).filter(id => id !== null),
    id => dayIn(rowOf(definition.name, id)?.[field]),
  );
  const timeOf = (id: string) => String(rowOf(definition.name, id)?.[time ?? field] ?? '');
  const idsOn = (day: Day) => (byDay.get(day) ?? []).toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)));
  const act = useAct(definition);
  const refuse = (error: unknown) => void toastRefusal(error, { title: t('kit:act.failed') });
  const allowDrop = (event: DragEvent) => {
    if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
  };
  const moveTo = (id: string, day: Day) => {
    const row = rowOf(definition.name, id);
    // Days in the project's time zone, wherever the browser is.
    if (move && row && dayIn(row[field]) !== day)
      act(row, move.act, move.input?.(row, day) ?? { [field]: day }).catch(refuse);
  };
  const drop = (event: DragEvent, day: Day) => {
    event.preventDefault();
    moveTo(event.dataTransfer.getData(DRAGGED), day);
  };
  const format = (options: Intl.DateTimeFormatOptions, day: Day) =>
    new Intl.DateTimeFormat(i18n.language, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
  const dated = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const whole: MonthProps = { from: days[0] ?? today, to: days.at(-1) ?? today };
  const words = {
    month: () => format({ month: 'long', year: 'numeric' }, `${month}-01`),
    week: () =>
      `${format({ day: 'numeric', month: 'numeric' }, days[0] ?? today)} – ${format(dated, days.at(-1) ?? today)}`,
    day: () => format({ weekday: 'long', ...dated }, days[0] ?? today),
  };
  return (
    <>
      <StepBar
        before={t(`kit:list.before.${span}`)}
        after={t(`kit:list.after.${span}`)}
        onBefore={() => go(-1)}
        onAfter={() => go(1)}
        said={words[span]()}
      >
        <Button look="outline" size="sm" onClick={toToday}>
          {t('kit:list.today')}
        </Button>
        <SpanSwitch span={span} onLook={look} />
        {Tools && <span data-end="" />}
        {Tools && <Tools {...whole} />}
      </StepBar>
      <Aside beside={Beside && <Beside {...whole} />}>
        <section className={areaClass()} aria-label={t('plural')} aria-busy={view?.phase !== 'ready'}>
          {span !== 'day' && (
            <div className={weekClass()} aria-hidden>
              {days.slice(0, 7).map(day => (
                <span key={day}>{format({ weekday: 'short' }, day)}</span>
              ))}
            </div>
          )}
          <div className={gridClass()} data-span={span}>
            <Days {...whole}>
              {wordsOn =>
                days.map(day => (
                  <div
                    key={day}
                    data-outside={(span === 'month' && !day.startsWith(month)) || undefined}
                    data-today={day === today || undefined}
                    data-chosen={(span !== 'day' && day === chosen) || undefined}
                    {...(move && { onDragOver: allowDrop, onDrop: event => drop(event, day) })}
                  >
                    <small>
                      <time dateTime={day}>{Number(day.slice(8))}</time>
                    </small>
                    {wordsOn(day)}
                    <DayLines
                      ids={idsOn(day)}
                      line={line}
                      {...(span !== 'month' && { time: time ?? field })}
                      more={{ field, day }}
                      may={move?.may}
                      onMove={(id, by) => moveTo(id, addDays(day, by))}
                    />
                  </div>
                ))
              }
            </Days>
          </div>
        </section>
      </Aside>
    </>
  );
}

const asideClass = styleClass({ display: 'flex', flex: '1', minH: '0' });
/** A view with content beside it. */
function Aside({ beside, children }: { beside: ReactNode; children: ReactNode }) {
  if (!beside) return children;
  return (
    <div className={asideClass()}>
      {children}
      {beside}
    </div>
  );
}

interface DayLinesProps {
  ids: readonly string[];
  may: NonNullable<CalendarShape['move']>['may'] | undefined;
  line: CalendarShape['line'];
  /** For a week or day: shows all records with times. */
  time?: string;
  more: { field: string; day: Day };
  /** Moves a record by a number of days. */
  onMove: (id: string, days: number) => void;
}

function DayLines({ ids, line, time, more, may, onMove }: DayLinesProps) {
  const t = useListWords();
  const [params] = useSearchParams();
  const shown = time ? ids : ids.slice(0, EACH);
  const rest = ids.length - shown.length;
  const table = new URLSearchParams(params);
  table.set('as', 'table');
  table.delete('month');
  table.delete('span');
  table.delete('day');
  table.set(more.field, `${more.day}..${more.day}`);
  return (
    <ul>
      {shown.map(id => (
        <DayLine key={id} id={id} line={line} time={time} may={may} onMove={onMove} />
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

type DayLineProps = Pick<DayLinesProps, 'line' | 'may' | 'onMove'> & { id: string; time: string | undefined };

/** With Alt: one day or week earlier or later. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

function DayLine({ id, line, time, may, onMove }: DayLineProps) {
  const formats = useFormats();
  const { definition, linkTo } = useListModel();
  const row = useAtomValue(useMemo(() => recordAtom(definition.name, id), [definition, id]))?.row;
  const element = useMovedFocus(id);
  if (!row) return null;
  const at = time ? row[time] : null;
  const isMovable = may?.(row) ?? false;
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!event.altKey || !by || !isMovable) return;
    event.preventDefault();
    keepFocusOn(id);
    onMove(id, by);
  };
  return (
    <li>
      <Link
        ref={element}
        to={linkTo(id)}
        className={lineClass()}
        draggable={isMovable}
        {...(isMovable && {
          onKeyDown: step,
          'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown',
        })}
        onDragStart={event => event.dataTransfer.setData(DRAGGED, id)}
        data-tone={definition.statuses?.[String(row.status)]?.tone}
      >
        <span className="cut">
          {typeof at === 'string' && at.length > 10 && <time dateTime={at}>{formats.time(at)} </time>}
          {line(row)}
        </span>
      </Link>
    </li>
  );
}
