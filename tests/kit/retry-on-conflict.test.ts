import { retryOnConflict, VersionConflict } from '@lobby/server/kit/store/save.ts';
import { expect, it, vi } from 'vitest';

it('tries again until nobody was quicker, and gives up where somebody always is', async () => {
  const third = vi.fn(async () => {
    if (third.mock.calls.length < 3) throw new VersionConflict();
    return 'saved';
  });
  expect(await retryOnConflict(third)).toBe('saved');
  const never = vi.fn(() => Promise.reject(new VersionConflict()));
  await expect(retryOnConflict(never)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  expect(never.mock.calls.length).toBe(30);
  await expect(retryOnConflict(() => Promise.reject(new Error('other')))).rejects.toThrow('other');
});

it('waits before each try, longer and by chance: who met once does not meet again', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.99);
  const begun = performance.now();
  const fifth = vi.fn(async () => {
    if (fifth.mock.calls.length < 5) throw new VersionConflict();
  });
  await retryOnConflict(fifth);
  // 2 + 4 + 8 + 16 ms; a timer may fire a millisecond early.
  expect(performance.now() - begun).toBeGreaterThan(25);
  expect(random).toHaveBeenCalledTimes(4);
  random.mockRestore();
});
