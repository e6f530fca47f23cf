import { expect, it } from 'vitest';
import { startServer } from '../setup/server/server.ts';
import { makeSite, PASSWORD } from '../setup/world.ts';

const server = await startServer();
const { ann, ben } = await makeSite(server.url, 'Alpha');

/** Many calls at once from an address, as a proxy hands them on: how many were let in, the last refusal, the seconds it took. */
async function rush(count: number, call: () => Promise<Response>) {
  const begun = performance.now();
  const answers = await Promise.all(Array.from({ length: count }, call));
  const refused = answers.filter(answer => answer.status === 429);
  return { let: count - refused.length, refused: refused.at(-1), seconds: (performance.now() - begun) / 1000 };
}
const as = (token: string, address: string) => () =>
  fetch(`${server.url}/api/auth/me`, { headers: { Authorization: `Bearer ${token}`, 'X-Forwarded-For': address } });
const guess = (address: string, n: number) =>
  fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ email: `nobody${n}@example.test`, password: PASSWORD }),
  });

it('a person has room to work, and no more', async ({ skip }) => {
  const calls = await rush(600, as(ann.token, '203.0.113.1'));
  const { seconds } = calls;
  expect(calls.let).toBeGreaterThanOrEqual(400);
  expect(calls.let).toBeLessThanOrEqual(401 + 40 * seconds);
  // A machine that is so busy that nobody can be too fast on it.
  skip(seconds > 3);
  expect(Number(calls.refused?.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  expect(await calls.refused?.json()).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    error: { statusCode: 429, message: expect.any(String), data: { seconds: 1 } },
  });
  // Whichever address they come from; a colleague at the same one is not held up.
  expect((await rush(50, as(ann.token, '203.0.113.2'))).let).toBeLessThan(50);
  expect((await rush(50, as(ben.token, '203.0.113.1'))).let).toBe(50);
});

it('guesses at different names from one address are few', async () => {
  let n = 0;
  const calls = await rush(90, () => guess('203.0.113.3', n++));
  expect(calls.let).toBeGreaterThanOrEqual(60);
  expect(calls.let).toBeLessThanOrEqual(60 + Math.ceil(calls.seconds));
  expect((await guess('203.0.113.4', 1)).status).toBe(401);
});

it('a network of version 6 is one address', async () => {
  let n = 0;
  const calls = await rush(90, () => guess(`2001:db8:1:2::${(n++).toString(16)}`, n));
  expect(calls.let).toBeLessThanOrEqual(60 + Math.ceil(calls.seconds));
});

it('programs of this machine are not counted', async () => {
  const direct = () => fetch(`${server.url}/api/auth/me`, { headers: { Authorization: `Bearer ${ann.token}` } });
  expect((await rush(600, direct)).let).toBe(600);
});
