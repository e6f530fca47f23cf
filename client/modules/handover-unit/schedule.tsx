import { type Day, daysBetween, isDay } from '@lobby/shared/kit/dates.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { type HandoverScheduleRow, handoverSchedule, SCHEDULE_SHEET } from '@lobby/shared/modules/handover-schedule.ts';
import { ClipboardCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { RecordOf } from '../../kit/base/matches.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { fits } from '../../kit/ui/actions/acts.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { useShortcuts } from '../../kit/ui/keyboard.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { CallOwner } from './CallOwner.tsx';
import { Lanes, Loads, MonthTray, Tools } from './calendar/Lanes.tsx';
import { dayAt } from './calendar/times.ts';
import { ImportSheet } from './ImportSheet.tsx';
import { Inspect } from './inspect/Inspect.tsx';
import { SheetTab } from './inspect/SheetTab.tsx';
import { useSnapshot } from './inspect/sheet.ts';
import { Programme } from './plan/Programme.tsx';

const FORM = pairedForm([], ['meetingPoint']);
const WIDTHS = { code: 150, unitId: 110, ownerId: 190, employeeId: 170, scheduledAt: 160, status: 150 };

function Line({ row }: { row: Partial<HandoverScheduleRow> }) {
  return (
    <>
      <RefName to="unit" id={row.unitId} />
      {row.employeeId && (
        <>
          {' '}
          · <RefName to="employee" id={row.employeeId} />
        </>
      )}
    </>
  );
}
const SHAPES = {
  first: 'calendar' as const,
  onPhone: true,
  calendar: {
    field: 'scheduledAt' as const,
    line: (row: RecordOf<typeof handoverSchedule>) => <Line row={row} />,
    untabbed: true,
    Days: Loads,
    Tools,
    Beside: MonthTray,
    Span: Lanes,
    move: {
      act: 'reschedule',
      may: ({ status }: RecordOf<typeof handoverSchedule>) => status === 'PENDING_EXECUTION',
      // Moves by whole days, keeping the time of day in the project's time zone.
      input: (row: RecordOf<typeof handoverSchedule>, day: Day) => ({
        days: row.scheduledAt ? daysBetween(dayAt(row.scheduledAt), day) : 0,
      }),
    },
  },
};
/** Statuses in which the sheet can be opened; before the start too, since that may happen offline. */
const INSPECTED = ['PENDING_EXECUTION', 'PENDING_ACCEPTANCE'];
/** Whether the day of the appointment has come; from then on the sheet is the main action. */
const hasCome = (row: RecordOf<typeof handoverSchedule>): boolean =>
  fits(handoverSchedule, handoverSchedule.actions.start, { ...row, status: 'PENDING_EXECUTION' });
const VIEWS = ['today', 'month', 'week', 'day', 'list'] as const;

/** Shortcuts: `t` or `1` to `5` switch between today, month, week, day and list. */
function useViewKeys() {
  const { t } = useTranslation('handover-schedule');
  const [, setParams] = useSearchParams();
  const show = (view: (typeof VIEWS)[number]) =>
    setParams(before => {
      const next = new URLSearchParams(before);
      for (const name of ['as', 'span', 'month']) next.delete(name);
      if (view === 'today') next.delete('day');
      if (view === 'list') next.set('as', 'table');
      else {
        next.set('as', 'calendar');
        next.set('span', view === 'today' ? 'day' : view);
      }
      return next;
    });
  useShortcuts('list', {}, [
    ...VIEWS.map((view, n) => ({ keys: String(n + 1), words: t(`lanes.${view}`), run: () => show(view) })),
    { keys: 't', words: t('lanes.today'), run: () => show('today') },
  ]);
}

/** `?date=2026-12-24` opens the calendar on that day. */
function useDateAsked() {
  const [params, setParams] = useSearchParams();
  const date = params.get('date');
  useEffect(() => {
    if (!date) return;
    const next = new URLSearchParams(params);
    next.delete('date');
    next.set('as', 'calendar');
    next.set('span', 'day');
    if (isDay(date)) next.set('day', date);
    setParams(next, { replace: true });
  }, [date, params, setParams]);
}

/** Handover appointments as list and calendar; `screen=inspect` opens an inspection. */
export function Component() {
  const { t } = useTranslation('handover-schedule');
  const [params, setParams] = useSearchParams();
  const may = useCan(HANDOVER, 'updateStatus');
  useSnapshot(may);
  useViewKeys();
  useDateAsked();
  const id = params.get('id');
  if (id && params.get('screen') === 'inspect') return <Inspect key={id} id={id} />;
  const extraTabs = (of: string) => [{ value: 'sheet', label: t('sheet.tab'), content: <SheetTab id={of} /> }];
  const lead = (row: RecordOf<typeof handoverSchedule>) =>
    may && INSPECTED.includes(row.status ?? '') ? (
      <Button
        look={hasCome(row) ? 'filled' : 'outline'}
        icon={ClipboardCheck}
        onClick={() => setParams({ id: row.id, screen: 'inspect' })}
      >
        {t('sheet.open')}
      </Button>
    ) : null;
  const actionsExtra = (row: RecordOf<typeof handoverSchedule>) => <CallOwner ownerId={row.ownerId} />;
  const before = (of: string) => <Programme id={of} />;
  return (
    <RecordsPage
      definition={handoverSchedule}
      widths={WIDTHS}
      form={FORM}
      shapes={SHAPES}
      headExtras={may && <ImportSheet definition={SCHEDULE_SHEET.definition} />}
      detail={{ extraTabs, lead, actionsExtra, before }}
    />
  );
}
