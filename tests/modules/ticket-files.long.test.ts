import { expect, it } from 'vitest';
import { hugePng } from '../attack/bad-files.ts';
import { formOf } from '../setup/contract/samples.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann } = await makeSite(server.url, 'Alpha');

it.each([
  ['one that claims 30,000 x 30,000 pixels', hugePng(30_000), 'PICTURE_TOO_LARGE'],
  [
    'one that breaks off',
    Buffer.from('89504e470d0a1a0a0000000d4948445200000008000000080802', 'hex'),
    'FILE_NOT_READABLE',
  ],
])('a broken picture is refused at once: %s', async (_, body, code) => {
  const [start, memory] = [performance.now(), process.memoryUsage().rss];
  const answer = await ann.post('/upload', formOf([{ name: 'a.png', body }]));
  expect([answer.status, answer.code]).toEqual([422, code]);
  expect(performance.now() - start).toBeLessThan(2000);
  expect(process.memoryUsage().rss - memory).toBeLessThan(100 * 1024 * 1024);
});
