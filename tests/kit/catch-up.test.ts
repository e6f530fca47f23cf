import { catchUp } from '@lobby/server/kit/ops/catch-up.ts';
import { expect, it } from 'vitest';

const PATIENCE = 5000;
const gate = () => Promise.withResolvers<void>();

it('waits for the turn that follows a change, also once it has begun', async () => {
  const gates = [gate(), gate()];
  const done: number[] = [];
  let turns = 0;
  const work = catchUp(async () => {
    const n = turns++;
    await gates[n]?.promise;
    done.push(n);
  });
  work.fallBehind();
  void work.run();
  await Promise.resolve();
  let isRead = false;
  const reader = work.caughtUp(PATIENCE).then(() => {
    isRead = true;
  });
  await new Promise(setImmediate);
  expect([turns, isRead]).toEqual([1, false]);
  gates[0]?.resolve();
  await reader;
  expect(done).toEqual([0]);
});

it('takes another turn for a change that came while one ran', async () => {
  const gates = [gate(), gate()];
  let turns = 0;
  const work = catchUp(async () => {
    await gates[turns++]?.promise;
  });
  void work.run();
  await Promise.resolve();
  work.fallBehind();
  const reader = work.caughtUp(PATIENCE);
  gates[0]?.resolve();
  gates[1]?.resolve();
  await reader;
  expect(turns).toBe(2);
});

it('waits for nothing when all is followed, and no longer than its patience', async () => {
  const never = catchUp(() => gate().promise);
  await never.caughtUp(PATIENCE);
  never.fallBehind();
  await never.caughtUp(10);
});

it('is behind after a turn that failed', async () => {
  let turns = 0;
  const work = catchUp(async () => {
    if (turns++ === 0) throw new Error('unreachable');
  });
  work.fallBehind();
  await expect(work.run()).rejects.toThrow('unreachable');
  await work.caughtUp(PATIENCE);
  expect(turns).toBe(2);
});
