import { label } from '@lobby/shared/modules/label.ts';
import { expect, it } from 'vitest';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann } = await makeSite(server.url, 'Alpha');
const id = 'f'.repeat(24);
const forged = [
  [1e300, id],
  [-1e300, id],
  [8.64e15 + 1, id],
  [null, id],
  [{ d: 8.64e15 }, id],
  [{ d: 1e300 }, id],
  [1.5],
  [0],
  ['x', 'y'],
];

it.each([
  '/activity/list',
  label.path,
  `${label.path}?sort=-createdAt`,
  '/pms/helpdesk?sort=-createdAt',
  '/unit?sort=area',
])('a forged place in %s is answered or refused at its field, never an error of ours', async path => {
  for (const place of forged) {
    const after = Buffer.from(JSON.stringify(place)).toString('base64url');
    const answer = await ann.get(`${path}${path.includes('?') ? '&' : '?'}after=${after}`);
    expect([200, 400], JSON.stringify(place)).toContain(answer.status);
  }
});
