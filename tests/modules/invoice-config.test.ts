import { taxCodeOf } from '@lobby/server/modules/invoice/sign/certificate.ts';
import { changeProject, projects } from '@lobby/server/platform/projects/projects.ts';
import { INVOICE_CONFIG_PATH as path } from '@lobby/shared/modules/invoice-config.ts';
import { invoiceSeries } from '@lobby/shared/modules/invoice-series.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { refusal } from '../setup/money/books.ts';
import { nextSymbol, P12_PASSWORD, SELLER_TAX_CODE, signingFile } from '../setup/samples/invoices.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann, id } = await makeSite(server.url, 'Sellers');
const set = async (values: object) => {
  const { version } = (await ann.get<Row>(path)).data;
  return ann.put<Row>(path, { version, ...values });
};
const SELLER = { sellerName: 'Ban quản lý', sellerAddress: '1 Lê Lợi, Phường Bến Thành, TP. Hồ Chí Minh' };
const stepsOf = async () => {
  const { data } = await ann.get<{ ready: boolean; steps: { step: string; ok: boolean; hint: string | null }[] }>(
    `${path}/check`,
  );
  return Object.fromEntries(data.steps.map(({ step, ok, hint }) => [step, ok ? (hint ?? 'ok') : hint]));
};

it('takes the tax codes that there are, branches too', async () => {
  expect(refusal(await set({ sellerTaxCode: '0100233480' }))).toEqual([400, 'TAX_CODE_INVALID', 'sellerTaxCode']);
  expect(refusal(await set({ sellerTaxCode: '0314409058000' }))).toEqual([400, 'TAX_CODE_INVALID', 'sellerTaxCode']);
  expect((await set({ sellerTaxCode: '0314409058-002' })).data.sellerTaxCode).toBe('0314409058002');
  expect((await set({ ...SELLER, sellerTaxCode: SELLER_TAX_CODE })).data).toMatchObject({
    ...SELLER,
    sellerTaxCode: SELLER_TAX_CODE,
    registration: 'NOT_REGISTERED',
    certificate: null,
    environment: 'SANDBOX',
  });
  const stale = await ann.put(path, { version: 1, withCode: false });
  expect([stale.status, stale.code]).toEqual([409, 'DATA_STALE']);
});

it('has a series for a year, whose symbol says whether the tax office gives codes', async () => {
  const series = (values: object) => ann.post<Row>(invoiceSeries.path, { form: '1', ...values });
  expect(refusal(await series({ symbol: nextSymbol('K') }))).toEqual([400, 'SERIES_INVALID', 'symbol']);
  expect(refusal(await series({ symbol: 'C26ZAA' }))).toEqual([400, 'SERIES_INVALID', 'symbol']);
  const year = new Date().getFullYear();
  const { data: old } = await series({ symbol: nextSymbol('C', year - 1) });
  expect(old).toMatchObject({ year: year - 1, active: false, lastNumber: 0, environment: 'SANDBOX' });
  const late = await ann.put(`${invoiceSeries.path}/${old.id}/activate`, {});
  expect([late.status, late.code]).toEqual([422, 'SERIES_YEAR']);
  const symbol = nextSymbol();
  const { data: own } = await series({ symbol: symbol.toLowerCase(), lastNumber: 120 });
  expect(own).toMatchObject({ symbol, year, lastNumber: 120 });
  expect(refusal(await series({ symbol }))).toEqual([409, 'SERIES_EXISTS', 'symbol']);
  expect((await series({ symbol, form: '2' })).status).toBe(201);
  expect((await ann.put(`${invoiceSeries.path}/${own.id}/activate`, {})).status).toBe(200);
  expect((await stepsOf()).series).toBe('ok');
  const off = await set({ withCode: false });
  expect(refusal(off)).toEqual([409, 'SERIES_ACTIVE', 'withCode']);
  expect(off.error.data?.fields?.withCode?.message).toContain(symbol);
  await ann.put(`${invoiceSeries.path}/${own.id}/deactivate`, {});
  expect((await set({ withCode: false })).status).toBe(200);
  expect((await set({ withCode: true })).status).toBe(200);
  await ann.put(`${invoiceSeries.path}/${own.id}/activate`, {});
});

it('signs by a file that is of the seller, and tells nothing of it again', async () => {
  const give = (body: object) => ann.post<Row>(`${path}/certificate`, body);
  const [locked, foreign] = [await give(signingFile('own', 'not it')), await give(signingFile('foreign'))];
  for (const refused of [locked, foreign]) expect(refusal(refused)).toEqual([400, 'CERTIFICATE_INVALID', 'file']);
  const why = ({ error }: typeof locked) => error.data?.fields?.file?.message;
  expect([why(locked), why(foreign)]).toEqual([
    expect.stringContaining('wrong password'),
    expect.stringContaining('another tax code'),
  ]);
  for (const name of ['older', 'own'] as const) {
    expect((await give(signingFile(name))).data.subject).toContain(`MST:${SELLER_TAX_CODE}`);
    expect((await ann.put<Row>(`${path}/test`, {})).data.subject).toContain('BAN QUAN LY');
  }
  const account = { url: 'https://tvan.example.test/api', user: 'lobby', password: 'account-password' };
  expect((await set({ senderCode: `V${SELLER_TAX_CODE}`, credentials: account })).status).toBe(200);
  const sender = await set({ senderCode: 'X1', sellerEmail: 'x@y' });
  expect(sender.error.data?.fields).toMatchObject({
    senderCode: { code: 'SENDER_CODE_INVALID' },
    sellerEmail: { code: 'EMAIL_INVALID' },
  });
  const told = [await ann.get(path), await ann.get('/activity/list?limit=100')].map(({ text }) => text).join();
  for (const secret of [P12_PASSWORD, 'PRIVATE KEY', account.password, `V${SELLER_TAX_CODE}`, account.url])
    expect(told).not.toContain(secret);
  expect((await ann.get<Row>(path)).data).toMatchObject({ signer: 'FILE' });
});

it('says what is missing before invoices are issued, and never signs what is real with a key for trying', async () => {
  const by = { actor: { id: 'system', name: 'Lobby' }, now: new Date() };
  const turn = async (E_INVOICE: boolean) =>
    changeProject(id, (await projects().findOne({ _id: id }))?.version ?? 1, { features: { E_INVOICE } }, by);
  await turn(false);
  expect(await stepsOf()).toEqual({
    feature: 'missing',
    seller: 'ok',
    signature: 'ok',
    provider: 'ok',
    registration: 'missing',
    series: 'ok',
  });
  await turn(true);
  expect((await stepsOf()).feature).toBe('ok');
  const live = await set({ environment: 'LIVE', signer: 'SANDBOX' });
  expect(refusal(live)).toEqual([400, 'CERTIFICATE_INVALID', 'signer']);
  expect(live.error.data?.fields?.signer?.message).toContain('a key for trying');
  expect((await set({ signer: 'SANDBOX' })).status).toBe(200);
  expect((await ann.put<Row>(`${path}/test`, {})).data.subject).toContain('SANDBOX');
  // A certificate of another company is not that of the seller.
  await set({ signer: 'FILE', sellerTaxCode: '0100112437' });
  expect((await stepsOf()).signature).toBe('foreign');
});

it('knows the tax code of a certificate whole', () => {
  const of = (said: string) => taxCodeOf({ subject: `UID=MST:${said}\nCN=A` });
  expect([SELLER_TAX_CODE, `${SELLER_TAX_CODE}-001`, `${SELLER_TAX_CODE}0`, `${SELLER_TAX_CODE}0011`].map(of)).toEqual([
    SELLER_TAX_CODE,
    `${SELLER_TAX_CODE}001`,
    null,
    null,
  ]);
});
