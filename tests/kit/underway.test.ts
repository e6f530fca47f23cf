import { asUnderway, noneUnderway } from '@lobby/server/kit/http/underway.ts';
import { expect, it } from 'vitest';

it('work of requests is waited for, what begins meanwhile and what fails too', async () => {
  const ended: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = asUnderway(promise.then(() => void asUnderway(second())));
  const second = async () => {
    await Promise.resolve();
    ended.push('second');
    throw new Error('refused');
  };
  const waited = noneUnderway().then(() => ended.push('none'));
  await Promise.resolve();
  expect(ended).toEqual([]);
  resolve();
  await first;
  await waited;
  expect(ended).toEqual(['second', 'none']);
});
