import { Overtaken, untilSettled } from '@lobby/server/kit/store/save.ts';
import { expect, it, vi } from 'vitest';

it('tries again until nobody was quicker, and gives up where somebody always is', async () => {
  const third = vi.fn(async () => {
    if (third.mock.calls.length < 3) throw new Overtaken();
    return 'saved';
  });
  expect(await untilSettled(third)).toBe('saved');
  const never = vi.fn(() => Promise.reject(new Overtaken()));
  await expect(untilSettled(never)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  expect(never.mock.calls.length).toBe(30);
  await expect(untilSettled(() => Promise.reject(new Error('other')))).rejects.toThrow('other');
});
