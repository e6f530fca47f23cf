import { request } from 'node:http';
import { createGate } from '@lobby/server/kit/http/gate.ts';
import { label } from '@lobby/shared/modules/label.ts';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { contentOf } from '../attack/bad-files.ts';
import { HEAVY_BOOKS } from '../attack/heavy-books.ts';
import { memoryOf } from '../load/machine.ts';
import { formOf, png } from '../setup/contract/samples.ts';
import { until } from '../setup/server/listener.ts';
import { startAlone, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const MB = 1024 * 1024;
const server = await startServer();
const { ann, ben, dora, unitId } = await makeSite(server.url, 'Alpha');
const second = await startAlone(server);

/** The most that the second server held above before, in MB, while something was done. */
async function mostHeld(work: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(second.pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(second.pid));
  }, 20);
  await work().finally(() => clearInterval(watch));
  return most - before;
}
const many = <T>(count: number, run: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => run(n)));
const ready = await ann.at(second.url).file('/upload', formOf([{ name: 'a.png', body: await png() }]));

it('a gate takes so much at once, lets others wait, and refuses the rest', async () => {
  const gate = createGate({ what: 'test', inAll: 10, own: 12, waiting: 2, patienceMs: 300 });
  const order: string[] = [];
  let open = () => {};
  const held = new Promise<void>(resolve => {
    open = resolve;
  });
  const first = gate('ann', 8, () => held);
  const wait = (who: string, weight: number) => gate(who, weight, async () => void order.push(who));
  const second = wait('ann', 4);
  await expect(wait('ann', 4)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  const third = wait('ben', 99);
  await expect(wait('carl', 5)).rejects.toMatchObject({ code: 'SERVER_BUSY' });
  open();
  await Promise.all([first, second, third]);
  expect(order).toEqual(['ben', 'ann']);
  const last = gate('ann', 10, () => new Promise(resolve => setTimeout(resolve, 500)));
  await expect(wait('ben', 1)).rejects.toMatchObject({ code: 'SERVER_BUSY' });
  await last;
  await wait('ben', 10);
});

it('six heavy imports at once hold no more than one', { timeout: 90_000 }, async () => {
  const [, , columns] = HEAVY_BOOKS;
  const body = columns && contentOf(columns);
  const statuses: number[] = [];
  const most = await mostHeld(() =>
    many(6, async n => {
      const form = formOf([{ name: 'a.xlsx', body: body ?? Buffer.alloc(0) }]);
      const who = n % 2 ? ann : ben;
      statuses.push((await who.at(second.url).file(`${label.path}/import/preview`, form)).status);
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([422]));
  expect(most).toBeLessThan(125);
});

it('a hundred unfinished uploads of one person are refused, and others still upload', async () => {
  expect(ready.status).toBe(201);
  const answers: number[] = [];
  const send = () => {
    const call = request(`${second.url}/api/upload`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${dora.token}`,
        'X-Unit-Id': unitId,
        'Content-Length': 7 * MB,
        'Content-Type': 'multipart/form-data; boundary=x',
      },
    });
    call.on('response', answer => answers.push(answer.statusCode ?? 0)).on('error', () => undefined);
    call.write('--x\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n');
    call.write(Buffer.alloc(6 * MB));
    return call;
  };
  const calls: ReturnType<typeof send>[] = [];
  const most = await mostHeld(async () => {
    for (let n = 0; n < 100; n++) calls.push(send());
    await until(() => answers.length >= 90);
    const form = formOf([{ name: 'a.png', body: await png() }]);
    expect((await ben.at(second.url).file('/upload', form)).status).toBe(201);
  });
  for (const call of calls) call.destroy();
  expect(new Set(answers)).toEqual(new Set([429]));
  expect(most).toBeLessThan(200);
});

it('large pictures are decoded one after the other', { timeout: 120_000 }, async () => {
  const body = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#248' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 30 })
    .toBuffer();
  const files = Array.from({ length: 3 }, (_, n) => ({ name: `${n}.jpg`, body }));
  const statuses: number[] = [];
  const most = await mostHeld(() =>
    many(4, async n => {
      statuses.push((await (n % 2 ? ann : ben).at(second.url).file('/upload', formOf(files))).status);
    }),
  );
  expect(statuses).toEqual([201, 201, 201, 201]);
  expect(most).toBeLessThan(340);
});
