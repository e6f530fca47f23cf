import { label } from '@lobby/shared/modules/label.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { stored } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;

it('takes nothing that nobody sees, in titles, messages and names of files', async () => {
  const unseen = await ann.post<Row>(label.path, { name: '\u3164\u200b', shortName: 'X', type: 'UNIT' });
  expect([unseen.status, unseen.error.data?.fields]).toMatchObject([400, { name: { code: 'REQUIRED' } }]);
  const asked = { title: '\u202eKhoá\u200b cửa', content: `a\ud800${'\u0301'.repeat(30)}`, unitId: site.unitId };
  const { data } = await ann.post<Row>(ticket.path, asked);
  expect(await stored(ticket, data.id)).toMatchObject({ title: 'Khoá cửa', content: `á${'\u0301'.repeat(4)}` });
  const form = new FormData();
  form.append('files', new Blob(['%PDF-1.4\n%%EOF']), 'hoa\u202efdp.exe\u200b.pdf');
  const files = await ann.post<{ name: string }[]>('/upload', form);
  expect(files.data[0]?.name).toBe('hoafdp.exe.pdf');
});
