import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { noticeRunsJob } from '@lobby/server/modules/fee-notice/index.ts';
import { forgetDeliveriesJob } from '@lobby/server/modules/fee-notice/sending/results/delivery-retention.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { SENDING_STATES } from '@lobby/shared/modules/notice-sending.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { refusal } from '../setup/money/books.ts';
import { owingSite } from '../setup/money/owing-site.ts';
import { until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';

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
    // Print count and time of the last print; counted once per file.
    const [notice] = (await site.ann.get<Row[]>(feeNotice.path)).data;
    const paper = async () => (await site.ann.get<Row>(`${feeNotice.path}/${notice?.id}`)).data;
    expect(await paper()).toMatchObject({ printCount: 1, printedAt: expect.any(String) });
    expect((await site.ann.put(`${feeNotice.path}/mark-printed-multi`, { ids: [notice?.id] })).status).toBe(200);
    expect(await paper()).toMatchObject({ printed: true, printCount: 2 });
    // Number, addressee, and sendings of the notice.
    const told = await paper();
    const said = {
      number: Number(String(told.code).slice(-5)),
      addressee: told.unitId === site.unitId ? 'Dora' : 'Emil',
    };
    const sending = (channel: string, status: string) => ({ at: expect.any(String), kind: 'NORMAL', channel, status });
    expect(told).toMatchObject({ ...said, sent: true, sentAt: expect.any(String) });
    expect(told.sendings).toHaveLength(2);
    expect(told.sendings).toEqual(expect.arrayContaining([sending('EMAIL', 'SENT'), sending('PRINT', 'COMPLETED')]));
    const { data: theirs } = await (told.unitId === site.unitId ? site.dora : site.emil).get<Row>(
      `${feeNotice.path}/${told.id}`,
    );
    expect(theirs).not.toHaveProperty('sendings');
    expect(SENDING_STATES.toSorted()).toEqual(Object.keys(noticeDelivery.statuses).toSorted());
    const [mail] = rows.filter(({ channel }) => channel === 'EMAIL');
    const all = db().collection<{ _id: string }>(collectionOf(noticeDelivery));
    const of = { _id: String(mail?.id) };
    const at = `${noticeDelivery.path}/${mail?.id}`;
    expect((await site.ann.put(`${at}/stop`, { detail: 'Too late' })).status).toBe(409);
    await all.updateOne(of, { $set: { updatedAt: new Date(Date.now() - 73 * 3_600_000) } });
    await noticeRunsJob.run(new Date());
    await until(async () => (await site.ann.get<Row>(at)).data.status === 'COMPLETED');
    await all.updateOne(of, { $set: { status: 'BOUNCE', reason: 'NON_EXISTENT_ADDRESS' } });
    expect((await site.ann.put<Row>(`${at}/handle`, { handledNote: 'Called' })).data).toMatchObject({ handled: true });
    expect(refusal(await site.ann.put(`${at}/handle`, {}))[1]).toBe('STATUS_CHANGED');
  });

  it('tells where it went, masked, and that what did not arrive may be sent anew once an address is mended', async () => {
    const site = await owingSite(server.url, 'Where to');
    // Fay receives the notices of the other unit from now on, and has no email address yet.
    const at = site.otherUnitId;
    const fay = await site.make(resident.path, { name: 'Fay', unitId: at, role: 'MEMBER', phone: '0912 000 778' });
    expect((await site.ann.put(`${resident.path}/${fay.id}/make-householder`, { unitId: at })).status).toBe(200);
    const { id } = await site.run();
    const of = async (home: string) => (await site.results(id)).find(({ unitId }) => unitId === home);
    const reveal = async (row: Row | undefined) =>
      (await site.ann.put<{ values: { to: string } }>(`${noticeDelivery.path}/${row?.id}/reveal`, {})).data.values.to;
    const went = await of(site.unitId);
    expect(went).toMatchObject({ to: expect.stringMatching(/^.\*{5}@/), corrected: false });
    expect(await reveal(went)).toBe(site.dora.email);
    expect(await of(at)).toMatchObject({ to: null, reason: 'NO_EMAIL', corrected: false });
    const { version } = (await site.ann.get<Row>(`${resident.path}/${fay.id}`)).data;
    const email = 'fay-at-last@example.test';
    expect((await site.ann.put(`${resident.path}/${fay.id}`, { version, email })).status).toBe(200);
    await until(async () => (await of(at))?.corrected === true);
    const { data: list } = await site.ann.get<Row[]>(`${noticeDelivery.path}?filter[corrected][]=true`);
    expect(list.map(({ unitId }) => unitId)).toEqual([at]);
    expect((await site.ann.put(`${noticeDelivery.path}/${list[0]?.id}/resend`, {})).status).toBe(200);
    expect(await of(at)).toMatchObject({ corrected: false });
    expect(await reveal(await of(at))).toBe(email);
    await site.allow({ FEE_NOTICE: ['read'] });
    expect((await site.carl.put(`${noticeDelivery.path}/${went?.id}/reveal`, {})).status).toBe(403);
  });

  it('keeps what was said and who took the paper, and is counted for who may see figures', async () => {
    const site = await owingSite(server.url, 'Figures');
    const { id } = await site.run({ sendPrint: true });
    const rows = await site.results(id);
    const find = (channel: string) => `${noticeDelivery.path}/${rows.find(row => row.channel === channel)?.id}`;
    const { data: said } = await site.ann.get<Row>(`${find('EMAIL')}/content`);
    expect(said).toMatchObject({ channel: 'EMAIL', sms: null, templateRevision: 1 });
    expect(String(said.html)).toContain('<html');
    expect(String(said.text)).toMatch(/[57]0\.000\u00a0₫/);
    expect(refusal(await site.ann.put(`${find('PRINT')}/given`, { givenTo: 'Mai' }))[1]).toBe('STATUS_NOT_ALLOWED');
    await site.ann.put(`${find('PRINT')}/printed`, {});
    const given = await site.ann.put<Row>(`${find('PRINT')}/given`, { givenTo: 'Mai' });
    expect(given.data).toMatchObject({ givenTo: 'Mai', givenAt: expect.any(String), status: 'COMPLETED' });
    const all = db().collection<{ _id: string }>(collectionOf(noticeDelivery));
    const mail = rows.find(row => row.channel === 'EMAIL');
    await all.updateOne({ _id: String(mail?.id) }, { $set: { status: 'BOUNCE', reason: 'MAILBOX_FULL' } });
    const period = `${noticeDelivery.path}/statistics?from=2020-01-01&to=2029-12-29&by=month`;
    const { data } = await site.ann.get<Row>(`${period}&channel=EMAIL`);
    expect(data).toMatchObject({
      byStatus: { BOUNCE: 1, SENT: 1 },
      byReason: [{ reason: 'MAILBOX_FULL', count: 1 }],
      rates: { delivered: 50, bounce: 50, complaint: 0 },
    });
    expect((await site.ann.get(`${noticeDelivery.path}/statistics?from=2026-02-01&to=2026-01-01`)).status).toBe(422);
    // After two years nobody need know any more where it went and what it said; that it did is kept.
    const old = new Date(Date.now() - 25 * 31 * DAY_MS);
    await all.updateOne({ _id: String(mail?.id) }, { $set: { createdAt: old } });
    await forgetDeliveriesJob.run(new Date());
    const shown = (await site.ann.get<Row[]>(`${noticeDelivery.path}?filter[channel][]=EMAIL`)).data;
    expect(shown.map(one => [one.id === mail?.id, typeof one.to])).toEqual(
      expect.arrayContaining([
        [true, 'object'],
        [false, 'string'],
      ]),
    );
    expect((await site.ann.get<Row>(`${noticeDelivery.path}/${mail?.id}`)).data).toMatchObject({
      status: 'BOUNCE',
      subject: null,
      content: null,
    });
    await site.allow({ FEE_NOTICE: ['read'] });
    expect((await site.carl.get(period)).status).toBe(403);
    expect((await site.carl.get(noticeDelivery.path)).status).toBe(200);
  });
});
