import { ticket } from '@lobby/shared/modules/ticket.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { both } from '../../../client/kit/base/matches.ts';
import { store } from '../../../client/kit/base/store.ts';
import { type List, type ListQuery, openList } from '../../../client/kit/list/list.ts';
import { closeLive, openLive } from '../../../client/kit/live/live.ts';
import { forgetRecords, rowOf } from '../../../client/kit/records/records.ts';
import { sessionAtom } from '../../../client/kit/session/session.ts';
import { createWorld, pass, scope, type World } from './world.ts';

let world: World;
vi.mock('socket.io-client', () => ({ io: () => world.io() }));

const calm = { delay: () => 5, copies: () => 1 };
const id = (n: number) => n.toString(16).padStart(24, '0');
const STATUSES = ['WAITING_APPROVAL', 'APPROVED', 'PROCESSING', 'COMPLETED'];
const QUERIES: ListQuery[] = [
  { filter: {}, tab: 'all' },
  { filter: {}, tab: 'waiting' },
  { filter: { assigneeId: { in: ['me', 'none'] } }, tab: 'going', sort: '-lastMessageAt' },
  { filter: { labelIds: { in: ['l1'] } }, tab: 'all', sort: 'dueAt' },
  { filter: { q: 'x' }, tab: 'all' },
];

const values = (seed: number) => ({
  status: STATUSES[seed % 4],
  assigneeId: [null, 'me', 'you'][seed % 3] ?? null,
  labelIds: [[], ['l1'], ['l1', 'l2'], ['l2']][(seed >> 2) % 4],
  dueAt: seed % 5 === 0 ? null : new Date(Date.UTC(2026, 0, seed % 97)).toISOString(),
  lastMessageAt: seed % 7 === 0 ? null : new Date(Date.UTC(2026, 1, seed % 89)).toISOString(),
  title: seed % 2 ? 'x' : 'y',
});

function start(weather: Parameters<typeof createWorld>[0], rows: number): void {
  vi.useFakeTimers();
  world = createWorld(weather);
  for (let n = 0; n < rows; n++) world.write(id(n * 1000), { ...values(n * 31), createdAt: id(n * 1000) }, 'create');
  const me = { user: { id: 'u', name: 'Me', email: null }, units: [] };
  const place = { employeeId: 'me', projectId: 'p1', projectName: '', positions: [] };
  store.set(sessionAtom, { state: 'in', me: { ...me, employees: [place] } });
  openLive();
}

function stop(): void {
  closeLive();
  forgetRecords();
  vi.clearAllTimers();
  vi.useRealTimers();
}

/** Loaded rows have to match a fresh query, and after scrolling through, all rows. */
async function expectTrue(list: List, query: ListQuery): Promise<void> {
  const tab = ticket.list.tabs[query.tab as 'all'] ?? {};
  const fresh = world.query(both(tab, query.filter), query.sort ?? '-createdAt');
  const order = fresh.map(row => row.id);
  const view = store.get(list.view);
  expect(view.phase).toBe('ready');
  expect(view.total).toBe(fresh.length);
  expect(view.marks.size).toBe(0);
  expect(view.pending).toBe(0);
  expect(view.ids.length).toBe(fresh.length);
  for (const [index, shown] of view.ids.entries()) {
    const next = view.ids[index + 1];
    if (shown && next) expect(order.indexOf(next)).toBe(order.indexOf(shown) + 1);
    if (shown) expect(rowOf('ticket', shown)).toEqual(fresh[order.indexOf(shown)]);
  }
  for (let index = 0; index < fresh.length; index += 60) {
    list.show(index, index + 30);
    await pass(300);
  }
  await pass(3000);
  expect(store.get(list.view).ids).toEqual(order);
}

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('change' as const), at: fc.nat(999), seed: fc.nat(9999) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('message' as const), at: fc.nat(999), seed: fc.nat(9999) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('create' as const), at: fc.nat(999_999), seed: fc.nat(9999) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), at: fc.nat(999), seed: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('many' as const), at: fc.nat(999), seed: fc.nat(9999) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('show' as const), at: fc.nat(900), seed: fc.nat(40) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('attend' as const), at: fc.nat(5), seed: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('query' as const), at: fc.nat(4), seed: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut' as const), at: fc.nat(8000), seed: fc.nat(3) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('wait' as const), at: fc.nat(700), seed: fc.nat(9) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function play(list: List, steps: readonly Step[], first: number): Promise<ListQuery> {
  let query = QUERIES[first] ?? { filter: {} };
  let mend = () => {};
  for (const { do: what, at, seed } of steps) {
    const ids = world.rows().map(row => row.id);
    const target = ids[at % Math.max(1, ids.length)];
    if (what === 'change' && target) world.write(target, values(seed), 'update');
    if (what === 'message' && target)
      world.write(target, { lastMessageAt: new Date(Date.UTC(2026, 5, 1) + seed).toISOString() }, 'message');
    if (what === 'remove' && target) world.write(target, {}, 'remove');
    if (what === 'create' && !world.ids().includes(id(at)))
      world.write(id(at), { ...values(seed), createdAt: id(at) }, 'create');
    if (what === 'many') world.writeMany(ids.slice(at % 50, (at % 50) + 60), { status: STATUSES[seed % 4] });
    if (what === 'show') list.show(at, at + seed);
    if (what === 'attend') {
      if (at < 2) list.attention.scrolled(at === 0);
      else if (at < 5) list.attention.pointer((['enter', 'move', 'leave'] as const)[at - 2] ?? 'leave');
      else list.takePending();
    }
    if (what === 'query') {
      query = QUERIES[at] ?? query;
      list.setQuery(query);
    }
    if (what === 'cut') {
      mend();
      mend = world.cut();
      if (seed === 0) world.forget();
      await pass(at);
      mend();
    }
    if (what === 'wait') await pass(at);
  }
  mend();
  list.attention.scrolled(false);
  list.attention.pointer('leave');
  return query;
}

describe('a live list', () => {
  afterEach(stop);

  it('gives rows that changed while the line was cut their places, whatever stood beside them before', async () => {
    start(calm, 141);
    const query = QUERIES[2] ?? { filter: {} };
    const list = openList(ticket, scope, query);
    await pass(1000);
    const mend = world.cut();
    const going = world.query(both(ticket.list.tabs?.going ?? {}, query.filter), '-lastMessageAt').map(row => row.id);
    // A row enters the list, and one from the middle sinks to the end.
    const middle = going[Math.floor(going.length / 2)] ?? '';
    world.write(
      id(0),
      { status: 'APPROVED', assigneeId: 'me', lastMessageAt: new Date(Date.UTC(2026, 1, 3)).toISOString() },
      'update',
    );
    world.write(middle, { lastMessageAt: null }, 'update');
    await pass(500);
    mend();
    await pass(10_000);
    await expectTrue(list, query);
    list.close();
  });

  it('shows what it held when it was left, while the server cannot be reached, and is true again afterwards', async () => {
    start(calm, 250);
    const query = QUERIES[0] ?? { filter: {} };
    const before = openList(ticket, scope, query);
    await pass(1000);
    before.show(100, 130);
    await pass(1000);
    const seen = store.get(before.view).ids;
    before.close();
    const mend = world.cut();
    const list = openList(ticket, scope, query);
    await pass(500);
    expect(store.get(list.view)).toMatchObject({ phase: 'ready', total: 250 });
    expect(store.get(list.view).ids.slice(0, 100)).toEqual(seen.slice(0, 100));
    const other = openList(ticket, scope, { filter: { q: 'never asked' }, tab: 'all' });
    await pass(500);
    expect(store.get(other.view).phase).toBe('failed');
    other.close();
    world.write(id(999_999), { ...values(3), createdAt: id(999_999) }, 'create');
    mend();
    await pass(10_000);
    await expectTrue(list, query);
    list.close();
  });

  it.each([
    ['in calm weather', calm.copies, 0],
    ['over a network that drops, repeats and reorders a tenth of the frames', undefined, 60],
  ])(
    'ends equal to a fresh reading %s',
    async (_name, copies, spread) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 5, maxLength: 60 }),
          fc.nat(4),
          fc.nat(900),
          fc.infiniteStream(fc.nat(999)),
          async (steps, first, rows, chance) => {
            const roll = () => chance.next().value ?? 0;
            const bad = () => ({ 0: 0, 1: 2 })[Math.floor(roll() / 50)] ?? 1;
            start({ delay: () => 2 + (spread ? roll() % spread : 3), copies: copies ?? bad }, rows);
            const list = openList(ticket, scope, QUERIES[first] ?? { filter: {} });
            try {
              const query = await play(list, steps, first);
              await pass(120_000);
              await expectTrue(list, query);
            } finally {
              list.close();
              stop();
            }
          },
        ),
        { numRuns: Number(process.env.RUNS ?? 100), endOnFailure: false },
      );
    },
    120_000,
  );
});
