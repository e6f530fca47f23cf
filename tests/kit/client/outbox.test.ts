import { beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '../../../client/kit/base/store.ts';
import { transport } from '../../../client/kit/http/token.ts';
import { keepDraft, readDraft } from '../../../client/kit/offline/drafts.ts';
import {
  discard,
  onSent,
  outgoingAtom,
  release,
  retry,
  send,
  takeBack,
  watchOutbox,
} from '../../../client/kit/offline/outbox.ts';
import { sessionAtom } from '../../../client/kit/session/session.ts';
import { useReplyDraft } from '../../../client/kit/ui/thread/reply-draft.ts';
import { useReturned } from '../../../client/kit/ui/thread/sending.ts';
import { renderHook, settle } from './render-hook.ts';

const scope = { projectId: 'p' };
const path = '/pms/helpdesk/1/messages';
const signInAs = (id: string) =>
  store.set(sessionAtom, { state: 'in', me: { user: { id, name: id, email: null }, employees: [], units: [] } });

/** Messages received by the server, by idempotency key: a repeated key gets the same response. */
let taken: Map<string, string>;
let weather: (text: string) => 'answers' | 'loses the answer' | 'is away' | 'refuses' | 'has moved';

beforeEach(() => {
  vi.useFakeTimers();
  taken = new Map();
  weather = () => 'answers';
  signInAs('u');
  transport.fetch = async (_url, init) => {
    const { content } = JSON.parse(String(init.body));
    const does = weather(content);
    await new Promise(resolve => setTimeout(resolve, 10));
    if (does === 'is away') throw new TypeError('away');
    const refuse = (status: number, code: string) =>
      new Response(JSON.stringify({ code, error: { statusCode: status, code, message: 'No.' } }), { status });
    if (does === 'refuses') return refuse(422, 'TEXT_FORBIDDEN');
    if (does === 'has moved') return refuse(409, 'MOVED_MEANWHILE');
    const key = new Headers(init.headers).get('Idempotency-Key') ?? '';
    if (!taken.has(key)) taken.set(key, content);
    if (does === 'loses the answer') throw new TypeError('lost');
    return new Response(JSON.stringify({ code: 'SUCCESS', data: { id: key, content: taken.get(key) } }));
  };
  return () => vi.useRealTimers();
});

const say = (content: string) => send(path, scope, { content });
const waiting = () =>
  store.get(outgoingAtom(path)).map(({ body, state }) => [(body as { content: string }).content, state]);

describe('the outbox', () => {
  it('sends in order, once, whatever the network does', async () => {
    const heard: unknown[] = [];
    const stop = onSent(path, answer => heard.push((answer as { content: string }).content));
    let calls = 0;
    weather = () =>
      (['is away', 'loses the answer', 'loses the answer', 'answers', 'is away'] as const)[calls++] ?? 'answers';
    for (const content of ['one', 'two', 'three']) say(content);
    await vi.advanceTimersByTimeAsync(1);
    expect(waiting()[0]).toEqual(['one', 'sending']);
    await vi.advanceTimersByTimeAsync(100);
    expect(waiting()).toEqual([
      ['one', 'pending'],
      ['two', 'pending'],
      ['three', 'pending'],
    ]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(waiting()).toEqual([]);
    expect([...taken.values()]).toEqual(['one', 'two', 'three']);
    expect(heard).toEqual(['one', 'two', 'three']);
    stop();
  });

  it('gives back to its writer what was written for a record that has moved since, and what they write by then', async () => {
    const about = { unitId: 'u1', status: 'OPEN' };
    const hook = await renderHook(() => {
      const reply = useReplyDraft(scope, 'reply', '1');
      useReturned(path, reply[0], reply[1]);
      return reply;
    });
    weather = () => 'has moved';
    const written = { content: 'For Dora', private: false, files: [], about };
    send(path, scope, { content: written.content }, undefined, { written });
    hook.at[1]({ content: 'And more' });
    await vi.advanceTimersByTimeAsync(100);
    await settle();
    expect(waiting()).toEqual([]);
    expect(hook.at[0]).toMatchObject({ content: 'For Dora\nAnd more', about });
    hook.close();
  });

  it('holds what can be taken back, and then lets it go, or at once', async () => {
    const held = (content: string) => send(path, scope, { content }, undefined, { from: Date.now() + 5000 });
    const [back, gone] = [held('taken back'), held('gone')];
    await vi.advanceTimersByTimeAsync(4900);
    expect(taken.size).toBe(0);
    expect(takeBack(path, [back])).toBe(true);
    await vi.advanceTimersByTimeAsync(5000);
    expect([...taken.values()]).toEqual(['gone']);
    expect(takeBack(path, [gone])).toBe(false);
    held('at once');
    release(path);
    await vi.advanceTimersByTimeAsync(100);
    expect([...taken.values()]).toEqual(['gone', 'at once']);
  });

  it('sends what goes with a message only after it, and not at all without it', async () => {
    weather = text => (text === 'refused' ? 'refuses' : 'answers');
    const first = send(path, scope, { content: 'refused' });
    send(path, scope, { content: 'goes along' }, undefined, { after: first });
    send(path, scope, { content: 'of its own' });
    await vi.advanceTimersByTimeAsync(1000);
    expect([...taken.values()]).toEqual(['of its own']);
    weather = () => 'answers';
    retry(path, first);
    await vi.advanceTimersByTimeAsync(1000);
    expect([...taken.values()]).toEqual(['of its own', 'refused', 'goes along']);
    weather = () => 'refuses';
    const last = send(path, scope, { content: 'given up' });
    send(path, scope, { content: 'with it' }, undefined, { after: last });
    await vi.advanceTimersByTimeAsync(1000);
    discard(path, last);
    expect(waiting()).toEqual([]);
  });

  it('keeps what was refused until it is tried again or given up, and lets the rest go', async () => {
    weather = text => (text === 'bad' ? 'refuses' : 'answers');
    for (const content of ['bad', 'good']) say(content);
    await vi.advanceTimersByTimeAsync(100);
    expect(waiting()).toEqual([['bad', 'failed']]);
    const key = store.get(outgoingAtom(path))[0]?.key ?? '';
    expect(store.get(outgoingAtom(path))[0]?.error).toEqual({ code: 'TEXT_FORBIDDEN', message: 'No.' });
    weather = () => 'answers';
    retry(path, key);
    await vi.advanceTimersByTimeAsync(100);
    expect([...taken.values()]).toEqual(['good', 'bad']);
    weather = () => 'refuses';
    say('worse');
    await vi.advanceTimersByTimeAsync(100);
    discard(path, store.get(outgoingAtom(path))[0]?.key ?? '');
    expect(waiting()).toEqual([]);
  });

  it('brings back what was written before, to its writer only', async () => {
    weather = () => 'is away';
    say('mine');
    await vi.advanceTimersByTimeAsync(100);
    store.set(outgoingAtom(path), []);
    weather = () => 'answers';
    signInAs('other');
    watchOutbox()();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(taken.size).toBe(0);
    signInAs('u');
    watchOutbox()();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([...taken.values()]).toEqual(['mine']);
  });
});

describe('an act with files', () => {
  const lane = '/maintenance/1/day';
  const to = { entity: null, id: '1', path: '/maintenance/1/answer', status: '' };
  const photo = (name: string) => new File([name], name, { type: 'image/jpeg' });
  let uploads: string[];
  let sent: unknown[];
  let isAway: (call: string) => boolean;

  beforeEach(() => {
    uploads = [];
    sent = [];
    isAway = () => false;
    transport.fetch = async (url, init) => {
      if (isAway(url)) throw new TypeError('away');
      const answer = (data: unknown) => new Response(JSON.stringify({ code: 'SUCCESS', data }));
      if (init.body instanceof FormData) {
        const [file] = init.body.getAll('files') as File[];
        uploads.push(file?.name ?? '');
        return answer([{ id: `id-${file?.name}` }]);
      }
      sent.push(JSON.parse(String(init.body)));
      return answer({ id: '1' });
    };
    store.set(outgoingAtom(lane), []);
  });

  const write = () =>
    send(lane, scope, { images: ['$photo0', '$photo1'], note: '$photo0 is no file here' }, to, {
      files: [
        { word: '$photo0', file: photo('a') },
        { word: '$photo1', file: photo('b') },
      ],
    });

  it('uploads each file once, though the network goes away between them', async () => {
    isAway = url => url.endsWith('/upload') && uploads.length === 1;
    write();
    await vi.advanceTimersByTimeAsync(1000);
    expect([uploads, sent]).toEqual([['a'], []]);
    isAway = url => url.endsWith('/answer');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([uploads, sent]).toEqual([['a', 'b'], []]);
    isAway = () => false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(uploads).toEqual(['a', 'b']);
    expect(sent).toEqual([{ images: ['id-a', 'id-b'], note: '$photo0 is no file here' }]);
  });

  it('goes after more than a day too', async () => {
    isAway = () => true;
    write();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    await vi.advanceTimersByTimeAsync(60_000);
    isAway = () => false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.get(outgoingAtom(lane))).toEqual([]);
    expect(sent).toHaveLength(1);
  });
});

describe('a draft', () => {
  const key = { projectId: 'p', form: 'ticket' };

  it('is kept by user, project, form and record, a moment after it was typed', async () => {
    const keeping = keepDraft<{ title: string }>({ ...key, recordId: 'a' });
    keeping.save({ title: 'x' }, 3);
    keeping.save({ title: 'xy' }, 3);
    await vi.advanceTimersByTimeAsync(400);
    expect(await readDraft({ ...key, recordId: 'a' })).toMatchObject({ values: { title: 'xy' }, version: 3 });
    expect(await readDraft(key)).toBeNull();
    signInAs('other');
    expect(await readDraft({ ...key, recordId: 'a' })).toBeNull();
    signInAs('u');
    await keeping.clear();
    expect(await readDraft({ ...key, recordId: 'a' })).toBeNull();
  });

  it('is kept at once when the page is left', async () => {
    const keeping = keepDraft<string>(key);
    keeping.save('last words');
    keeping.flush();
    expect((await readDraft<string>(key))?.values).toBe('last words');
  });
});
