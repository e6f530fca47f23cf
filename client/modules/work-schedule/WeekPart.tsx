import { chakra } from '@chakra-ui/react';
import { addDays, dayOf } from '@lobby/shared/kit/dates.ts';
import { holiday, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { CalendarClock, ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { zoneNow } from '../../kit/base/zone.ts';
import { now } from '../../kit/http/clock.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { DetailDrawer } from '../../kit/ui/detail/drawer/DetailDrawer.tsx';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { useShortcuts } from '../../kit/ui/keyboard.ts';
import { Beside } from '../../kit/ui/overlay/Drawer.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { NowWorking } from './NowWorking.tsx';
import { ScheduleFields } from './ScheduleFields.tsx';
import { useAll } from './useAll.ts';
import { WeekGrid } from './WeekGrid.tsx';
import { mondayOf, weekOf } from './week.ts';

export const SCHEDULE_FORM = { size: 'wide', children: <ScheduleFields /> } as const;

/** Shifts of a week with the open schedule beside it. */
export function WeekPart() {
  const { t } = useTranslation('work-schedule');
  const { day: dayWords } = useFormats();
  const today = dayOf(new Date(now()), zoneNow());
  const [monday, setMonday] = useState(mondayOf(today));
  const schedules = useAll(workSchedule);
  const sunday = addDays(monday, 6);
  const holidays = useAll(holiday, { startsOn: { from: addDays(monday, -366), to: sunday } });
  const [params, setParams] = useSearchParams();
  const [creating, setCreating] = useState(false);
  const mayWrite = useCan(workSchedule.code, 'write');
  const open = params.get('id');
  const show = (id: string | null) => setParams(id ? { id } : {});
  useShortcuts('list', mayWrite ? { new: () => setCreating(true) } : {});
  const rows = schedules.data;
  const create = mayWrite && (
    <Button look={open ? 'outline' : 'filled'} icon={Plus} aria-keyshortcuts="n" onClick={() => setCreating(true)}>
      {t('actions.create')}
    </Button>
  );
  return (
    <>
      <Beside
        drawer={
          open !== null && (
            <DetailDrawer definition={workSchedule} id={open} form={SCHEDULE_FORM} nav={{ close: () => show(null) }} />
          )
        }
      >
        <chakra.div display="flex" flexDirection="column" flex="1" minH="0" minW="0">
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" minH="13" px="4" py="2">
            <chakra.h1 className="cut" textStyle="lg" fontWeight="semibold">
              {t('week.title', { from: dayWords(monday).slice(0, 5), to: dayWords(sunday).slice(0, 5) })}
            </chakra.h1>
            <IconButton icon={ChevronLeft} label={t('week.previous')} onClick={() => setMonday(addDays(monday, -7))} />
            <IconButton icon={ChevronRight} label={t('week.next')} onClick={() => setMonday(addDays(monday, 7))} />
            {monday !== mondayOf(today) && (
              <Button size="sm" onClick={() => setMonday(mondayOf(today))}>
                {t('week.today')}
              </Button>
            )}
            <chakra.span flex="1" />
            {rows && rows.length > 0 && <NowWorking />}
            {rows && rows.length > 0 && create}
          </chakra.div>
          {schedules.error && !rows ? (
            <ErrorState title={t('week.failed')} onRetry={() => void schedules.again()} />
          ) : !rows ? (
            <SkeletonRows />
          ) : rows.length === 0 ? (
            <Empty icon={CalendarClock} title={t('empty.title')} actions={create}>
              {t('empty.text')}
            </Empty>
          ) : (
            <WeekGrid days={weekOf(monday, rows, holidays.data ?? [])} today={today} onOpen={show} />
          )}
        </chakra.div>
      </Beside>
      {creating && (
        <FormDialog
          open
          definition={workSchedule}
          {...SCHEDULE_FORM}
          onSaved={row => {
            setCreating(false);
            show(row.id);
          }}
          onCancel={() => setCreating(false)}
        />
      )}
    </>
  );
}
