import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { intoFolder, listKept, prune } from '@lobby/server/kit/mail/kept.ts';
import { isShown } from '@lobby/shared/modules/menu.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { MENU } from '@lobby/shared/modules/registry.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { NOTICE_MONTH } from '../setup/money/books.ts';
import { owingSite } from '../setup/money/owing-site.ts';
import { rowsIn } from '../setup/records.ts';
import { until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
interface Listed {
  rows: (Row & { to: string; channel: string; attachments: string[] })[];
  counts: Record<string, number>;
}
const path = '/outbox/messages';

it('shows a project its own messages and nobody else, whole, to who may read notices', async () => {
  const site = await owingSite(server.url, 'Kept');
  expect((await site.ann.get(path)).status).toBe(404);
  await rowsIn('installation').insertOne({ _id: 'demo', state: 'loaded' });
  const run = await site.ann.post<Row>(noticeRun.path, { month: NOTICE_MONTH, kind: 'NORMAL', sendEmail: true });
  expect(run.status).toBe(201);
  await site.ann.put(`${noticeRun.path}/${run.data.id}/send`, {});
  const found = await until(async () => {
    const answer = await site.ann.get<Listed>(path);
    if (answer.status !== 200) throw new Error(answer.text);
    const { data } = answer;
    return data.rows.length > 0 && data;
  });
  const [mail] = found.rows;
  expect(mail).toMatchObject({ channel: 'EMAIL', answers: [] });
  expect(found.counts.EMAIL).toBe(found.rows.length);
  const { data: whole } = await site.ann.get<Row>(`${path}/${mail?.id}`);
  expect(String(whole.html)).toContain('<html');
  expect(JSON.stringify(whole.headers)).toContain(`<${mail?.id}@`);
  const raw = await site.ann.file(`${path}/${mail?.id}/raw`);
  expect([raw.status, raw.headers.get('Content-Type')]).toEqual([200, 'message/rfc822']);
  const pdf = await site.ann.file(`${path}/${mail?.id}/attachments/0`);
  expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await site.ann.get<Listed>(`${path}?q=${encodeURIComponent('khong co tu nay')}`)).data.rows).toEqual([]);
  // Another building, and who reads neither notices nor announcements.
  const other = await makeSite(server.url, 'Kept elsewhere');
  expect((await other.ann.get<Listed>(path)).data.rows).toEqual([]);
  expect((await other.ann.get(`${path}/${mail?.id}`)).status).toBe(404);
  await site.allow({ UNIT: ['read'] });
  expect((await site.carl.get(path)).status).toBe(403);
  // The menu shows the entry to readers of announcements alone, too.
  const entry = MENU.flatMap(({ entries }) => entries).find(({ route }) => route === 'outbox');
  for (const code of ['FEE_NOTICE', 'ANNOUNCEMENT', 'UNIT']) {
    await site.allow({ [code]: ['read'] });
    const isOpen = (await site.carl.get(path)).status === 200;
    expect([isOpen, entry && isShown({ [code]: ['read'] }, entry)], code).toEqual(
      code === 'UNIT' ? [false, false] : [true, true],
    );
  }
  // An answer given in the recipient's place reaches the delivery of the notice.
  await site.allow({ FEE_NOTICE: ['read'] });
  const answered = await site.ann.post<Row>(`${path}/${mail?.id}/answer`, { as: 'bounce' });
  expect(answered.data.answers).toMatchObject([{ as: 'bounce' }]);
  await until(async () => {
    const { data } = await site.ann.get<Row[]>(`${noticeDelivery.path}?filter[channel][]=EMAIL`);
    return data.some(({ status }) => status === 'BOUNCE');
  });
  await rowsIn('installation').deleteOne({ _id: 'demo' });
  expect((await site.ann.get(path)).status).toBe(404);
});

it('keeps no more than the folder may hold: the oldest go', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'outbox-'));
  const keep = intoFolder(dir);
  for (let n = 0; n < 5; n++)
    await keep({
      id: n.toString(16).padStart(24, '0'),
      from: { name: 'A', address: 'a@b.test' },
      to: 'c@d.test',
      at: new Date(),
      subject: `Thư ${n}`,
      text: 'x',
      html: '<p>x</p>',
      projectId: 'p',
      bulk: true,
    });
  await prune(dir, 3);
  const { rows } = await listKept(dir, { projectId: 'p', channels: ['EMAIL'], q: 'thu', limit: 10 });
  expect(rows.map(({ subject }) => subject)).toEqual(['Thư 4', 'Thư 3', 'Thư 2']);
  expect(readdirSync(dir)).toHaveLength(6);
});
