import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { keepDraft, leftBehind, readDraft } from '../../../client/kit/offline/drafts.ts';
import { useReplyDraft } from '../../../client/kit/ui/thread/reply-draft.ts';
import { renderHook, settle } from './render-hook.ts';

const BEGINNING = 'me/p/ticket/new';
const draft = (at: number) => ({ at });

it('of a new record is taken over from a tab that is no more, the newest first, and from no other', () => {
  const drafts: [string, { at: number }][] = [
    [`${BEGINNING}.open`, draft(9)],
    [`${BEGINNING}.gone`, draft(5)],
    [`${BEGINNING}.older`, draft(3)],
    [BEGINNING, draft(1)],
  ];
  expect(leftBehind(drafts, BEGINNING, new Set(['open']))?.[0]).toBe(`${BEGINNING}.gone`);
  expect(leftBehind(drafts.slice(3), BEGINNING, new Set(['open']))?.[0]).toBe(BEGINNING);
  expect(leftBehind(drafts.slice(0, 1), BEGINNING, new Set(['open']))).toBeUndefined();
  // Where nobody can tell, what was typed is not lost.
  expect(leftBehind(drafts, BEGINNING, null)?.[0]).toBe(`${BEGINNING}.open`);
});

it('of a new record is there again, once it was not sent', async () => {
  const key = { projectId: 'p', form: 'ticket' };
  const keeping = keepDraft<{ title: string }>(key);
  keeping.save({ title: 'Khoá' });
  keeping.flush();
  expect((await readDraft<{ title: string }>(key))?.values).toEqual({ title: 'Khoá' });
  await keeping.clear();
  expect(await readDraft(key)).toBeNull();
});

it('of a reply joins what was written before it was read', async () => {
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
