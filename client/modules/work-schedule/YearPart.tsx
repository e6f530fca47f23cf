import { chakra } from '@chakra-ui/react';
import { addDays, type Day, dayOf } from '@lobby/shared/kit/dates.ts';
import { type HolidayRow, holiday, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { hoursOn } from '@lobby/shared/modules/working-time.ts';
import { CalendarPlus, ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { zoneNow } from '../../kit/base/zone.ts';
import { now } from '../../kit/http/clock.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { DetailDrawer } from '../../kit/ui/detail/drawer/DetailDrawer.tsx';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { useShortcuts } from '../../kit/ui/keyboard.ts';
import { Beside } from '../../kit/ui/overlay/Drawer.tsx';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { HolidayList } from './HolidayList.tsx';
import { MonthGrid } from './MonthGrid.tsx';
import { PublicDialog } from './PublicDialog.tsx';
import { useAll } from './useAll.ts';
import { holidayOn } from './week.ts';

const yearClass = styleClass({
  display: 'flex',
  flexDirection: { base: 'column', xl: 'row' },
  gap: '6',
  flex: '1',
  minH: '0',
  overflow: 'auto',
  px: '4',
  pb: '6',
  '& > [data-months]': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(232px, 1fr))',
    gap: '6',
    flex: '1',
    alignContent: 'start',
  },
});

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 7, ArrowUp: -7 };

/** Holidays and days off of a year with the open holiday beside it; pressing a day adds one. */
export function YearPart() {
  const { t } = useTranslation('holiday');
  const today = dayOf(new Date(now()), zoneNow());
  const [params, setParams] = useSearchParams();
  const param = params.get('year') ?? '';
  const year = Number(/^[12]\d{3}$/.test(param) ? param : today.slice(0, 4));
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const { data: rows, error, again } = useAll(holiday, { startsOn: { from: addDays(first, -366), to: last } });
  const schedules = useAll(workSchedule).data?.filter(({ counts }) => counts) ?? [];
  const [adding, setAdding] = useState<Day | 'public' | null>(null);
  const [spot, setSpot] = useState<Day>(today);
  const area = useRef<HTMLDivElement>(null);
  const mayWrite = useCan(holiday.code, 'write');
  const open = params.get('id');
  const go = (to: { id?: string | null; year?: number }) => {
    const next = new URLSearchParams({ part: 'year' });
    if (to.year ?? params.has('year')) next.set('year', String(to.year ?? year));
    if (to.id) next.set('id', to.id);
    setParams(next);
  };
  useShortcuts('list', mayWrite ? { new: () => setAdding(spot) } : {});
  const ofYear = (rows ?? []).filter(({ startsOn, endsOn }) => startsOn <= last && endsOn >= first);
  const stop = spot >= first && spot <= last ? spot : first;
  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step || !(event.target instanceof HTMLElement) || !event.target.dataset.day) return;
    event.preventDefault();
    const next = addDays(event.target.dataset.day, step);
    area.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
    if (next >= first && next <= last) setSpot(next);
  };
  const press = (day: Day, item: HolidayRow | undefined) => {
    setSpot(day);
    if (item) go({ id: item.id });
    else setAdding(day);
  };
  return (
    <>
      <Beside drawer={open !== null && <DetailDrawer definition={holiday} id={open} nav={{ close: () => go({}) }} />}>
        <chakra.div display="flex" flexDirection="column" flex="1" minH="0" minW="0">
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" minH="13" px="4" py="2">
            <chakra.h1 textStyle="lg" fontWeight="semibold">
              {t('year.title', { year })}
            </chakra.h1>
            <IconButton icon={ChevronLeft} label={t('year.previous')} onClick={() => go({ year: year - 1 })} />
            <IconButton icon={ChevronRight} label={t('year.next')} onClick={() => go({ year: year + 1 })} />
            <chakra.span flex="1" />
            {mayWrite && (
              <>
                <Button icon={CalendarPlus} onClick={() => setAdding('public')}>
                  {t('public.open')}
                </Button>
                <Button
                  look={open ? 'outline' : 'filled'}
                  icon={Plus}
                  aria-keyshortcuts="n"
                  onClick={() => setAdding(stop)}
                >
                  {t('actions.create')}
                </Button>
              </>
            )}
          </chakra.div>
          {error && !rows ? (
            <ErrorState title={t('year.failed')} onRetry={() => void again()} />
          ) : !rows ? (
            <SkeletonRows />
          ) : (
            <div className={yearClass()}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: its days are buttons; arrows are a shorter way between them */}
              <div ref={area} data-months="" onKeyDown={walk}>
                {Array.from({ length: 12 }, (_, n) => `${year}-${String(n + 1).padStart(2, '0')}`).map(month => (
                  <MonthGrid
                    key={month}
                    month={month}
                    today={today}
                    stop={stop}
                    rests={day => hoursOn({ schedules, holidays: [] }, day).length === 0}
                    holidayOf={day => holidayOn(ofYear, day)}
                    mayAdd={mayWrite}
                    onPress={press}
                  />
                ))}
              </div>
              <HolidayList holidays={ofYear} first={first} last={last} onOpen={id => go({ id })} />
            </div>
          )}
        </chakra.div>
      </Beside>
      {adding === 'public' && <PublicDialog year={year} there={ofYear} onClose={() => setAdding(null)} />}
      {adding !== null && adding !== 'public' && (
        <FormDialog
          open
          definition={holiday}
          defaults={{ startsOn: adding, endsOn: adding }}
          onSaved={row => {
            setAdding(null);
            go({ id: row.id });
          }}
          onCancel={() => setAdding(null)}
        />
      )}
    </>
  );
}
