import { modelOf } from '@lobby/server/kit/store/schema.ts';
import { configureTaxSandbox, messageJob } from '@lobby/server/modules/invoice/index.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import { INVOICE_CONFIG_PATH } from '@lobby/shared/modules/invoice-config.ts';
import { invoiceItem } from '@lobby/shared/modules/invoice-item.ts';
import { invoiceSeries } from '@lobby/shared/modules/invoice-series.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { afterAll, expect, it, vi } from 'vitest';
import { openTaxOffice } from '../../scripts/sandbox/tax-office.ts';
import type { Row } from '../setup/caller.ts';
import { booksAt, MONTH, refusal } from '../setup/money/books.ts';
import { secondPersonAt } from '../setup/money/second-person.ts';
import { nextSymbol, readyToIssue } from '../setup/samples/invoices.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

// Reasons that prevent issuing an invoice or correcting it, each checked before a number is assigned.
const server = await startServer();
const site = await makeSite(server.url, 'Rules');
const { ann, unitId, otherUnitId } = site;
const { make, act, priced, read } = await booksAt(site);
const { path } = invoice;
const office = await openTaxOffice({ lateMs: 5, slowMs: 50 });
configureTaxSandbox(office.url);
afterAll(async () => {
  configureTaxSandbox(null);
  await office.close();
});
const seriesId = await readyToIssue(site.id, ann);
const LINE = { name: 'Phí', amount: 100_000, taxRate: '8' };
const draft = (values: object = {}) => make(path, { buyerName: 'Mai', items: [LINE], ...values });
const issue = (one: Row, series = seriesId) => act(path, one, 'issue', { seriesId: series });
const lastNumber = async (id = seriesId) => (await read(invoiceSeries.path, id)).lastNumber;
async function published(one: Row): Promise<Row> {
  const answer = await issue(one);
  expect(answer.status, answer.text).toBe(200);
  await vi.waitFor(async () => {
    await messageJob.run(new Date());
    expect(await read(path, one.id)).toMatchObject({ status: 'PUBLISHED', taxStatus: 'ACCEPTED' });
  }, 8000);
  return read(path, one.id);
}
const adjustmentOf = async ({ id }: Row, type = 'ADJUST_DOWN') =>
  (await ann.get<Row[]>(`${bill.path}?filter[type][]=${type}&limit=100`)).data.find(
    ({ originalId }) => originalId === id,
  ) as Row;
const draftOf = async ({ id }: Row) =>
  (await ann.get<Row[]>(`${path}?limit=100`)).data.find(one => one.originalId === id || one.status === 'DRAFT') as Row;

it('takes only lines of which quantity and price make the amount, and prices of six decimals', async () => {
  const off = await ann.post(path, {
    buyerName: 'Mai',
    items: [LINE, { name: 'X', quantity: 1, price: 1000, amount: 1002, taxRate: '8' }],
  });
  expect(refusal(off)).toEqual([400, 'INVOICE_TOTAL_INVALID', 'items.1.amount']);
  const fine = await draft({ items: [{ name: 'Điện', quantity: 320, price: 2520.312501, taxRate: '8' }] });
  expect(fine).toMatchObject({ subTotal: 806_500, vatAmount: 64_520 });
  const seven = await ann.post(path, { buyerName: 'Mai', items: [{ name: 'X', price: 1.0000001, taxRate: '8' }] });
  expect(seven.error.data).toMatchObject({
    fields: { 'items.0.price': { code: 'TOO_PRECISE', params: { places: 6 } } },
  });
  // Rates are statutory, or custom in the prescribed form.
  const rated = (taxRate: string) =>
    ann.post<Row>(path, { buyerName: 'Mai', items: [{ name: 'Phí', amount: 100_000, taxRate }] });
  for (const taxRate of ['7', 'KHAC', 'FROM_BILL'])
    expect(refusal(await rated(taxRate))).toEqual([400, 'TAX_RATE_INVALID', 'items.0.taxRate']);
  const other = (await rated('KHAC:7%')).data;
  expect(await read(path, other.id)).toMatchObject({ vatAmount: 7000, vatLines: [{ rate: 'KHAC:07.00%' }] });
  // A line with an amount only gets the price derived from it.
  expect(((await draft()).items as Row[])[0]).toMatchObject({ quantity: 1, price: 100_000 });
});

it('refuses each fault of the buyer at its field, before a number is taken', async () => {
  const before = await lastNumber();
  const company = await draft({ buyerType: 'ENTERPRISE', buyerCompany: 'Sao Mai' });
  expect(refusal(await issue(company))).toEqual([400, 'TAX_CODE_INVALID', 'buyer.taxCode']);
  const nameless = await draft({ buyerType: 'ENTERPRISE', buyerTaxCode: '0100112437', buyerAddress: '1 Lê Lợi' });
  expect(refusal(await issue(nameless))).toEqual([400, 'INVOICE_BUYER_NAME_REQUIRED', 'buyer.company']);
  const wrong = await draft({ buyerCompany: 'Sao Mai', buyerTaxCode: '0100112438', buyerAddress: '1 Lê Lợi' });
  expect(refusal(await issue(wrong))).toEqual([400, 'TAX_CODE_INVALID', 'buyer.taxCode']);
  const card = await draft({ buyerIdentityCard: '0010930123' });
  expect(refusal(await issue(card))).toEqual([400, 'IDENTITY_CARD_INVALID', 'buyer.identityCard']);
  const own = await draft({ buyerOwnTaxCode: '00109301234', buyerAddress: '1 Lê Lợi' });
  expect(refusal(await issue(own))).toEqual([400, 'TAX_CODE_INVALID', 'buyer.taxCode']);
  const budget = await draft({ buyerBudgetCode: '123456' });
  expect(refusal(await issue(budget))).toEqual([400, 'BUDGET_CODE_LENGTH', 'buyer.budgetCode']);
  const untyped = await ann.put(`${path}/${budget.id}`, { version: budget.version, buyerType: null });
  expect(refusal(untyped)).toEqual([400, 'INVOICE_ISSUER_TYPE_INVALID', 'buyerType']);
  await modelOf(invoice).updateOne({ projectId: site.id, _id: String(budget.id) }, { $set: { buyerType: null } });
  expect(refusal(await issue(budget))).toEqual([400, 'INVOICE_ISSUER_TYPE_INVALID', 'buyer.type', 'buyer.budgetCode']);
  expect(await lastNumber()).toBe(before);
});

it('keeps a series to the services that it is for', async () => {
  const [fee, water] = [await priced({ repeatable: true }, { vat: 8 }), await priced({ repeatable: true }, { vat: 5 })];
  const [ofFee, ofWater] = [
    await make(invoiceItem.path, { code: 'FEE', name: 'Fee', serviceIds: [fee.id] }),
    await make(invoiceItem.path, { code: 'WATER', name: 'Water', serviceIds: [water.id] }),
  ];
  const kept = await make(invoiceSeries.path, {
    form: '1',
    symbol: nextSymbol(),
    purpose: 'SERVICES',
    serviceIds: [fee.id],
  });
  const closed = await issue(await draft(), kept.id);
  expect(closed.error.data?.fields?.seriesId).toMatchObject({ message: 'This series is not in use.' });
  const old = await make(invoiceSeries.path, { form: '1', symbol: nextSymbol('C', new Date().getFullYear() - 1) });
  expect(refusal(await issue(await draft(), old.id))).toEqual([422, 'SERIES_YEAR']);
  await act(invoiceSeries.path, kept, 'activate');
  const other = await draft({ items: [{ ...LINE, itemId: ofWater.id }] });
  expect(refusal(await issue(other, kept.id))).toEqual([422, 'REFERENCE_NOT_SUITABLE', 'seriesId']);
  const unserved = await issue(await draft(), kept.id);
  expect(refusal(unserved)).toEqual([422, 'REFERENCE_NOT_SUITABLE', 'seriesId']);
  expect(unserved.error.data?.fields?.seriesId).toMatchObject({ message: 'This series is kept for other services.' });
  const right = await issue(await draft({ items: [{ ...LINE, itemId: ofFee.id }] }), kept.id);
  expect(right.status, right.text).toBe(200);
  // An unpublished invoice with a number blocks the series; the message is about the series instead of deletion.
  const { id: waiting } = await draft();
  const mark = (seriesId: string | null, number: number | null) =>
    modelOf(invoice).updateOne({ projectId: site.id, _id: waiting }, { $set: { seriesId, number } });
  await mark(kept.id, 2);
  const held = await act(invoiceSeries.path, kept, 'deactivate');
  expect([held.code, held.error.message]).toEqual([
    'IN_USE',
    expect.stringMatching(/^It cannot be taken out of use yet\. With a number and not out: \d e-invoices?\.$/),
  ]);
  await mark(null, null);
  await ann.delete(`${path}/${waiting}`);
  const groups = await make(invoiceSeries.path, {
    form: '1',
    symbol: nextSymbol(),
    purpose: 'SERVICE_GROUP',
    groups: [{ serviceGroup: fee.group === 'WATER' ? 'ELECTRICITY' : 'WATER' }],
  });
  await act(invoiceSeries.path, groups, 'activate');
  const refused = await issue(await draft({ items: [{ ...LINE, itemId: ofFee.id }] }), groups.id);
  expect(refusal(refused)).toEqual([422, 'REFERENCE_NOT_SUITABLE', 'seriesId']);
});

it('lowers an invoice by the difference alone, and never below 0', async () => {
  const one = await published(await draft({ items: [{ name: 'Phí', amount: 1_000_000, taxRate: '8' }] }));
  const adjust = (values: object, of: Row = one) =>
    act(path, of, 'adjust', { kind: 'ADJUST_DOWN', reason: 'Too much', ...values });
  expect(refusal(await adjust({}))).toEqual([400, 'INVOICE_NO_ITEMS', 'items']);
  const most = { items: [{ name: 'Phí', amount: 1_000_001, taxRate: '8' }] };
  expect(refusal(await adjust(most))).toEqual([400, 'INVOICE_TOTAL_INVALID', 'items']);
  const less = { items: [{ name: 'Phí', amount: 600_000, taxRate: '8' }] };
  // Two simultaneous requests create one draft.
  const both = await Promise.all([adjust(less), adjust(less)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const lower = await read(path, (await draftOf(one)).id);
  expect(lower).toMatchObject({ kind: 'ADJUST_DOWN', subTotal: -600_000, vatAmount: -48_000, total: -648_000 });
  const more = await ann.put(`${path}/${lower.id}`, {
    version: lower.version,
    items: [{ name: 'Phí', amount: 1_100_000, taxRate: '8' }],
  });
  expect(refusal(more)).toEqual([400, 'INVOICE_TOTAL_INVALID', 'items']);
  const sent = await published(lower);
  const { xml = '' } = [...office.messages.values()].find(({ xml }) => xml.includes(`<SHDon>${sent.number}<`)) ?? {};
  expect(xml).toContain('<ThTien>-600000</ThTien><TThue>-48000</TThue>');
  expect(xml).toContain('<TgTTTBSo>-648000</TgTTTBSo><TgTTTBChu>Âm ');
  expect(refusal(await adjust(less, await read(path, one.id)))).toEqual([400, 'INVOICE_TOTAL_INVALID', 'items']);
  expect((await ann.get<Row[]>(`${path}/${one.id}/chain`)).data.at(-1)?.after).toBe(1_080_000 - 648_000);
  // Adjustments are neither adjusted nor replaced: the original is adjusted again.
  expect(refusal(await adjust(less, sent))).toEqual([409, 'INVOICE_CHAIN_FORM']);
  expect(refusal(await act(path, sent, 'replace', { reason: 'x' }))).toEqual([409, 'INVOICE_CHAIN_FORM']);
  // Adjusted invoices cannot be replaced, and replacements cannot be adjusted.
  expect(refusal(await act(path, one, 'replace', { reason: 'x' }))).toEqual([409, 'INVOICE_CHAIN_FORM']);
  const other = await published(await draft());
  await act(path, other, 'replace', { reason: 'Wrong buyer' });
  const anew = await published(await draftOf(other));
  expect(refusal(await adjust(less, anew))).toEqual([409, 'INVOICE_CHAIN_FORM']);
  expect((await act(path, anew, 'replace', { reason: 'Wrong again' })).status).toBe(200);
});

it('says in a replacement what its bills come to after their adjustments', async () => {
  const fee = await priced({ repeatable: true }, { vat: 8 });
  await make(invoiceItem.path, { code: 'AREA', name: 'Area', serviceIds: [fee.id] });
  const due = await make(bill.path, { unitId, serviceId: fee.id, month: MONTH, amount: 500_000 });
  await act(bill.path, due, 'release');
  const rows = (await ann.post<{ rows: Row[] }>(`${path}/compile/preview`, { month: MONTH })).data.rows;
  const made = await ann.post<{ made: string[] }>(`${path}/compile`, {
    month: MONTH,
    rows: rows.map(({ key }) => ({ key })),
  });
  const one = await published(await read(path, made.data.made[0]));
  await act(path, one, 'replace', { reason: 'Wrong buyer' });
  const anew = await published(await draftOf(one));
  const down = { type: 'ADJUST_DOWN', totalPayment: 108_000, reason: 'Wrong area' };
  expect((await act(bill.path, due, 'adjust', down)).status).toBe(200);
  expect((await act(path, anew, 'replace', { reason: 'Wrong area' })).status).toBe(200);
  const whole = await draftOf(anew);
  expect(whole).toMatchObject({ kind: 'REPLACEMENT', subTotal: 400_000, vatAmount: 32_000 });
  const { fullNumber } = await published(whole);
  // The adjustment of the bill is marked as invoiced as well.
  const marked = { eInvoice: 'SYNCHRONIZED', eInvoiceNumber: fullNumber };
  for (const { id } of [due, await adjustmentOf(due)]) expect(await read(bill.path, id)).toMatchObject(marked);
});

it('is issued as its bills are: one that was adjusted since the draft was made is taken anew', async () => {
  const fee = await priced({ repeatable: true }, { vat: 8 });
  await make(invoiceItem.path, { code: 'LATER', name: 'Later', serviceIds: [fee.id] });
  const due = await make(bill.path, { unitId, serviceId: fee.id, month: MONTH, amount: 500_000 });
  await act(bill.path, due, 'release');
  const { rows } = (await ann.post<{ rows: Row[] }>(`${path}/compile/preview`, { month: MONTH })).data;
  const keys = rows.map(({ key }) => ({ key }));
  const { made } = (await ann.post<{ made: string[] }>(`${path}/compile`, { month: MONTH, rows: keys })).data;
  const one = await read(path, made[0]);
  const config = (await ann.get<Row>(INVOICE_CONFIG_PATH)).data;
  const moved = await ann.put(INVOICE_CONFIG_PATH, { version: config.version, compileFrom: 'PAID' });
  expect(refusal(moved)).toEqual([409, 'INVOICE_DRAFTS_EXIST', 'compileFrom']);
  const down = { type: 'ADJUST_DOWN', totalPayment: 108_000, reason: 'Wrong area' };
  expect((await act(bill.path, due, 'adjust', down)).status).toBe(200);
  expect(refusal(await issue(one))).toEqual([409, 'INVOICE_BILL_CHANGED', 'items.0.amount']);
  expect((await act(path, one, 'refresh')).status).toBe(200);
  const sent = await published(await read(path, one.id));
  expect(sent).toMatchObject({ subTotal: 400_000, vatAmount: 32_000, total: 432_000 });
  // Documents contained in the invoice cannot be cancelled.
  const taken = await act(bill.path, await adjustmentOf(due), 'cancel', { reason: 'No' });
  expect(refusal(taken).slice(0, 2)).toEqual([409, 'BILL_INVOICED']);
});

it('invoices a bill that was adjusted before as it is since, whole beside the others of its unit', async () => {
  const fees = [await priced({ repeatable: true }, { vat: 8 }), await priced({ repeatable: true }, { vat: 8 })];
  await make(invoiceItem.path, { code: 'BOTH', name: 'Both', serviceIds: fees.map(({ id }) => id) });
  const [due, other] = [
    await make(bill.path, { unitId, serviceId: fees[0]?.id, month: MONTH, amount: 500_000 }),
    await make(bill.path, { unitId, serviceId: fees[1]?.id, month: MONTH, amount: 200_000 }),
  ];
  for (const one of [due, other]) await act(bill.path, one, 'release');
  const up = { type: 'ADJUST_UP', totalPayment: 54_000, reason: 'Wrong area' };
  expect((await act(bill.path, due, 'adjust', up)).status).toBe(200);
  const { rows } = (await ann.post<{ rows: Row[] }>(`${path}/compile/preview`, { month: MONTH })).data;
  expect(rows).toMatchObject([{ faults: [], total: 550_000 * 1.08 + 216_000 }]);
  const keys = rows.map(({ key }) => ({ key }));
  const compile = () => ann.post<{ made: string[] }>(`${path}/compile`, { month: MONTH, rows: keys });
  const { made } = (await compile()).data;
  expect(await read(path, made[0])).toMatchObject({ subTotal: 750_000, vatAmount: 60_000 });
  expect((await compile()).data.made).toEqual([]);
  const taken = await act(bill.path, await adjustmentOf(due, 'ADJUST_UP'), 'cancel', { reason: 'No' });
  expect(refusal(taken).slice(0, 2)).toEqual([409, 'BILL_INVOICED']);
});

it('is of something: words alone and nothing at all take no number', async () => {
  const before = await lastNumber();
  const words = await draft({ items: [{ name: 'Xin chào', nature: 'NOTE', amount: 0, taxRate: 'KCT' }] });
  expect(refusal(await issue(words))).toEqual([400, 'INVOICE_NO_ITEMS', 'items']);
  const nothing = await draft({ items: [{ name: 'Phí', quantity: 0, price: 1000, amount: 0, taxRate: '8' }] });
  expect(refusal(await issue(nothing))).toEqual([400, 'INVOICE_TOTAL_INVALID', 'items']);
  expect(await lastNumber()).toBe(before);
});

it('replaces an invoice of before, which is told by form, symbol, number and date', async () => {
  const given = { buyerName: 'Mai', items: [LINE], kind: 'REPLACEMENT' };
  const lacking = await ann.post(path, given);
  expect([lacking.status, lacking.code]).toEqual([404, 'ORIGINAL_INVOICE_NOT_FOUND']);
  expect(Object.keys(lacking.error.data?.fields ?? {})).toContain('originalNumber');
  const original = { originalForm: '1', originalSymbol: 'C25TOL', originalNumber: 77, originalDate: '2025-12-30' };
  const one = await draft({ ...given, ...original, reason: 'Sai đơn giá' });
  const changed = await ann.put(`${path}/${one.id}`, { version: one.version, kind: 'ORIGINAL' });
  expect(refusal(changed)).toEqual([409, 'INVOICE_CHAIN_FORM', 'kind']);
  const sent = await published(one);
  const { xml = '' } = [...office.messages.values()].find(({ xml }) => xml.includes(`<SHDon>${sent.number}<`)) ?? {};
  expect(xml).toContain('<KHHDCLQuan>C25TOL</KHHDCLQuan><SHDCLQuan>77</SHDCLQuan><NLHDCLQuan>2025-12-30</NLHDCLQuan>');
  // Invoices of this system are corrected by their own action.
  const own = { originalForm: sent.form, originalSymbol: sent.symbol, originalNumber: sent.number };
  const ask = (values: object) =>
    ann.post(path, { ...given, ...own, originalDate: sent.invoiceDate, reason: 'Sai', ...values });
  const here = await ask({});
  expect(refusal(here)).toEqual([409, 'INVOICE_CHAIN_FORM', 'originalNumber']);
  const never = await ask({ originalNumber: 99_999_999 });
  expect(refusal(never)).toEqual([404, 'ORIGINAL_INVOICE_NOT_FOUND', 'originalNumber']);
});

it('gives many their numbers in the order of their units, each at its own time', async () => {
  const homes = await Promise.all([otherUnitId, unitId].map(id => read(unit.path, id)));
  const last = homes.toSorted((a, b) => (String(a.code) < String(b.code) ? 1 : -1));
  const drafts: Row[] = [];
  for (const { id } of last) drafts.push(await draft({ unitId: id }));
  const many = await ann.put<Row>(`${path}/issue-multi`, { ids: drafts.map(({ id }) => id), seriesId });
  expect(many.status, many.text).toBe(200);
  const [second, first] = await Promise.all(drafts.map(({ id }) => read(path, id)));
  expect(Number(second?.number)).toBe(Number(first?.number) + 1);
  expect(String(second?.issuedAt) > String(first?.issuedAt)).toBe(true);
});

it('gives the file that its buyer keeps: signed, with the code of the office', async () => {
  const one = await published(await draft());
  const file = (await ann.file(`${path}/${one.id}/xml`)).body.toString();
  expect(file).toMatch(/^<\?xml [^>]*>\n<HDon><DLHDon /);
  expect(file).toContain(`<MCCQT>${one.taxCodeOfInvoice}</MCCQT>`);
  expect(file).toContain(`|${one.symbol}|${one.number}|`);
  expect(file.match(/<SignatureValue>/g)).toHaveLength(2);
  const find = async (q: unknown) =>
    (await ann.get<Row[]>(`${path}?filter[q]=${q}&limit=100`)).data.map(({ id }) => id);
  expect(await find(one.secretCode)).toEqual([one.id]);
  expect(await find(`${one.symbol}-${one.number}`)).toEqual([one.id]);
});

it('waits for a second person before an invoice is replaced, where the building asks for one', async () => {
  const { approve, readOne, setRules } = await secondPersonAt(site, { 'invoice.replace': 324_000 });
  const small = await published(await draft({ items: [{ ...LINE, amount: 299_000 }] }));
  expect((await act(path, small, 'replace', { reason: 'Wrong buyer' })).status).toBe(200);
  const one = await published(await draft({ items: [{ ...LINE, amount: 300_000 }] }));
  const asked = await act(path, one, 'replace', { reason: 'Wrong buyer' });
  expect([asked.status, asked.data.status]).toEqual([202, 'PENDING']);
  const id = asked.data.approvalRequestId;
  expect(await readOne(id)).toMatchObject({ entityCode: one.code, amount: 324_000 });
  const replacements = async () =>
    (await ann.get<Row[]>(`${path}?filter[kind][]=REPLACEMENT&limit=100`)).data.filter(
      ({ total }) => total === 324_000,
    );
  expect(await replacements()).toEqual([]);
  expect(refusal(await approve(id, ann))).toEqual([422, 'SELF_APPROVAL']);
  expect((await approve(id)).data).toMatchObject({ status: 'DONE', resultCode: one.code });
  expect(await replacements()).toMatchObject([{ status: 'DRAFT', total: 324_000 }]);
  await setRules([]);
});

it('keeps a buyer while drafts are made out to it; what was published has its own copy', async () => {
  const buyer = await make(invoiceBuyer.path, { issuerType: 'INDIVIDUAL', name: 'Lan' });
  const one = await draft({ buyerId: buyer.id, buyerName: undefined });
  const refused = await ann.delete(`${invoiceBuyer.path}/${buyer.id}`);
  expect([...refusal(refused), refused.error.data]).toMatchObject([409, 'INVOICE_BUYER_IN_USE', { count: 1 }]);
  await published(one);
  expect((await ann.delete(`${invoiceBuyer.path}/${buyer.id}`)).status).toBe(200);
  expect(await read(path, one.id)).toMatchObject({ status: 'PUBLISHED', buyerName: 'Lan' });
});
