import { sendDue } from '@lobby/server/kit/mail/send.ts';
import { records } from '@lobby/server/kit/store/records.ts';
import { configureTaxSandbox, messageJob } from '@lobby/server/modules/invoice/index.ts';
import { reconcile } from '@lobby/server/modules/reconciliation/index.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceItem } from '@lobby/shared/modules/invoice-item.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { afterAll, expect, it, vi } from 'vitest';
import { openTaxOffice } from '../../scripts/sandbox/tax-office.ts';
import type { Row } from '../setup/caller.ts';
import { mailTo } from '../setup/mail/mailbox.ts';
import { booksAt, MONTH, refusal, today } from '../setup/money/books.ts';
import { readyToIssue } from '../setup/samples/invoices.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

// A month of two units: bills are invoiced, accepted, adjusted and replaced; then payments and advances.
const server = await startServer();
const site = await makeSite(server.url, 'Story');
const { ann, dora, emil, unitId, otherUnitId } = site;
const { make, act, priced, read, pay } = await booksAt(site);
const { path } = invoice;
const office = await openTaxOffice({ lateMs: 5, slowMs: 50 });
configureTaxSandbox(office.url);
afterAll(async () => {
  configureTaxSandbox(null);
  await office.close();
});
const seriesId = await readyToIssue(site.id, ann);
const PAID_MONTH = today().slice(0, 7);

interface Compiled {
  key: string;
  unitId: string;
  total: number;
  items: (Row & { amount: number; vat: number; billId: string | null; receiptId: string | null })[];
  faults: { code: string }[];
}
const look = async (values: object = {}) =>
  (await ann.post<{ rows: Compiled[] }>(`${path}/compile/preview`, { month: MONTH, ...values })).data.rows;
/** Compiles all rows without faults into drafts. */
async function compile(values: object = {}): Promise<Row[]> {
  const rows = (await look(values)).map(({ key }) => ({ key }));
  const { data } = await ann.post<{ made: string[] }>(`${path}/compile`, { month: MONTH, rows, ...values });
  return Promise.all(data.made.map(id => read(path, id)));
}
const ACCEPTED = { status: 'PUBLISHED', syncStatus: 'SYNCHRONIZED', taxStatus: 'ACCEPTED' };
async function issue(one: Row, then: object = ACCEPTED): Promise<Row> {
  const answer = await act(path, one, 'issue', { seriesId });
  expect(answer.status, answer.text).toBe(200);
  await vi.waitFor(async () => {
    await messageJob.run(new Date());
    expect(await read(path, one.id)).toMatchObject(then);
  }, 8000);
  return read(path, one.id);
}
const [fee, water] = [await priced({ repeatable: true }, { vat: 8 }), await priced({ repeatable: true }, { vat: 5 })];
await make(invoiceItem.path, { code: 'FEE', name: 'Management', serviceIds: [fee.id] });
await make(invoiceItem.path, { code: 'WATER', name: 'Water', serviceIds: [water.id] });
async function billed(unit: string, service: Row, amount: number, month = MONTH): Promise<Row> {
  const made = await make(bill.path, { unitId: unit, serviceId: service.id, month, amount });
  const released = await act(bill.path, made, 'release');
  expect(released.status, released.text).toBe(200);
  return read(bill.path, made.id);
}

/** Nightly reconciliation of journal, bills, receipts and invoices. */
const agreed = async () => expect((await reconcile(site.id)).filter(({ ok }) => !ok)).toEqual([]);

it('invoices a month, has it accepted, and corrects it twice; its total stays that of the bills', async () => {
  const [first, second, third] = [
    await billed(unitId, fee, 500_000),
    await billed(unitId, water, 90_000),
    await billed(otherUnitId, fee, 700_000),
  ];
  const drafts = await compile();
  expect(drafts).toHaveLength(2);
  const own = drafts.find(draft => draft.unitId === unitId) as Row;
  expect(own.total).toBe(Number(first.total) + Number(second.total));
  expect(own.vatAmount).toBe(500_000 * 0.08 + 90_000 * 0.05);
  const other = drafts.find(draft => draft.unitId === otherUnitId) as Row;
  const published = await issue(own);
  await issue(other);
  expect([published.number, (await read(path, other.id)).number]).toEqual([1, 2]);
  // After publication its number is the title in search and recent records.
  for (const asked of [`q=${published.fullNumber}`, `records[]=invoice/${own.id}`]) {
    const { data: found } = await ann.get<Row[]>(`/search?${asked}`);
    expect(found.find(({ id }) => id === own.id)).toMatchObject({ title: published.fullNumber, code: null });
  }

  // The fee was too high: the bill is adjusted, and the adjustment invoice contains the difference.
  const down = { type: 'ADJUST_DOWN', totalPayment: 108_000, reason: 'Wrong area' };
  const adjusted = await act(bill.path, first, 'adjust', down);
  expect(adjusted.status, adjusted.text).toBe(200);
  // It is marked as to be adjusted until there is a draft of the adjustment.
  const due = { toAdjust: true, hasProblem: true };
  const none = { toAdjust: false, hasProblem: false };
  expect(await read(path, own.id)).toMatchObject(due);
  const lowering = { kind: 'ADJUST_DOWN', reason: 'Wrong area' };
  expect((await act(path, published, 'adjust', lowering)).status).toBe(200);
  expect(await read(path, own.id)).toMatchObject(none);
  const [thrown] = (await ann.get<Row[]>(`${path}?filter[kind][]=ADJUST_DOWN`)).data;
  expect((await ann.delete(`${path}/${thrown?.id}`)).status).toBe(200);
  expect(await read(path, own.id)).toMatchObject(due);
  expect((await act(path, published, 'adjust', lowering)).status).toBe(200);
  expect(await read(path, own.id)).toMatchObject(none);
  const [lower] = (await ann.get<Row[]>(`${path}?filter[kind][]=ADJUST_DOWN`)).data;
  const lowered = await issue(await read(path, lower?.id));
  expect(lowered.total).toBe(-108_000);
  expect(lowered.totalWords).toMatch(/^Âm /);
  expect(await read(path, own.id)).toMatchObject({ status: 'ADJUSTED' });
  const [told] = (await ann.get<Row[]>(`${bill.path}?filter[type][]=ADJUST_DOWN`)).data;
  expect(told).toMatchObject({ eInvoice: 'SYNCHRONIZED', eInvoiceNumber: lowered.fullNumber });
  const chain = (await ann.get<Row[]>(`${path}/${own.id}/chain`)).data;
  expect(chain.at(-1)?.after).toBe(Number(published.total) - 108_000);
  expect(refusal(await act(path, { ...published, id: own.id }, 'replace', { reason: 'x' }))).toEqual([
    409,
    'INVOICE_CHAIN_FORM',
  ]);

  // The other invoice named the wrong buyer and is replaced.
  const mistaken = await read(path, other.id);
  expect((await act(path, mistaken, 'replace', { reason: 'Wrong buyer' })).status).toBe(200);
  const [anew] = (await ann.get<Row[]>(`${path}?filter[kind][]=REPLACEMENT`)).data;
  const replaced = await issue(await read(path, anew?.id));
  expect(replaced.total).toBe(third.total);
  expect(await read(path, other.id)).toMatchObject({ status: 'REPLACED' });
  // Invoices in force add up to the billed amount.
  const bills = [first, second, third].reduce((sum, one) => sum + Number(one.total), 0) - 108_000;
  expect(Number(published.total) + Number(lowered.total) + Number(replaced.total)).toBe(bills);
  expect((await look())[0]?.faults[0]?.code).toBe('INVOICE_ALREADY_COMPILED');
  await agreed();
});

it('gives the household its papers, and nobody else', async () => {
  const [own] = (await ann.get<Row[]>(`${path}?filter[status][]=ADJUSTED`)).data;
  const mine = await dora.get<Row[]>(path);
  expect(mine.data.map(({ status }) => status)).not.toContain('DRAFT');
  const found = mine.data.find(({ id }) => id === own?.id);
  expect(found).toBeDefined();
  const detail = (await dora.get<Row>(`${path}/${own?.id}`)).data;
  expect(detail.secretCode).toMatch(/^[A-Z0-9]{10}$/);
  expect(detail).not.toHaveProperty('seriesId');
  const file = await dora.file(`${path}/${own?.id}/pdf`);
  expect([file.status, file.body.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  const signed = await dora.file(`${path}/${own?.id}/xml`);
  expect([signed.status, signed.body.toString().includes('<SignatureValue>')]).toEqual([200, true]);
  expect((await dora.get<Row>('/e-invoice-buyer/mine')).data).toEqual({ papers: true, buyer: null });
  expect((await emil.get(`${path}/${own?.id}/pdf`)).status).toBe(404);
  const draft = await make(path, { unitId, buyerName: 'Dora', items: [{ name: 'Fee', amount: 1000, taxRate: '8' }] });
  expect((await dora.get(`${path}/${draft.id}`)).status).toBe(404);
  expect(refusal(await ann.get(`${path}/${draft.id}/pdf`)).slice(0, 2)).toEqual([409, 'STATUS_NOT_ALLOWED']);
  // The buyer has no email address, so one has to be given.
  expect(refusal(await act(path, own as Row, 'mail')).slice(0, 2)).toEqual([422, 'NO_EMAIL']);
  expect((await act(path, own as Row, 'mail', { to: 'buyer@example.test' })).status).toBe(200);
  await sendDue();
  const mail = await mailTo(server.dir, 'buyer@example.test');
  expect(mail.files?.map(({ name }) => name)).toEqual([
    `${own?.symbol}-${own?.number}.pdf`,
    `${own?.symbol}-${own?.number}.xml`,
  ]);
  expect(mail.subject).toContain(`${own?.symbol}-${own?.number}`);
  expect((await read(path, own?.id)).mailedAt).not.toBeNull();
});

it('invoices what was paid, part by part, and never twice; such a receipt stays', async () => {
  const due = await billed(unitId, fee, 300_001, '2026-09');
  const half = await pay({ amount: 100_000, allocations: [{ billId: due.id, amount: 100_000 }] });
  expect(half.status, half.text).toBeLessThan(300);
  const paid = { source: 'PAID', month: PAID_MONTH, unitIds: [unitId] };
  const [row] = await look(paid);
  const [part] = row?.items.filter(({ billId }) => billId === due.id) ?? [];
  expect(part?.receiptId).toBeTruthy();
  expect(Number(part?.amount) + Number(part?.vat)).toBe(100_000);
  const [draft] = await compile(paid);
  await issue(draft as Row);
  // The full bill is not invoiced beside its part.
  expect((await look({ month: '2026-09' }))[0]?.faults[0]?.code).toBe('INVOICE_ALREADY_COMPILED');
  const rest = Number(due.total) - 100_000;
  await pay({ amount: rest, allocations: [{ billId: due.id, amount: rest }] });
  const [again] = await compile(paid);
  expect(again?.total).toBe(rest);
  // Both parts add up to the bill exactly.
  const vat = Number(draft?.vatAmount) + Number(again?.vatAmount);
  expect([Number(draft?.subTotal) + Number(again?.subTotal), vat]).toEqual([due.net, due.vat]);
  const [first] = (await ann.get<Row[]>(`${receipt.path}?filter[unitId][]=${unitId}&sort=createdAt`)).data;
  const refused = await act(receipt.path, first as Row, 'cancel', { reason: 'Wrong' });
  expect(refusal(refused).slice(0, 2)).toEqual([409, 'SYNCED_RECEIPT_CANNOT_BE_DELETED']);
  expect(refusal(await act(bill.path, due, 'cancel', { reason: 'Wrong' }))[0]).toBe(409);
});

it('invoices what was paid ahead at that moment, and of the bill that uses it only the rest', async () => {
  const ahead = await pay({ unitId: otherUnitId, type: 'ADVANCE', serviceId: fee.id, amount: 540_000 });
  expect(ahead.status, ahead.text).toBeLessThan(300);
  const before = { source: 'PAID_BEFORE', month: PAID_MONTH, unitIds: [otherUnitId] };
  const [draft] = await compile(before);
  expect(draft).toMatchObject({ revenueType: 'PAID_BEFORE', subTotal: 500_000, vatAmount: 40_000, total: 540_000 });
  await issue(draft as Row);
  expect((await look(before))[0]?.faults[0]?.code).toBe('INVOICE_ALREADY_COMPILED');
  const due = await billed(otherUnitId, fee, 700_000, '2026-09');
  const used = await ann.post<Row>('/payment/single', {
    unitId: otherUnitId,
    accountingDate: today(),
    payerName: 'Mai',
    methods: [],
    sources: [{ from: 'ADVANCE', serviceId: fee.id, amount: 540_000 }],
    allocations: [{ billId: due.id, amount: 540_000 }],
  });
  expect(used.status, used.text).toBeLessThan(300);
  const month = { month: '2026-09', unitIds: [otherUnitId] };
  expect((await look(month))[0]?.faults[0]?.code).toBe('INVOICE_PAID_BEFORE');
  const [rest] = await look({ ...month, finalInvoice: true });
  expect(rest).toMatchObject({ faults: [], total: Number(due.total) - 540_000 });
});

it('sends each invoice once, whoever asks twice', async () => {
  const sent = await records(taxMessage).find({ projectId: site.id }, { direction: 'OUT', type: '200' });
  const numbers = sent.map(({ number }) => Number(number)).toSorted((a, b) => a - b);
  expect(numbers).toEqual([...numbers.keys()].map(n => n + 1));
  await agreed();
});
