import { startBeside } from '@lobby/server/demo/beside.ts';
import { expect, it } from 'vitest';
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
