import { expect, it } from 'vitest';
import { callerOf } from '../setup/caller.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann } = await makeSite(server.url, 'Alpha');

/** A try from an address of its own, so that one is not held up by the others. */
const guess = (email: string, n: number) =>
  callerOf(
    () => server.url,
    () => ({ 'X-Forwarded-For': `10.2.${n}.1` }),
  ).post('/auth/login', { email, password: 'wrong-password' });

it('a sign-in takes as long for an unknown user as for a wrong password', async () => {
  const time = async (email: string, n: number) => {
    const start = performance.now();
    await guess(email, n);
    return performance.now() - start;
  };
  await time('warm@example.test', 99);
  const [known, unknown]: number[][] = [[], []];
  for (let n = 0; n < 8; n++) {
    known?.push(await time(ann.email, n));
    unknown?.push(await time('nobody@example.test', n));
  }
  const middle = (list: number[] = []) => list.toSorted((a, b) => a - b)[4] ?? 0;
  expect(middle(unknown)).toBeGreaterThan(middle(known) / 3);
  expect(middle(unknown)).toBeLessThan(middle(known) * 3);
});
