import { beforeEach, expect, it, vi } from 'vitest';
import { resetFamily, store } from '../../../client/kit/base/store.ts';
import { transport } from '../../../client/kit/http/token.ts';
import { forgetOutbox, outgoingAtom, unsent, watchOutbox } from '../../../client/kit/offline/outbox.ts';
import { scopeAtom, sessionAtom } from '../../../client/kit/session/session.ts';
import { type DoorRow, findAtDoor, laneOf, letIn, withScans } from '../../../client/modules/conference/desk/door.ts';

const signInAs = (id: string) =>
  store.set(sessionAtom, { state: 'in', me: { user: { id, name: id, email: null }, employees: [], units: [] } });

/** Server state: the desk that checked in each row first. */
let inside: Map<string, string>;
let away = false;

beforeEach(() => {
  vi.useFakeTimers();
  inside = new Map();
  away = true;
  store.set(scopeAtom, { projectId: 'p' });
  signInAs('u');
  transport.fetch = async (url, init) => {
    if (away) throw new TypeError('away');
    const id = /conference-unit\/(\w+)\/check-in/.exec(String(url))?.[1] ?? '';
    const { desk } = JSON.parse(String(init.body));
    const first = inside.get(id);
    const error = { statusCode: 409, code: 'CONFERENCE_CHECKED_IN', message: `Desk ${first} was first` };
    if (first) return new Response(JSON.stringify({ code: error.code, error }), { status: 409 });
    inside.set(id, desk);
    return new Response(JSON.stringify({ code: 'SUCCESS', data: { id, version: 2, checkIn: 'CHECKED_IN' } }));
  };
  return () => vi.useRealTimers();
});

const rowOf = (n: number, more: Partial<DoorRow> = {}): DoorRow => ({
  id: `r${n}`,
  unitId: `u${n}`,
  unit: `A-${100 + n}`,
  owner: `Nguyễn Văn ${n}`,
  representative: null,
  weight: 62.75,
  attendance: 'ATTEND',
  code6: String(100_000 + n),
  pass: '',
  holders: [`h${n}`],
  by: null,
  checkIn: 'NOT_CHECKED_IN',
  checkedInAt: null,
  desk: null,
  ...more,
});

it('loses none of 60 scans of two desks without a network, and tells of the ten that both had', async () => {
  const [one, two] = [laneOf('m1'), laneOf('m2')];
  for (let n = 0; n < 30; n++) letIn('m1', rowOf(n), '1', true);
  for (let n = 20; n < 50; n++) letIn('m2', rowOf(n), '2', false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(inside.size).toBe(0);
  // After a reload, and after signing out and in, all entries are still queued; they do not count as unsent in the
  // sign-out warning.
  expect(await unsent()).toBe(0);
  await forgetOutbox('u');
  resetFamily(outgoingAtom, []);
  away = false;
  const stop = watchOutbox();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(inside.size).toBe(50);
  const left = [one, two].flatMap(lane => store.get(outgoingAtom(lane)));
  expect(left.map(({ state }) => state)).toEqual(Array(10).fill('failed'));
  expect(new Set(left.map(({ act }) => act?.id)).size).toBe(10);
  expect(left[0]?.error?.message).toMatch(/^Desk [12] was first$/);
  stop();
});

it('finds in the list what the server would: all that a person holds, by code, unit, name or pass', async () => {
  const rows = [rowOf(1), rowOf(2, { holders: ['x'], representative: 'Trần Lâm' }), rowOf(3, { holders: ['x', 'h9'] })];
  const found = async (typed: string) => (await findAtDoor(rows, typed)).map(({ id }) => id);
  expect(await found('100001')).toEqual(['r1']);
  expect(await found('a102')).toEqual(['r2', 'r3']);
  expect(await found('tran lam')).toEqual(['r2', 'r3']);
  expect(await found('nguyen van')).toEqual(['r1', 'r2', 'r3']);
  expect(await found('HN:made-up')).toEqual([]);
  const key = letIn('m3', { id: 'r1' }, '4', false);
  const seen = withScans(rows, store.get(outgoingAtom(laneOf('m3'))));
  expect(seen.map(({ checkIn, desk }) => [checkIn, desk])).toEqual([
    ['CHECKED_IN', '4'],
    ['NOT_CHECKED_IN', null],
    ['NOT_CHECKED_IN', null],
  ]);
  expect(key).toBeTruthy();
});
