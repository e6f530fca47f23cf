import { expect, it } from 'vitest';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann } = await makeSite(server.url, 'Alpha');

it('texts that are made to be slow are answered at once', async () => {
  const slow = [
    `${'a'.repeat(50_000)}!`,
    `${' '.repeat(50_000)}x`,
    `${'a@'.repeat(20_000)}`,
    'đ́'.repeat(20_000),
    `${'.a'.repeat(25_000)}`,
    '\n'.repeat(60_000),
  ];
  for (const text of slow)
    for (const [path, field] of [
      ['/pms/helpdesk', 'title'],
      ['/pms/helpdesk', 'content'],
      ['/label', 'name'],
    ] as const) {
      const start = performance.now();
      await ann.post(path, { [field]: text });
      await ann.get(`${path}?filter[q]=${encodeURIComponent(text.slice(0, 200))}`);
      expect(performance.now() - start, `${field} ${text.slice(0, 5)}`).toBeLessThan(1000);
    }
});
