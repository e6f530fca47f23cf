import { dayOf, weekdayOf } from '@lobby/shared/kit/dates.ts';
import { holiday, WEEK, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { useSyncExternalStore } from 'react';
import { onZone, zoneNow } from '../../kit/base/zone.ts';
import { now } from '../../kit/http/clock.ts';
import { readAll } from '../../kit/http/read-all.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { useCan } from '../../kit/session/permissions.ts';
import type { Line } from '../../shell/HomeSection.tsx';
import { iconNamed } from '../../shell/menu/icons.ts';

/** Interval of reloading, since the day goes on. */
const EVERY_MS = 60_000;

/** Loads the schedules with hours on this weekday, and the holiday if today is one. */
export function useShifts(projectId: string): Line[] {
  const zone = useSyncExternalStore(onZone, zoneNow);
  const today = dayOf(new Date(now()), zone);
  const mayRead = useCan(workSchedule.code, 'read');
  const how = { scope: { projectId }, read: readAll, follow: workSchedule.code, every: EVERY_MS };
  const { data: schedules } = useRows(mayRead && workSchedule, how);
  const { data: holidays } = useRows(mayRead && holiday, { ...how, filter: { startsOn: { to: today } } });
  const to = `/projects/${projectId}/${workSchedule.route}`;
  const weekday = WEEK[(weekdayOf(today) + 6) % 7] ?? 'monday';
  const off = (holidays ?? []).filter(({ startsOn, endsOn }) => startsOn <= today && today <= endsOn);
  const working = (schedules ?? []).filter(schedule => schedule[weekday]);
  return [
    ...off.map(({ id, name }) => ({ key: id, label: name, to, icon: iconNamed(holiday.icon) })),
    ...working.map(schedule => ({
      key: schedule.id,
      label: schedule.name,
      note: schedule[weekday] ?? '',
      to,
      icon: iconNamed(workSchedule.icon),
    })),
  ];
}
