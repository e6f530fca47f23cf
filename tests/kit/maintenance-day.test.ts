import type { WorkItem } from '@lobby/shared/modules/checklist-items.ts';
import { describe, expect, it } from 'vitest';
import {
  type DayWork,
  dayGroups,
  firstOpen,
  missingIn,
  withSent,
  withWaiting,
} from '../../client/modules/maintenance/my-day/day.ts';

const items: WorkItem[] = [
  { n: 1, label: 'Doors', kind: 'CHECK', photoOnFail: true, noteOnFail: true },
  { n: 2, label: 'Gap', kind: 'NUMBER', min: 2, max: 2.5 },
  { n: 3, label: 'Remarks', kind: 'TEXT', required: false },
];
const work: DayWork = {
  id: 'w',
  code: 'BT-1',
  title: 'Doors',
  kind: 'MAINTENANCE',
  status: 'SCHEDULED',
  scheduledDate: '2026-11-27',
  startAt: null,
  dueDate: null,
  overdue: false,
  priority: null,
  description: null,
  target: null,
  place: null,
  requiresPhoto: true,
  requiresSignature: true,
  photos: 0,
  signatures: 0,
  estimatedMinutes: null,
  progress: 0,
  items,
  parts: [],
};
const act = (name: string, status: string, body: unknown = {}, state = 'pending') => ({
  body,
  act: { path: `/maintenance/w/${name}`, status },
  state,
});
const answer = (n: number, said: object, state?: string) =>
  act(
    'answer',
    '',
    {
      items: [{ n, value: null, result: null, note: null, images: [], at: '', key: `k${n}`, corrects: null, ...said }],
    },
    state,
  );

describe('a work on a phone without a network', () => {
  it('stands as what waits to be sent leaves it', () => {
    const after = withWaiting(work, [
      act('start', 'IN_PROGRESS'),
      answer(1, { result: 'PASS' }),
      answer(2, { value: '2,5' }),
    ]);
    expect([after.status, after.progress]).toEqual(['IN_PROGRESS', 100]);
    expect(after.items.map(({ result, value }) => [result, value])).toEqual([
      ['PASS', null],
      ['PASS', '2.5'],
      [undefined, undefined],
    ]);
    expect(firstOpen(after.items)).toBe(2);
    expect(withWaiting(after, [act('complete', 'COMPLETED')]).status).toBe('COMPLETED');
  });

  it('does not count what was refused, or what says too little', () => {
    const after = withWaiting(work, [
      act('start', 'IN_PROGRESS', {}, 'failed'),
      answer(1, { result: 'FAIL' }),
      answer(2, { value: '2.51' }, 'failed'),
    ]);
    expect([after.status, firstOpen(after.items)]).toEqual(['SCHEDULED', 0]);
  });

  it('stays as it was said while what has gone out is not read again', () => {
    const snapshot = { day: '2026-11-27', works: [work], supplies: [] };
    const sent = [act('start', 'IN_PROGRESS'), answer(1, { result: 'PASS' })].map((one, n) => ({
      one: { ...one, path: 'lane of w' },
      answeredAt: 100 + n,
    }));
    const laneOf = (id: string) => `lane of ${id}`;
    const [stands] = withSent(snapshot, sent, 50, laneOf).works;
    expect([stands?.status, firstOpen(stands?.items ?? [])]).toEqual(['IN_PROGRESS', 1]);
    // The snapshot was requested after the response to the start, and before the response to the answer.
    const begun = { ...snapshot, works: [{ ...work, status: 'ON_HOLD' }] };
    const [later] = withSent(begun, sent, 101, laneOf).works;
    expect([later?.status, firstOpen(later?.items ?? [])]).toEqual(['ON_HOLD', 1]);
    expect(withSent(begun, sent, 102, laneOf)).toBe(begun);
  });

  it('names what it still needs', () => {
    expect(missingIn(work, 0, 0)).toEqual({ items: [1, 2], photo: true, signature: true });
    const whole = withWaiting(work, [answer(1, { result: 'PASS' }), answer(2, { value: '2' })]);
    expect(missingIn(whole, 1, 1)).toEqual({ items: [], photo: false, signature: false });
  });

  it('is of today where its day has come or it has begun, by its place', () => {
    const [late, later, going] = [
      { ...work, id: 'a', scheduledDate: '2026-11-20', place: 'B1' },
      { ...work, id: 'b', scheduledDate: '2026-11-30' },
      { ...work, id: 'c', scheduledDate: '2026-11-30', status: 'ON_HOLD', place: 'B1' },
    ];
    expect(dayGroups([late, later, going], '2026-11-27')).toEqual({ today: [['B1', [late, going]]], later: [later] });
  });
});
