import { useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { keepDraft, leftBehind, readDraft } from '../../../client/kit/offline/drafts.ts';
import { changeOf, useReplyDraft } from '../../../client/kit/ui/thread/reply-draft.ts';
import { renderHook, settle } from './render-hook.ts';

const BEGINNING = 'me/p/ticket/new';
const draft = (at: number) => ({ at });

it('a draft of a new record is taken over from a closed tab, the newest first, and from no open one', () => {
  const drafts: [string, { at: number }][] = [
    [`${BEGINNING}.open`, draft(9)],
    [`${BEGINNING}.gone`, draft(5)],
    [`${BEGINNING}.older`, draft(3)],
    [BEGINNING, draft(1)],
  ];
  expect(leftBehind(drafts, BEGINNING, new Set(['open']))?.[0]).toBe(`${BEGINNING}.gone`);
  expect(leftBehind(drafts.slice(3), BEGINNING, new Set(['open']))?.[0]).toBe(BEGINNING);
  expect(leftBehind(drafts.slice(0, 1), BEGINNING, new Set(['open']))).toBeUndefined();
  // If the open tabs are unknown, the draft is kept.
  expect(leftBehind(drafts, BEGINNING, null)?.[0]).toBe(`${BEGINNING}.open`);
});

it('a draft of a new record is restored until it is cleared', async () => {
  const key = { projectId: 'p', form: 'ticket' };
  const keeping = keepDraft<{ title: string }>(key);
  keeping.save({ title: 'Khoá' });
  keeping.flush();
  expect((await readDraft<{ title: string }>(key))?.values).toEqual({ title: 'Khoá' });
  await keeping.clear();
  expect(await readDraft(key)).toBeNull();
});

it('a draft of a reply keeps words typed before the stored ones were read', async () => {
  const keeping = keepDraft<{ content: string }>({ projectId: 'p', form: 'reply', recordId: 'r1' });
  keeping.save({ content: 'Stored words' });
  keeping.flush();
  const hook = await renderHook(() => {
    const reply = useReplyDraft({ projectId: 'p' }, 'reply', 'r1');
    const write = reply[1];
    useEffect(() => write({ content: 'Typed at once' }), []);
    return reply;
  });
  await settle();
  expect(hook.at[0].content).toBe('Stored words\nTyped at once');
  await settle();
  expect(
    (await readDraft<{ content: string }>({ projectId: 'p', form: 'reply', recordId: 'r1' }))?.values.content,
  ).toBe('Stored words\nTyped at once');
  hook.close();
});

it('a draft of a reply tells how its record changed since its first letter', async () => {
  const open = { unitId: 'u1', status: 'OPEN' };
  const hook = await renderHook(
    (about: { unitId: string; status: string }) => useReplyDraft({ projectId: 'p' }, 'reply', 'r3', about),
    open,
  );
  const change = (now: { unitId: string; status: string }) => changeOf(hook.at[0].about, now, ['DONE']);
  hook.at[1]({ content: 'W' });
  await settle();
  const done = { unitId: 'u1', status: 'DONE' };
  await hook.with(done);
  hook.at[1]({ content: 'We' });
  await settle();
  expect([change(open), change({ unitId: 'u1', status: 'ELSE' }), change(done)]).toEqual([
    null,
    null,
    'endedMeanwhile',
  ]);
  expect(change({ unitId: 'u2', status: 'OPEN' })).toBe('movedMeanwhile');
  // A text started after the ticket was closed is no reply to an open one.
  hook.at[1]({ content: '' });
  await settle();
  hook.at[1]({ content: 'Glad' });
  await settle();
  expect([change(done), change(open)]).toEqual([null, null]);
  hook.close();
});

/** Modules of a reloaded page; the previous page holds the lock on the tab name until `letGo` is called. */
async function reloaded() {
  const kept = new Map([['lobby.tab', 'first']]);
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>();
  const request: LockManager['request'] = async (name: string, ...rest: unknown[]) => {
    const then = rest.at(-1) as (lock: { name: string } | null) => Promise<never>;
    const isBusy = name.endsWith('first');
    if (isBusy && (rest[0] as LockOptions).ifAvailable) return then(null);
    if (isBusy) await gone;
    return then({ name });
  };
  vi.stubGlobal('document', {});
  vi.stubGlobal('navigator', { locks: { request, query: async () => ({ held: [{ name: 'lobby-tab-first' }] }) } });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.resetModules();
  const fresh = {
    ...(await import('../../../client/kit/offline/tab.ts')),
    ...(await import('../../../client/kit/offline/drafts.ts')),
    ...(await import('../../../client/kit/ui/thread/reply-draft.ts')),
  };
  vi.unstubAllGlobals();
  return { ...fresh, letGo };
}

it('a draft of a new record stays with its tab after a reload, while the page before still holds the tab’s name', async () => {
  const page = await reloaded();
  const settling = page.tabSettling();
  page.letGo();
  await settling;
  expect(page.tabName()).toBe('first');
});

it('a draft of a reply survives a remount of its input before it was read', async () => {
  const page = await reloaded();
  const key = { projectId: 'p', form: 'reply', recordId: 'r2' };
  const keeping = page.keepDraft<{ content: string }>(key);
  keeping.save({ content: 'Stored words' });
  keeping.flush();
  const reply = () => page.useReplyDraft({ projectId: 'p' }, 'reply', 'r2');
  const first = await renderHook(reply);
  first.at[1]({ content: 'Keys' });
  await settle();
  first.close();
  const again = await renderHook(reply);
  expect(again.at[0].content).toBe('Keys');
  page.letGo();
  await page.tabSettling();
  await settle();
  expect(again.at[0].content).toBe('Stored words\nKeys');
  again.close();
});
