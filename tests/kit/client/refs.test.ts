import { beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '../../../client/kit/base/store.ts';
import { transport } from '../../../client/kit/http/token.ts';
import { closeLive, openLive, subscribeToModule } from '../../../client/kit/live/live.ts';
import { provideDefinitions } from '../../../client/kit/records/definitions.ts';
import { forgetRefs, refAtom, searchRefs } from '../../../client/kit/refs/refs.ts';
import { scopeAtom } from '../../../client/kit/session/session.ts';
import { createWorld, pass, scope, type World } from './world.ts';

let world: World;
let asked: string[][];
let batches: string[][];
let names: Record<string, string>;
let reachable: boolean;
vi.mock('socket.io-client', () => ({ io: () => world.io() }));

beforeEach(async () => {
  vi.useFakeTimers();
  world = createWorld({ delay: () => 2, copies: () => 1 });
  [asked, batches, reachable] = [[], [], true];
  names = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`t${n}`, `Name ${n}`]));
  transport.fetch = async (url, { body }) => {
    if (url.endsWith('/batch')) {
      const { reads }: { reads: { path: string; query: { ids: string[] } }[] } = JSON.parse(String(body));
      batches.push(reads.map(({ path }) => path));
      if (!reachable) throw new TypeError('away');
      // Reads of residents are refused.
      const data = reads.map(({ path, query }) =>
        path === '/member/options' ? null : { data: query.ids.map(id => ({ id, name: `${path} ${id}`, code: null })) },
      );
      return new Response(JSON.stringify({ code: 'SUCCESS', data }));
    }
    const { searchParams } = new URL(url, 'http://lobby');
    const ids = searchParams.getAll('ids[]');
    asked.push(ids);
    if (!reachable) throw new TypeError('away');
    const found = searchParams.has('q') ? ['t1', 't2'] : ids.filter(id => names[id]);
    return new Response(
      JSON.stringify({ code: 'SUCCESS', data: found.map(id => ({ id, name: names[id], code: null })) }),
    );
  };
  provideDefinitions([
    { name: 'ticket', code: 'HELP_DESK', path: '/pms/helpdesk' },
    { name: 'unit', code: 'UNIT', path: '/unit' },
    { name: 'resident', code: 'MEMBER', path: '/member' },
  ]);
  store.set(scopeAtom, scope);
  openLive();
  // As at start-up: the project is subscribed to before any screen loads names.
  subscribeToModule(scope, 'AUTHORIZATION', () => {});
  await pass(1000);
  return () => {
    forgetRefs();
    closeLive();
    vi.clearAllTimers();
    vi.useRealTimers();
  };
});

const show = (ids: readonly string[]) => {
  const stops = ids.map(id => store.sub(refAtom('ticket', id), () => {}));
  return () => {
    for (const stop of stops) stop();
  };
};
const nameOf = (id: string) => store.get(refAtom('ticket', id))?.name;

describe('names behind ids', () => {
  it('are asked for together, at most a hundred in a call', async () => {
    const hide = show(Object.keys(names));
    await pass(50);
    expect(asked.map(ids => ids.length)).toEqual([100, 50]);
    expect([nameOf('t0'), nameOf('t149')]).toEqual(['Name 0', 'Name 149']);
    hide();
  });

  it('of several definitions come in one call; what it refuses is asked for by itself', async () => {
    const stops = (['unit', 'ticket', 'resident'] as const).map(name => store.sub(refAtom(name, 't1'), () => {}));
    await pass(50);
    expect(batches).toEqual([['/unit/options', '/pms/helpdesk/options', '/member/options']]);
    expect(store.get(refAtom('unit', 't1'))?.name).toBe('/unit/options t1');
    expect([asked, store.get(refAtom('resident', 't1'))?.name]).toEqual([[['t1']], 'Name 1']);
    for (const stop of stops) stop();
  });

  it('are null where there is none, and asked for again when the network is back', async () => {
    reachable = false;
    const hide = show(['t1', 'nobody']);
    await pass(100);
    expect(store.get(refAtom('ticket', 't1'))).toBeUndefined();
    reachable = true;
    await pass(4000);
    expect([nameOf('t1'), store.get(refAtom('ticket', 'nobody'))]).toEqual(['Name 1', null]);
    hide();
  });

  it('follow their records while they are shown, and no others', async () => {
    const hide = show(['t1', 't2']);
    const hideThird = show(['t3']);
    await pass(50);
    hideThird();
    Object.assign(names, { t1: 'New 1', t3: 'New 3' });
    asked = [];
    world.write('t1', {}, 'update');
    world.write('t3', {}, 'update');
    await pass(100);
    expect([nameOf('t1'), asked]).toEqual(['New 1', [['t1']]]);
    const hideAgain = show(['t3']);
    await pass(50);
    expect(nameOf('t3')).toBe('New 3');
    hide();
    hideAgain();
  });

  it('that were found by their words are known', async () => {
    expect((await searchRefs('ticket', 'name')).map(ref => ref.id)).toEqual(['t1', 't2']);
    asked = [];
    const hide = show(['t1']);
    await pass(50);
    expect([nameOf('t1'), asked]).toEqual(['Name 1', []]);
    hide();
  });
});
