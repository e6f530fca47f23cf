import { expect, it } from 'vitest';
import { keepDraft, leftBehind, readDraft } from '../../../client/kit/offline/drafts.ts';

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
