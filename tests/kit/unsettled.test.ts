import { unsettled } from '@lobby/server/kit/ops/unsettled.ts';
import { expect, it } from 'vitest';

it('keeps what failed, beside what was added meanwhile, and lets nothing wait behind it', async () => {
  const waiting = unsettled();
  for (const member of ['1', '2']) waiting.add('a', member);
  waiting.add('b', '3');
  const done: unknown[] = [];
  const turn = () =>
    waiting.settle(async (group, members) => {
      done.push([group, members]);
      if (done.length > 1) return;
      waiting.add('a', '4');
      throw new Error('away');
    });
  await expect(turn()).rejects.toThrow('away');
  expect(done).toEqual([
    ['a', ['1', '2']],
    ['b', ['3']],
  ]);
  await turn();
  expect(done.slice(2)).toEqual([['a', ['4', '1', '2']]]);
  await turn();
  expect(done).toHaveLength(3);
});

it('holds all of a group, however its members are named', async () => {
  const waiting = unsettled();
  waiting.add('a', '1');
  waiting.add('a', null);
  waiting.add('a', '2');
  const done: unknown[] = [];
  const turn = (fails: boolean) =>
    waiting.settle(async (group, members) => {
      done.push([group, members]);
      waiting.add(group, '5');
      if (fails) throw new Error('away');
    });
  await expect(turn(true)).rejects.toThrow('away');
  await turn(false);
  expect(done).toEqual([
    ['a', null],
    ['a', null],
  ]);
});
