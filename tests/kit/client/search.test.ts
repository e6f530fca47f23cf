import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { transport } from '../../../client/kit/http/token.ts';
import { type Found, findRecords } from '../../../client/shell/palette/found.ts';

const record = (entity: string): Found => ({ entity, id: '1', title: entity, code: null, note: '', status: null });
type Reply = { found: Found[]; leftOut?: string } | number;

let asked: string[] = [];
let replies: Reply[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  [asked, replies] = [[], []];
  transport.fetch = async url => {
    asked.push(url.replace(/^.*\?/, ''));
    const reply = replies.shift();
    if (reply === undefined) throw new TypeError('away');
    if (typeof reply === 'number') return new Response('{}', { status: reply });
    const headers = new Headers(reply.leftOut ? { 'X-Left-Out': reply.leftOut } : {});
    return new Response(JSON.stringify({ code: 'SUCCESS', data: reply.found }), { headers });
  };
});
afterEach(() => vi.useRealTimers());

async function search(signal = new AbortController().signal) {
  const shown: [string[], readonly string[]][] = [];
  const done = findRecords('p', 'mai', signal, (found, left) => shown.push([found.map(one => one.entity), left]));
  await vi.advanceTimersByTimeAsync(20_000);
  return { shown, done };
}

it('asks again for the modules that the server had no time for, until all were looked through', async () => {
  replies = [
    { found: [record('unit')], leftOut: 'resident,ticket' },
    503,
    { found: [record('ticket')], leftOut: 'resident' },
    { found: [record('resident')] },
  ];
  const { shown, done } = await search();
  await done;
  expect(shown).toEqual([
    [['unit'], ['resident', 'ticket']],
    [['unit'], ['resident', 'ticket']],
    [['unit', 'ticket'], ['resident']],
    [['unit', 'ticket', 'resident'], []],
  ]);
  const again = 'q=mai&modules[]=resident&modules[]=ticket';
  expect(asked).toEqual(['q=mai', again, again, 'q=mai&modules[]=resident']);
});

it('ends where everything was looked through, nothing comes, or somebody types on', async () => {
  replies = [{ found: [record('unit')] }];
  expect((await search()).shown).toEqual([[['unit'], []]]);
  replies = [];
  expect((await search()).shown).toEqual([[[], []]]);
  const stop = new AbortController();
  replies = [{ found: [], leftOut: 'resident' }];
  const before = asked.length;
  const waiting = search(stop.signal);
  stop.abort();
  expect((await waiting).shown).toEqual([]);
  expect(asked.length).toBe(before + 1);
});
