import { invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import { INVOICE_CONFIG_PATH } from '@lobby/shared/modules/invoice-config.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { previewOf } from '../setup/contract/previews.ts';
import { refusal } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Buyers');
const { ann, unitId, otherUnitId } = site;
const other = await makeSite(server.url, 'Elsewhere');
const { path } = invoiceBuyer;
const ask = (values: object) => ann.post<Row>(path, { issuerType: 'INDIVIDUAL', name: 'Mai', ...values });
const ADDRESS = { address: '2 Lê Lợi, Phường Bến Thành, TP. Hồ Chí Minh' };

it('asks for what an invoice needs of whoever buys', async () => {
  const lacks = await ask({ taxCode: '0100112437' });
  expect(refusal(lacks)).toEqual([400, 'INVOICE_BUYER_ADDRESS_REQUIRED', 'address']);
  expect(lacks.error.data?.fields?.address?.code).toBe('INVOICE_BUYER_ADDRESS_REQUIRED');
  expect(refusal(await ask({ name: undefined }))).toEqual([400, 'INVOICE_BUYER_NAME_REQUIRED', 'name']);
  const { data: none } = await ask({ name: undefined, noInvoice: true });
  const named = await ann.put(`${path}/${none.id}`, { version: none.version, noInvoice: false });
  expect(refusal(named)).toEqual([400, 'INVOICE_BUYER_NAME_REQUIRED', 'name']);
  expect(refusal(await ask({ budgetCode: '123456' }))).toEqual([400, 'BUDGET_CODE_LENGTH', 'budgetCode']);
  expect(refusal(await ask({ identityCard: '1234567890' }))).toEqual([400, 'IDENTITY_CARD_INVALID', 'identityCard']);
  // All errors are reported in one response, each at its field.
  const odd = await ask({
    taxCode: '123456789',
    budgetCode: '123456',
    identityCard: '1234567890',
    email: 'x@y',
    phone: '12',
    name: undefined,
  });
  expect(odd.error.data?.fields).toMatchObject({
    name: { code: 'INVOICE_BUYER_NAME_REQUIRED' },
    taxCode: { code: 'TAX_CODE_INVALID' },
    address: { code: 'INVOICE_BUYER_ADDRESS_REQUIRED' },
    budgetCode: { code: 'BUDGET_CODE_LENGTH' },
    identityCard: { code: 'IDENTITY_CARD_INVALID' },
    email: { code: 'EMAIL_INVALID' },
    phone: { code: 'PHONE_INVALID' },
  });
  expect(refusal(await ask({ issuerType: 'SHOP' }))).toEqual([400, 'INVOICE_ISSUER_TYPE_INVALID', 'issuerType']);
  const nameless = await ask({ issuerType: 'ENTERPRISE', taxCode: '0100112437', ...ADDRESS });
  expect(refusal(nameless)).toEqual([400, 'INVOICE_BUYER_NAME_REQUIRED', 'companyName']);
  expect(nameless.error.data?.fields?.companyName?.message).toBe('A company needs its name.');
  const company = { issuerType: 'ENTERPRISE', companyName: 'Công ty Sao Mai', ...ADDRESS };
  expect(refusal(await ask({ ...company, taxCode: '0100112438' }))).toEqual([400, 'TAX_CODE_INVALID', 'taxCode']);
  const { data: made } = await ask({ ...company, name: undefined, taxCode: '0100112437' });
  expect(made).toMatchObject({ taxCode: '0100112437' });
  // Without a person's name, the option has the company name.
  const options = (await ann.get<Row[]>(`${path}/options`)).data;
  expect(options.find(({ id }) => id === made.id)).toMatchObject({ name: company.companyName });
});

it('takes the number of a person as a tax code where the building says so, and seals it', async () => {
  const made = await ask({ taxCode: '001093012346', ...ADDRESS });
  expect(made.data).toMatchObject({ taxCode: null, ownTaxCode: expect.stringContaining('*****') });
  for (const { text } of [
    await ann.get(`${path}/${made.data.id}`),
    await ann.get(path),
    await ann.get(`${path}/${made.data.id}/activities`),
  ])
    expect(text).not.toContain('001093012346');
  // Found by the full number only, by users who may read it.
  await site.allow({ E_INVOICE: ['read'] });
  for (const query of ['filter[q]=001-093-012346', 'filter[taxCode][]=001093012346']) {
    expect((await ann.get<Row[]>(`${path}?${query}`)).data.map(({ id }) => id)).toEqual([made.data.id]);
    expect((await site.carl.get<Row[]>(`${path}?${query}`)).data).toEqual([]);
  }
  expect((await ann.get<Row[]>(`${path}?filter[q]=001093012`)).data).toEqual([]);
  const shown = await ann.put<Row>(`${path}/${made.data.id}/reveal`, {});
  expect(shown.data.values).toMatchObject({ ownTaxCode: '001093012346' });
  const { version } = (await ann.get<Row>(INVOICE_CONFIG_PATH)).data;
  await ann.put(INVOICE_CONFIG_PATH, { version, allowPersonalNumber: false });
  expect(refusal(await ask({ taxCode: '001093012346', ...ADDRESS }))).toEqual([400, 'TAX_CODE_INVALID', 'taxCode']);
});

it('has one buyer in use for a unit, and moves units on purpose alone', async () => {
  const { data: first } = await ask({ unitIds: [unitId] });
  expect(refusal(await ask({ unitIds: [unitId] }))).toEqual([409, 'INVOICE_BUYER_UNIT_TAKEN', 'unitIds']);
  expect((await ask({ unitIds: [unitId], active: false })).status).toBe(201);
  const { data: second } = await ask({ name: 'Lan' });
  const give = (values: object) => ann.put<Row>(`${path}/${second.id}/assign`, { unitIds: [unitId], ...values });
  expect(refusal(await give({}))).toEqual([409, 'INVOICE_BUYER_UNIT_TAKEN', 'unitIds']);
  expect((await give({ takeOver: true })).data.unitIds).toEqual([unitId]);
  expect((await ann.get<Row>(`${path}/${first.id}`)).data.unitIds).toEqual([]);
  expect((await other.ann.get(`${path}/${second.id}`)).status).toBe(404);
  const both = await Promise.all([ask({ unitIds: [otherUnitId] }), ask({ unitIds: [otherUnitId] })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

it('makes buyers of householders once', async () => {
  const make = () =>
    other.ann.post<{ made: number; left: { unitId: string; reason: string }[] }>(`${path}/from-residents`, {
      isAll: true,
    });
  const { data: before } = await other.ann.get<{ count: number; units: { householder: boolean }[] }>(`${path}/without`);
  const heads = before.units.filter(({ householder }) => householder).length;
  const first = await make();
  expect([first.status, first.data.made]).toEqual([201, heads]);
  expect(first.data.left.every(({ reason }) => reason === 'NO_HOUSEHOLDER')).toBe(true);
  const again = await make();
  expect(again.data.made).toBe(0);
  expect(again.data.left.filter(({ reason }) => reason === 'HAS_BUYER')).toHaveLength(heads);
  expect((await other.ann.post(`${path}/from-residents`, {})).status).toBe(400);
});

it('takes its own file in: whose record a buyer was made of is left out', async () => {
  const { body } = await other.ann.file(`${path}/export`);
  const { columns, faults } = await previewOf(other.ann, path, body);
  expect(columns.length).toBeGreaterThan(5);
  expect(columns.filter(({ field }) => field === 'residentId' || field === 'partnerId')).toEqual([]);
  expect(faults.filter(({ code }) => code === 'IMPORT_NAME_UNKNOWN')).toEqual([]);
});
