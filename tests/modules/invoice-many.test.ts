import { randomUUID } from 'node:crypto';
import { db } from '@lobby/server/kit/database/database.ts';
import { modelOf } from '@lobby/server/kit/store/schema.ts';
import { compileJob, configureTaxSandbox, messageJob } from '@lobby/server/modules/invoice/index.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import { invoiceItem } from '@lobby/shared/modules/invoice-item.ts';
import { invoiceSeries } from '@lobby/shared/modules/invoice-series.ts';
import { MESSAGE_ID, taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { afterAll, expect, it } from 'vitest';
import { openTaxOffice } from '../../scripts/sandbox/tax-office.ts';
import type { Row } from '../setup/caller.ts';
import { until } from '../setup/client/socket-client.ts';
import { booksAt, MONTH } from '../setup/money/books.ts';
import { makeRecords } from '../setup/records.ts';
import { readyToIssue } from '../setup/samples/invoices.ts';
import { startAlone, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

/**
 * Invoices to issue, rows to compile, and whether a server is killed meanwhile; its claims block the others for a
 * minute.
 */
const [MANY, ROWS, KILLED] = process.env.PROVE ? [1000, 600, true] : [24, 101, false];
const COMPILE = `${invoice.path}/compile`;
const LONG = 900_000;

const server = await startServer();
const site = await makeSite(server.url, 'Many');
const { ann, id: projectId } = site;
const office = await openTaxOffice();
configureTaxSandbox(office.url);
afterAll(async () => {
  configureTaxSandbox(null);
  await office.close();
});

it('gives many their numbers once and sends each once, whoever is killed on the way and whoever asks again', {
  timeout: LONG,
}, async () => {
  const seriesId = await readyToIssue(projectId, ann);
  const ids: string[] = [];
  for (let n = 0; n < MANY; n++) {
    const items = [{ name: 'Phí', amount: 1000 + n, taxRate: '8' }];
    const made = await ann.post<{ id: string }>(invoice.path, { buyerName: `Buyer ${n}`, items });
    ids.push(made.data.id);
  }
  const numbered = async () => Number((await ann.get(`${invoiceSeries.path}/${seriesId}`)).data.lastNumber);
  const beside = { TAX_SANDBOX_URL: office.url };
  const all = (url: string) =>
    ann
      .at(url)
      .put(`${invoice.path}/issue-multi`, { ids, seriesId })
      .catch(() => null);

  if (KILLED) {
    const first = await startAlone(server, 'error', beside);
    const begun = all(first.url);
    await until(async () => (await numbered()) >= MANY * 0.37, { ms: LONG });
    first.kill();
    await begun;
    expect(await numbered()).toBeLessThan(MANY);
  }

  // Requested again by several clients at two servers.
  const second = await startAlone(server, 'error', beside);
  await Promise.all([second.url, server.url, second.url].map(all));
  await until(async () => (await numbered()) >= MANY, { ms: LONG });
  const own = await modelOf(invoice)
    .find({ projectId, _id: { $in: ids } })
    .lean<{ number: number; fullNumber: string }[]>();
  expect(own.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(ids.map((_, n) => n + 1));

  // Messages of the killed server are looked up; two jobs process the queue in parallel.
  const waiting = { projectId, direction: 'OUT', status: { $in: ['QUEUED', 'SENDING', 'UNKNOWN', 'SENT'] } };
  for (let minutes = 0; (await modelOf(taxMessage).countDocuments(waiting)) > 0; minutes += 3) {
    const at = new Date(Date.now() + minutes * 60_000);
    await Promise.all([messageJob.run(at), messageJob.run(at)]);
    expect(minutes).toBeLessThan(600);
  }
  const accepted = { projectId, _id: { $in: ids }, status: 'PUBLISHED', taxStatus: 'ACCEPTED' };
  expect(await modelOf(invoice).countDocuments(accepted)).toBe(MANY);
  const sent = [...office.messages.values()].filter(({ type }) => type === '200');
  const numbers = sent.map(({ xml }) => Number(/<SHDon>(\d+)</.exec(xml)?.[1])).toSorted((a, b) => a - b);
  expect(numbers).toEqual(ids.map((_, n) => n + 1));
  expect(new Set(sent.map(({ id }) => id)).size).toBe(MANY);
  for (const { id } of sent) expect(id).toMatch(MESSAGE_ID);
  // Totals match exactly: 1,000 + n each, plus 8 %.
  const totals = sent.map(({ xml }) => Number(/<TgTCThue>(\d+)</.exec(xml)?.[1]));
  expect(totals.reduce((sum, one) => sum + one, 0)).toBe(1000 * MANY + (MANY * (MANY - 1)) / 2);
});

it('makes the drafts of a large month in the background, each row once, whoever is killed on the way', {
  timeout: LONG,
}, async () => {
  const { priced, make } = await booksAt(site);
  const fee = await priced({ repeatable: true }, { vat: 8 });
  await make(invoiceItem.path, { code: 'LARGE', name: 'Fee', serviceIds: [fee.id] });
  const home = { type: 'APARTMENT', blockId: site.blockId, floorId: site.floorId, area: 50 };
  const units = await makeRecords(
    projectId,
    Array.from({ length: ROWS }, (_, n) => [unit, { ...home, code: `L-${n}` }] as const),
  );
  for (let n = 0; n < ROWS; n += 200)
    await make(invoiceBuyer.path, {
      issuerType: 'INDIVIDUAL',
      name: `Buyer ${n}`,
      unitIds: units.slice(n, n + 200).map(({ _id }) => _id),
    });
  const sums = { total: 108_000, originalTotal: 108_000, net: 100_000, vat: 8000, vatRate: 8, remaining: 108_000 };
  await makeRecords(
    projectId,
    units.map(({ _id: unitId }) => [
      bill,
      { unitId, serviceId: fee.id, month: MONTH, noticeMonth: MONTH },
      { status: 'ACTIVE', ...sums },
    ]),
  );
  const unitIds = units.map(({ _id }) => _id);
  const asked = { month: MONTH, unitIds };
  const { rows } = (await ann.post<{ rows: { key: string; faults: object[] }[] }>(`${COMPILE}/preview`, asked)).data;
  expect([rows.length, rows.flatMap(({ faults }) => faults)]).toEqual([ROWS, []]);
  const drafts = () => modelOf(invoice).countDocuments({ projectId, unitId: { $in: unitIds }, deletedAt: null });
  const body = { ...asked, rows: rows.map(({ key }) => ({ key })) };
  // Cancelled: the current part is completed and kept, the other rows are unchanged.
  const halted = await ann.post<{ id: string }>(COMPILE, body);
  const progress = `/progress/${halted.data.id}`;
  expect((await ann.put(`${progress}/cancel`, {})).status).toBe(200);
  const stopped = await until(async () => {
    const { data } = await ann.get<Row>(`${COMPILE}/${halted.data.id}`);
    return data.state === 'CANCELLED' && data;
  });
  const early = stopped.made as string[];
  expect(stopped).toMatchObject({ done: early.length, of: ROWS, refused: [] });
  expect(early.length).toBeLessThan(ROWS);
  expect((await ann.get<Row>(progress)).data).toMatchObject({ state: 'cancelled', done: early.length, of: ROWS });
  expect(await drafts()).toBe(early.length);
  const open = (await ann.post<{ rows: { faults: object[] }[] }>(`${COMPILE}/preview`, asked)).data.rows;
  expect(open.filter(({ faults }) => faults.length === 0)).toHaveLength(ROWS - early.length);
  if (early.length > 0) await ann.put(`${invoice.path}/delete-multi`, { ids: early });
  await until(async () => (await drafts()) === 0);

  const key = { 'Idempotency-Key': randomUUID() };
  const worker = KILLED ? await startAlone(server, 'error') : null;
  const begun = await ann.at(worker?.url ?? server.url).post<{ id: string }>(COMPILE, body, key);
  expect(begun.status, begun.text).toBe(202);
  const state = async () => (await ann.get<Row>(`${COMPILE}/${begun.data.id}`)).data;
  if (worker) {
    await until(async () => (await drafts()) >= ROWS * 0.3, { ms: LONG });
    worker.kill();
  } else {
    await until(async () => (await state()).state === 'DONE');
    // As if the server had been killed before the last part.
    const [last] = ((await state()).made as string[]).slice(-1);
    expect((await ann.delete(`${invoice.path}/${last}`)).status).toBe(200);
    await db()
      .collection<{ _id: string }>('invoiceCompiles')
      .updateOne({ _id: begun.data.id }, {
        $set: { state: 'RUNNING', next: ROWS - 1, until: new Date(0) },
        $pop: { 'outcome.made': 1 },
      } as object);
  }
  // Requested again, it is the same run, which any server can complete.
  expect((await ann.post(COMPILE, body, key)).data).toEqual(begun.data);
  const later = new Date(Date.now() + 120_000);
  await Promise.all([compileJob.run(later), compileJob.run(later)]);
  expect(await state()).toMatchObject({ state: 'DONE', done: ROWS, of: ROWS, refused: [] });
  expect(await drafts()).toBe(ROWS);
  const made = new Set((await state()).made as string[]);
  expect(made.size).toBe(ROWS);
  const again = await ann.post<{ id: string }>(COMPILE, body);
  await until(async () => (await ann.get<Row>(`${COMPILE}/${again.data.id}`)).data.state === 'DONE', { ms: LONG });
  const told = (await ann.get<{ refused: Row[] }>(`${COMPILE}/${again.data.id}`)).data;
  expect(new Set(told.refused.map(({ code }) => code))).toEqual(new Set(['INVOICE_ALREADY_COMPILED']));
  expect(await drafts()).toBe(ROWS);
});
