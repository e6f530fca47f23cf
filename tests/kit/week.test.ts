import type { WorkScheduleRow } from '@lobby/shared/modules/work-schedule.ts';
import { expect, it } from 'vitest';
import { weekOf } from '../../client/modules/work-schedule/week.ts';

const schedule = (name: string, monday: string) => ({ id: name, name, monday }) as unknown as WorkScheduleRow;

it('shifts that meet stand side by side, one that is alone takes the whole width', () => {
  const [monday] = weekOf('2026-11-16', [schedule('Guard', '0-6, 6-14, 22-24'), schedule('Office', '8-12, 13-17')], []);
  const lanes = monday?.shifts.map(({ from, lane, lanes }) => [from / 60, lane, lanes]);
  expect(lanes).toEqual([
    [0, 0, 1],
    [6, 0, 2],
    [8, 1, 2],
    [13, 1, 2],
    [22, 0, 1],
  ]);
});
