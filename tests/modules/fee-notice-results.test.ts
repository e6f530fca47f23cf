import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { turnNoticeRuns } from '@lobby/server/modules/fee-notice/index.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { describe, expect, it } from 'vitest';
import { refusal } from '../setup/books.ts';
import type { Row } from '../setup/caller.ts';
import { until } from '../setup/listener.ts';
import { owingSite } from '../setup/owing-site.ts';
import { startServer } from '../setup/server.ts';

const server = await startServer();

describe('a result', () => {
  it('is printed, handled and stopped by hand, and done when nothing bad was heard', async () => {
    const site = await owingSite(server.url, 'By hand');
    const { id } = await site.run({ sendPrint: true });
    const rows = await site.results(id);
    const papers = rows.filter(({ channel }) => channel === 'PRINT');
    const ids = papers.map(one => one.id);
    expect((await site.ann.put(`${noticeDelivery.path}/printed-multi`, { ids })).status).toBe(200);
    await until(async () => (await site.ann.get<Row[]>(feeNotice.path)).data.every(({ printed }) => printed === true));
    const [mail] = rows.filter(({ channel }) => channel === 'EMAIL');
    const all = db().collection<{ _id: string }>(collectionOf(noticeDelivery));
    const of = { _id: String(mail?.id) };
    const at = `${noticeDelivery.path}/${mail?.id}`;
    expect((await site.ann.put(`${at}/stop`, { detail: 'Too late' })).status).toBe(409);
    await all.updateOne(of, { $set: { updatedAt: new Date(Date.now() - 73 * 3_600_000) } });
    await turnNoticeRuns(new Date());
    await until(async () => (await site.ann.get<Row>(at)).data.status === 'COMPLETED');
    await all.updateOne(of, { $set: { status: 'BOUNCE', reason: 'NON_EXISTENT_ADDRESS' } });
    expect((await site.ann.put<Row>(`${at}/handle`, { handledNote: 'Called' })).data).toMatchObject({ handled: true });
    expect(refusal(await site.ann.put(`${at}/handle`, {}))[1]).toBe('STATUS_CHANGED');
  });
});
