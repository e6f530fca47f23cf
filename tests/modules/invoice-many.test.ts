import { modelOf } from '@lobby/server/kit/store/schema.ts';
import { turnInvoices, useTaxSandbox } from '@lobby/server/modules/invoice/index.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceSeries } from '@lobby/shared/modules/invoice-series.ts';
import { MESSAGE_ID, taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { afterAll, expect, it } from 'vitest';
import { openTaxOffice } from '../../scripts/sandbox/tax-office.ts';
import { until } from '../setup/ear.ts';
import { readyToIssue } from '../setup/invoice-samples.ts';
import { startAlone, startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

/** So many are issued, and whether a server is killed on the way: what it had begun holds up the others for a minute. */
const [MANY, KILLED] = process.env.PROVE ? [1000, true] : [24, false];
const LONG = 900_000;

const server = await startServer();
const site = await makeSite(server.url, 'Many');
const { ann, id: projectId } = site;
const office = await openTaxOffice();
useTaxSandbox(office.url);
afterAll(async () => {
  useTaxSandbox(null);
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

  // Asked for again, by several at once, at two servers.
  const second = await startAlone(server, 'error', beside);
  await Promise.all([second.url, server.url, second.url].map(all));
  await until(async () => (await numbered()) >= MANY, { ms: LONG });
  const own = await modelOf(invoice)
    .find({ projectId, _id: { $in: ids } })
    .lean<{ number: number; fullNumber: string }[]>();
  expect(own.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(ids.map((_, n) => n + 1));

  // What a killed server was about to send is looked up; two go through the queue at once.
  const waiting = { projectId, direction: 'OUT', status: { $in: ['QUEUED', 'SENDING', 'UNKNOWN', 'SENT'] } };
  for (let minutes = 0; (await modelOf(taxMessage).countDocuments(waiting)) > 0; minutes += 3) {
    const at = new Date(Date.now() + minutes * 60_000);
    await Promise.all([turnInvoices(at), turnInvoices(at)]);
    expect(minutes).toBeLessThan(600);
  }
  const accepted = { projectId, _id: { $in: ids }, status: 'PUBLISHED', taxStatus: 'ACCEPTED' };
  expect(await modelOf(invoice).countDocuments(accepted)).toBe(MANY);
  const sent = [...office.messages.values()].filter(({ type }) => type === '200');
  const numbers = sent.map(({ xml }) => Number(/<SHDon>(\d+)</.exec(xml)?.[1])).toSorted((a, b) => a - b);
  expect(numbers).toEqual(ids.map((_, n) => n + 1));
  expect(new Set(sent.map(({ id }) => id)).size).toBe(MANY);
  for (const { id } of sent) expect(id).toMatch(MESSAGE_ID);
  // To the dong what was written: 1,000 + n each, and 8 % of it.
  const totals = sent.map(({ xml }) => Number(/<TgTCThue>(\d+)</.exec(xml)?.[1]));
  expect(totals.reduce((sum, one) => sum + one, 0)).toBe(1000 * MANY + (MANY * (MANY - 1)) / 2);
});
