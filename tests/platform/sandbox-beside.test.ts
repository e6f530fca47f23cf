import { createServer } from 'node:net';
import { SANDBOX_PORTS, startBeside } from '@lobby/server/demo/beside.ts';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../setup/client/socket-client.ts';

it('stands beside a demo in a process of its own, and ends when it is told to', async () => {
  const beside = await startBeside({ SANDBOX_PORT: '0' });
  const urls = [...Object.values(beside?.urls ?? {}), beside?.bank ?? '', beside?.accounting ?? ''];
  expect(urls).toHaveLength(4);
  const answers = () =>
    Promise.all(
      urls.map(url =>
        fetch(url).then(
          ({ status }) => status < 500,
          () => false,
        ),
      ),
    );
  expect(await answers()).toEqual([true, true, true, true]);
  beside?.stop();
  await until(async () => !(await answers()).includes(true));
});

it('has ports of its own where another demo has the usual ones, which may end first', async () => {
  const other = createServer().listen(SANDBOX_PORTS.payments, '127.0.0.1');
  // Taken already by a demo on this machine: just as well.
  await new Promise(resolve => other.once('listening', resolve).once('error', resolve));
  const beside = await startBeside();
  onTestFinished(() => {
    beside?.stop();
    other.close();
  });
  const url = String(beside?.urls.PAYMENT_SANDBOX_URL);
  expect(url).not.toContain(`:${SANDBOX_PORTS.payments}`);
  expect((await fetch(`${url}/keys?provider=MOMO`)).status).toBe(200);
});
