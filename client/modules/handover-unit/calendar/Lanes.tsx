import { addDays, mondayOf } from '@lobby/shared/kit/dates.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { type HandoverScheduleRow, handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { CalendarCheck, Printer, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { employeeOf, scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { useShortcuts } from '../../../kit/ui/keyboard.ts';
import { usePhone } from '../../../kit/ui/layout/phone.ts';
import { StepBar } from '../../../kit/ui/layout/StepBar.tsx';
import { useExport } from '../../../kit/ui/list/export/useExport.ts';
import { useListModel } from '../../../kit/ui/list/model/model.ts';
import type { DaysProps, MonthProps, SpanProps } from '../../../kit/ui/list/shapes/Calendar.tsx';
import { EmptyState, ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { PartSkeleton } from '../../../kit/ui/states/PartSkeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { CallOwner } from '../CallOwner.tsx';
import { AutoDialog } from './AutoDialog.tsx';
import { Card } from './Card.tsx';
import { DayLanes } from './DayLanes.tsx';
import { LoadBar } from './LoadBar.tsx';
import { Tray } from './Tray.tsx';
import { dayAt, isPassed } from './times.ts';
import { useCalendar, useWaiting } from './useCalendar.ts';
import { useMoves } from './useMoves.ts';
import { WeekLanes } from './WeekLanes.tsx';

const WEEK = 7;

const bodyClass = styleClass({
  display: 'flex',
  flex: '1',
  minH: '0',
  '& > [data-lanes]': { display: 'flex', flexDirection: 'column', flex: '1', minW: '0', minH: '0' },
  '& > [data-list]': { flex: '1', overflowY: 'auto', px: '4', pb: '4' },
  '& [data-list] h3': { display: 'flex', gap: '3', textStyle: 'sm', fontWeight: 'semibold', m: '0', py: '2' },
  '& ul[data-rows]': { listStyle: 'none', m: '0', p: '0', display: 'grid', gap: '1.5' },
  '& ul[data-rows] > li': { display: 'flex', alignItems: 'center', gap: '1' },
  '& ul[data-rows] > li > a': { flex: '1' },
});
const lateClass = styleClass({
  flex: 'none',
  mx: '4',
  mb: '2',
  p: '2',
  borderRadius: 'md',
  bg: 'bad.subtle',
  color: 'bad.fg',
  '& h3': { textStyle: 'sm', fontWeight: 'semibold', m: '0', pb: '1.5' },
  '& ul': {
    listStyle: 'none',
    m: '0',
    p: '0',
    display: 'grid',
    gap: '1.5',
    gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))',
  },
});

/** Sorts the signed-in employee's own appointments first. */
const ownFirst = (rows: readonly HandoverScheduleRow[]) => {
  const me = employeeOf(scopeNow().projectId)?.employeeId;
  return rows.toSorted((a, b) => Number(b.employeeId === me) - Number(a.employeeId === me));
};

/** Day or week view of appointments with a lane per engineer, and a tray of unscheduled ones. */
export function Lanes({ span, day, onDay, spans }: SpanProps) {
  const { t, i18n } = useTranslation([handoverSchedule.name, 'kit']);
  const { day: dated } = useFormats();
  const { query, linkTo } = useListModel();
  const phone = usePhone();
  const from = span === 'week' ? mondayOf(day) : day;
  const to = span === 'week' ? addDays(from, WEEK - 1) : day;
  const step = span === 'week' ? WEEK : 1;
  const { data, error, again } = useCalendar(from, to, query.filter);
  const waiting = useWaiting(query.filter).data ?? [];
  const moves = useMoves(data?.slotMinutes ?? 60, data?.hours[0]?.from ?? 8 * 60);
  useShortcuts('list', {}, [
    { keys: '←', words: t('lanes.previous'), run: () => onDay(addDays(day, -step)) },
    { keys: '→', words: t('lanes.next'), run: () => onDay(addDays(day, step)) },
  ]);
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
  const days = Array.from({ length: span === 'week' ? WEEK : 1 }, (_, n) => addDays(from, n));
  const load = data?.days.find(item => item.day === day);
  const passed = (data?.rows ?? []).filter(isPassed);
  return (
    <>
      <StepBar
        before={t('lanes.previous')}
        after={t('lanes.next')}
        onBefore={() => onDay(addDays(day, -step))}
        onAfter={() => onDay(addDays(day, step))}
        said={span === 'week' ? `${dated(from)} – ${dated(to)}` : `${weekday}, ${dated(day)}`}
      >
        <Button look="outline" size="sm" onClick={() => onDay(null)}>
          {t('kit:list.today')}
        </Button>
        {spans}
        {span === 'day' && <LoadBar load={load} />}
        <span data-end="" />
        <Tools from={from} to={to} />
      </StepBar>
      {error && !data && <ErrorState title={t('lanes.failed')} onRetry={() => void again()} />}
      {!error && !data && <PartSkeleton />}
      {data && (
        <>
          {passed.length > 0 && (
            <section className={lateClass()} aria-label={t('lanes.late')}>
              <h3>{t('lanes.late')}</h3>
              <ul>
                {passed.map(row => (
                  <li key={row.id}>
                    <Card row={row} to={linkTo(row.id)} moves={moves} named />
                  </li>
                ))}
              </ul>
            </section>
          )}
          <div className={bodyClass()}>
            {phone ? (
              <div data-list="">
                {days.map(date => (
                  <section key={date}>
                    <h3>
                      {dated(date)} <LoadBar load={data.days.find(({ day: of }) => of === date)} />
                    </h3>
                    <ul data-rows="">
                      {ownFirst(data.rows)
                        .filter(({ scheduledAt }) => scheduledAt && dayAt(scheduledAt) === date)
                        .map(row => (
                          <li key={row.id}>
                            <Card row={row} to={linkTo(row.id)} moves={moves} named />
                            <CallOwner ownerId={row.ownerId} />
                          </li>
                        ))}
                    </ul>
                  </section>
                ))}
              </div>
            ) : (
              <div data-lanes="" aria-busy={error !== null}>
                {data.employeeIds.length === 0 ? (
                  <EmptyState icon={CalendarCheck} title={t('lanes.nobody')}>
                    {t('lanes.nobodyText')}
                  </EmptyState>
                ) : span === 'week' ? (
                  <WeekLanes days={days} data={data} moves={moves} linkTo={linkTo} onDay={onDay} />
                ) : (
                  <DayLanes day={day} data={data} moves={moves} linkTo={linkTo} />
                )}
              </div>
            )}
            {!phone && <Tray rows={waiting} moves={moves} linkTo={linkTo} />}
          </div>
        </>
      )}
    </>
  );
}

/** Buttons of the calendar: automatic scheduling and printing of the days shown. */
export function Tools({ from, to }: MonthProps) {
  const { t } = useTranslation(handoverSchedule.name);
  const { query } = useListModel();
  const may = useCan(HANDOVER, 'updateStatus');
  const { busy: printing, save } = useExport();
  const [planning, setPlanning] = useState(false);
  const waiting = useWaiting(query.filter).data ?? [];
  return (
    <>
      {may && waiting.length > 0 && (
        <Button size="sm" icon={WandSparkles} onClick={() => setPlanning(true)}>
          {t('auto.button')}
        </Button>
      )}
      <Button
        size="sm"
        icon={Printer}
        busy={printing}
        onClick={() => save(`${handoverSchedule.path}/print?from=${from}&to=${to}`, scopeNow())}
      >
        {t('lanes.print')}
      </Button>
      {planning && <AutoDialog from={from} filter={query.filter} onClose={() => setPlanning(false)} />}
    </>
  );
}

/** Tray of unscheduled appointments beside the month view. */
export function MonthTray() {
  const { query, linkTo } = useListModel();
  const rows = useWaiting(query.filter).data ?? [];
  const moves = useMoves(60, 8 * 60);
  return <Tray rows={rows} moves={moves} linkTo={linkTo} />;
}

/** Renders its children with a function that shows the load of a day. */
export function Loads({ from, to, children }: DaysProps) {
  const { query } = useListModel();
  const { data } = useCalendar(from, to, query.filter);
  const loads = new Map(data?.days.map(load => [load.day, load]));
  return children(day => <LoadBar load={loads.get(day)} />);
}
