import { db } from '@lobby/server/kit/database/database.ts';
import { configureTaxSandbox, messageJob } from '@lobby/server/modules/invoice/index.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import { INVOICE_CONFIG_PATH } from '@lobby/shared/modules/invoice-config.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { afterAll, expect, it, vi } from 'vitest';
import { openTaxOffice } from '../../scripts/sandbox/tax-office.ts';
import type { Row } from '../setup/caller.ts';
import { P12_PASSWORD, readyToIssue, signingFile } from '../setup/samples/invoices.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

// Searches all storage for secrets and personal data of e-invoices and accounting software.
const server = await startServer();
const site = await makeSite(server.url, 'Secrets');
const { ann, carl } = site;
const office = await openTaxOffice();
configureTaxSandbox(office.url);
afterAll(async () => {
  configureTaxSandbox(null);
  await office.close();
});
const seriesId = await readyToIssue(site.id, ann);

/** All documents of all collections as text. */
async function storedText(): Promise<string> {
  const names = (await db().listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const docs = await Promise.all(names.map(name => db().collection(name).find({}).toArray()));
  return JSON.stringify(docs);
}

it('keeps no password, key or code of a sender in the open, and tells none', async () => {
  const { version } = (await ann.get<Row>(INVOICE_CONFIG_PATH)).data;
  const file = signingFile('own');
  const secrets = ['V0109999999', 'told-to-nobody-1', 'told-to-nobody-2', P12_PASSWORD, file.file.slice(0, 400)];
  const credentials = { url: 'https://office.example', user: 'lobby', password: 'told-to-nobody-1' };
  const set = await ann.put(INVOICE_CONFIG_PATH, { version, senderCode: 'V0109999999', credentials });
  expect(set.status, set.text).toBe(200);
  expect((await ann.post(`${INVOICE_CONFIG_PATH}/certificate`, file)).status).toBe(200);
  const kinds = [{ kind: 'BILL' }];
  const connection = await ann.post<Row>(syncConnection.path, {
    name: 'FAST',
    url: 'http://127.0.0.1:9',
    user: 'lobby',
    secret: 'told-to-nobody-2',
    baseUnitCode: 'HSEN',
    fromDay: '2026-11-01',
    kinds,
  });
  expect(connection.status, connection.text).toBe(201);
  const answers = await Promise.all([
    ann.get(INVOICE_CONFIG_PATH),
    ann.get(`${syncConnection.path}/${connection.data.id}`),
    ann.get(`${syncConnection.path}/${connection.data.id}/activities`),
    ann.put(`${syncConnection.path}/${connection.data.id}/test`, {}),
    ann.put(INVOICE_CONFIG_PATH, { version: 1, credentials: { ...credentials, url: 'nowhere' } }),
  ]);
  const told = [set, connection, ...answers].map(({ text }) => text).join('\n');
  const stored = await storedText();
  for (const secret of secrets) {
    expect(told).not.toContain(secret);
    expect(stored).not.toContain(secret);
  }
});

it('shows no card, address or mail of a buyer to who may not read it, and keeps none in the open', async () => {
  await site.allow({ E_INVOICE: ['read', 'readDetail', 'export'] });
  const personal = {
    buyerAddress: '77 Đường Không Ai Biết',
    buyerIdentityCard: '001093054321',
    buyerEmail: 'nobody.knows@example.test',
    buyerOwnTaxCode: '001093012346',
  };
  const items = [{ name: 'Phí', amount: 1000, taxRate: '8' }];
  const made = await ann.post<Row>(invoice.path, { buyerName: 'Mai', items, ...personal });
  const buyer = await ann.post<Row>(invoiceBuyer.path, {
    issuerType: 'INDIVIDUAL',
    name: 'Mai',
    address: personal.buyerAddress,
    identityCard: personal.buyerIdentityCard,
    email: personal.buyerEmail,
    ownTaxCode: personal.buyerOwnTaxCode,
  });
  await ann.put(`${invoice.path}/${made.data.id}/issue`, { seriesId });
  await vi.waitFor(async () => {
    await messageJob.run(new Date());
    expect((await ann.get<Row>(`${invoice.path}/${made.data.id}`)).data.taxStatus).toBe('ACCEPTED');
  }, 8000);
  const seen = await Promise.all([
    carl.get(invoice.path),
    carl.get(`${invoice.path}/${made.data.id}`),
    carl.get(`${invoice.path}/${made.data.id}/activities`),
    carl.get(`${invoice.path}?filter[q]=${personal.buyerIdentityCard}`),
    carl.get(invoiceBuyer.path),
    carl.get(`${invoiceBuyer.path}/${buyer.data.id}`),
    carl.get(`${invoiceBuyer.path}/${buyer.data.id}/activities`),
    carl.get(`${taxMessage.path}?limit=100`),
    carl.get(`${invoice.path}/export`),
    ann.get(`${invoice.path}/${made.data.id}`),
  ]);
  const told = [made, buyer, ...seen].map(({ text }) => text).join('\n');
  const stored = await storedText();
  for (const value of Object.values(personal)) {
    expect(told).not.toContain(value);
    expect(stored).not.toContain(value);
  }
  // Downloading a file with unmasked personal data is logged in the activity.
  expect((await ann.file(`${invoice.path}/${made.data.id}/xml`)).body.toString()).toContain(personal.buyerAddress);
  const { data } = await ann.get<Row[]>(`${invoice.path}/${made.data.id}/activities`);
  expect(data.map(({ action }) => action)).toContain('exportEncrypted');
});
