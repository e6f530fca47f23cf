import { modelOf } from '@lobby/server/kit/store/schema.ts';
import { configureTaxSandbox, configureTaxTimeout, messageJob } from '@lobby/server/modules/invoice/index.ts';
import { turnProject } from '@lobby/server/modules/invoice/message/queue.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { INVOICE_CONFIG_PATH } from '@lobby/shared/modules/invoice-config.ts';
import { invoiceSeries } from '@lobby/shared/modules/invoice-series.ts';
import { MESSAGE_ID, taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTaxOffice, type TaxFault } from '../../scripts/sandbox/tax-office.ts';
import type { Row } from '../setup/caller.ts';
import { faultsInFormat } from '../setup/files/formats.ts';
import { refusal } from '../setup/money/books.ts';
import { rowsIn } from '../setup/records.ts';
import { nextSymbol, SELLER_TAX_CODE } from '../setup/samples/invoices.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann, id: projectId } = await makeSite(server.url, 'Taxes');
const office = await openTaxOffice({ lateMs: 20, slowMs: 400 });
configureTaxSandbox(office.url);
configureTaxTimeout(200);
afterAll(async () => {
  configureTaxSandbox(null);
  await office.close();
});
const { path } = invoice;
const later = (minutes: number) => messageJob.run(new Date(Date.now() + minutes * 60_000));
const configOf = async () => (await ann.get<Row>(INVOICE_CONFIG_PATH)).data;
const set = async (values: object) =>
  ann.put<Row>(INVOICE_CONFIG_PATH, { version: (await configOf()).version, ...values });
let series: Row;
beforeAll(async () => {
  await set({ sellerName: 'Ban quản lý', sellerAddress: '1 Lê Lợi', sellerTaxCode: SELLER_TAX_CODE });
  series = (await ann.post<Row>(invoiceSeries.path, { form: '1', symbol: nextSymbol() })).data;
  await ann.put(`${invoiceSeries.path}/${series.id}/activate`, {});
});
const messagesOf = async (invoiceId: string) =>
  (await modelOf(taxMessage)
    .find({ projectId, invoiceId, direction: 'OUT' })
    .sort({ at: 1 })
    .lean()) as unknown as Row[];
const draft = async (values: object = {}) =>
  (await ann.post<Row>(path, { buyerName: 'Mai', items: [{ name: 'Phí', amount: 100_000, taxRate: '8' }], ...values }))
    .data;
const read = async ({ id }: Row) => (await ann.get<Row>(`${path}/${id}`)).data;
async function issued(values: object = {}): Promise<Row> {
  const made = await draft(values);
  const answer = await ann.put<Row>(`${path}/${made.id}/issue`, { seriesId: series.id });
  if (answer.status !== 200) throw new Error(answer.text);
  return made;
}
const until = (one: Row, wanted: object) => vi.waitFor(async () => expect(await read(one)).toMatchObject(wanted), 5000);
const ACCEPTED = { status: 'PUBLISHED', syncStatus: 'SYNCHRONIZED', taxStatus: 'ACCEPTED' };

it('registers: refused with its reason, then accepted', async () => {
  office.faultsOfNext('reasons');
  expect((await ann.put<Row>(`${INVOICE_CONFIG_PATH}/register`, {})).data.registration).toBe('SUBMITTED');
  await vi.waitFor(async () => {
    await later(0);
    expect(await configOf()).toMatchObject({ registration: 'REJECTED', refusal: expect.stringContaining('Chứng thư') });
  }, 5000);
  await ann.put(`${INVOICE_CONFIG_PATH}/register`, {});
  await vi.waitFor(async () => {
    await later(0);
    expect(await configOf()).toMatchObject({ registration: 'ACCEPTED', acceptedAt: expect.any(String) });
  }, 5000);
});

it('sends what is signed, whole and in order, and publishes what got a code', async () => {
  const one = await issued();
  await vi.waitFor(async () => {
    await later(0);
    expect(await read(one)).toMatchObject({ ...ACCEPTED, number: 1, taxCodeOfInvoice: expect.any(String) });
  }, 5000);
  const [message] = await messagesOf(one.id);
  expect(message?.messageId).toMatch(MESSAGE_ID);
  expect(message?.attempts).toBe(1);
  const { xml = '' } = office.messages.get(String(message?.messageId)) ?? {};
  expect(
    [
      ...xml.matchAll(
        /<(PBan|MNGui|MNNhan|MLTDiep|MTDiep|MST|SLuong|DLieu|HDon|DLHDon|NDHDon|NBan|NMua|DSHHDVu|TToan|DSCKS)\b/g,
      ),
    ]
      .map(([, name]) => name)
      .slice(0, 16),
  ).toEqual([
    'PBan',
    'MNGui',
    'MNNhan',
    'MLTDiep',
    'MTDiep',
    'MST',
    'SLuong',
    'DLieu',
    'HDon',
    'DLHDon',
    'PBan',
    'DLieu',
    'NDHDon',
    'NBan',
    'MST',
    'NMua',
  ]);
  expect(xml).toContain('<TSuat>8%</TSuat><ThTien>100000</ThTien><TThue>8000</TThue>');
  const again = await ann.put(`${path}/${one.id}/issue`, { seriesId: series.id });
  expect([again.status, again.code]).toEqual([409, 'STATUS_NOT_ALLOWED']);
  expect((await ann.get(`${path}/${one.id}/preview`)).code).toBe('INVOICE_PUBLISHED_CANNOT_BE_PREVIEWED');
});

it('is sent once, whatever is lost on the way', async () => {
  const before = office.messages.size;
  for (const fault of ['close', 'slow'] as const satisfies readonly TaxFault[]) {
    office.faultsOfNext(fault);
    const one = await issued();
    await vi.waitFor(async () => {
      await later(0);
      expect(await read(one)).toMatchObject(ACCEPTED);
    }, 8000);
    expect(await messagesOf(one.id)).toHaveLength(1);
  }
  expect(office.messages.size).toBe(before + 2);
});

it('publishes the invoice before its message is answered: a server that is killed between loses nothing', async () => {
  const one = await issued();
  await vi.waitFor(async () => {
    await later(0);
    expect(await read(one)).toMatchObject(ACCEPTED);
  }, 5000);
  const { version } = await read(one);
  const answered = () =>
    vi.waitFor(async () => {
      await later(1);
      expect((await messagesOf(one.id)).map(({ status }) => status)).toEqual(['ANSWERED']);
    }, 5000);
  await answered();
  const [message] = await messagesOf(one.id);
  const actsOn = [one.id, String(message?._id)];
  const acts = await rowsIn('events')
    .find({ entityId: { $in: actsOn }, action: { $in: ['publish', 'settle'] } })
    .sort({ ts: 1 })
    .toArray();
  const endings = acts.filter(({ action, after }) => action === 'publish' || (after as Row).status === 'ANSWERED');
  expect(endings.map(({ action }) => action)).toEqual(['publish', 'settle']);
  // State left by the other server: the response is fetched again, without effect.
  await modelOf(taxMessage).updateOne({ projectId, _id: message?._id }, { $set: { status: 'SENT', nextAt: null } });
  await answered();
  expect((await read(one)).version).toBe(version);
});

it('lets a later number wait for an earlier one that cannot go out', async () => {
  office.reach(false);
  const [first, second] = [await issued(), await issued()];
  await vi.waitFor(
    async () => expect((await messagesOf(first.id))[0]).toMatchObject({ status: 'QUEUED', attempts: 1 }),
    5000,
  );
  expect((await messagesOf(second.id))[0]).toMatchObject({ status: 'QUEUED', attempts: 0 });
  office.reach(true);
  await vi.waitFor(async () => {
    await later(2);
    expect([await read(first), await read(second)]).toMatchObject([ACCEPTED, ACCEPTED]);
  }, 5000);
  expect(Number((await read(second)).number)).toBe(Number((await read(first)).number) + 1);
});

it('goes on with one that the office wanted looked at, when that was answered', async () => {
  const fail = (body: object) =>
    fetch(`${office.url}/sandbox/faults`, { method: 'POST', body: JSON.stringify(body) }).then(({ status }) => status);
  expect([await fail({ faults: ['unheard'] }), await fail({}), await fail({ faults: ['review'] })]).toEqual([
    400, 400, 200,
  ]);
  const one = await issued();
  const early = await ann.put(`${path}/${one.id}/notify-error`, { wrong: 'Mia', right: 'Mai' });
  expect([early.status, early.code]).toEqual([409, 'STATUS_NOT_ALLOWED']);
  await vi.waitFor(async () => {
    await later(0);
    expect(await read(one)).toMatchObject({ status: 'DRAFT', taxStatus: 'UNDER_REVIEW', hasProblem: true });
  }, 5000);
  // The message is queried again: a review request does not complete it.
  const [sent] = await messagesOf(one.id);
  await modelOf(taxMessage).updateOne({ projectId, _id: String(sent?._id) }, { $set: { status: 'ANSWERED' } });
  expect((await ann.put(`${path}/${one.id}/notify-error`, { wrong: 'Mia', right: 'Mai' })).status).toBe(200);
  await vi.waitFor(async () => {
    await later(0);
    expect(await read(one)).toMatchObject({ ...ACCEPTED, hasProblem: false, refusal: null });
  }, 5000);
  const { data: done } = await ann.get<{ action: string }[]>(`${taxMessage.path}/${sent?._id}/activities`);
  expect(done.map(({ action }) => action)).toContain('reopen');
});

it('sends what has come up since somebody asked, by one turn for all who wait', async () => {
  office.reach(false);
  const one = await issued();
  await vi.waitFor(
    async () => expect((await messagesOf(one.id))[0]).toMatchObject({ status: 'QUEUED', attempts: 1 }),
    5000,
  );
  office.reach(true);
  const long = new Date(Date.now() - 600_000);
  const turns = [turnProject(projectId, long), turnProject(projectId, long), turnProject(projectId, new Date())];
  expect(turns[1]).toBe(turns[2]);
  await Promise.all(turns);
  const other = await issued();
  // Its number waits for the previous one, which is due in a minute.
  await vi.waitFor(async () => {
    await later(2);
    expect([await read(one), await read(other)]).toMatchObject([ACCEPTED, ACCEPTED]);
  }, 5000);
  expect(await turnProject(projectId, long)).toBe(0);
  const last = await issued();
  await vi.waitFor(async () => {
    await turnProject(projectId, long);
    expect(await read(last)).toMatchObject(ACCEPTED);
  }, 5000);
});

it('keeps the number of what was refused, and sends it again under it', async () => {
  office.faultsOfNext('reasons');
  const one = await issued();
  await vi.waitFor(async () => {
    await later(0);
    expect(await read(one)).toMatchObject({ status: 'DRAFT', syncStatus: 'FAILED', taxStatus: 'REJECTED' });
  }, 5000);
  const { number, refusal: why, version } = await read(one);
  expect(String(why).split('\n')).toHaveLength(2);
  const problems = async () => (await ann.get<Row[]>(`${path}?filter[hasProblem][]=true`)).data.map(({ id }) => id);
  expect(await problems()).toEqual([one.id]);
  await ann.put(`${path}/${one.id}`, { version, note: 'Corrected' });
  await ann.put(`${path}/${one.id}/issue`, { seriesId: series.id });
  await vi.waitFor(async () => {
    await later(0);
    expect(await read(one)).toMatchObject({ ...ACCEPTED, number, refusal: null });
  }, 5000);
  expect(await problems()).toEqual([]);
});

it('changes nothing by what is not the office, not this building, or comes again', async () => {
  for (const fault of ['signature', 'foreign'] as const) {
    office.faultsOfNext(fault);
    const one = await issued();
    await later(0);
    await later(0);
    expect(await read(one)).toMatchObject({ status: 'DRAFT', syncStatus: 'SYNCHRONIZING' });
  }
  office.tellTo(`${server.url}/api/webhooks/e-invoice/${projectId}`);
  office.faultsOfNext('twice');
  const one = await issued();
  await until(one, ACCEPTED);
  office.tellTo(null);
  const answers = await ann.get<Row[]>(`${taxMessage.path}?filter[direction][]=IN&filter[type][]=202&limit=100`);
  expect(answers.data.filter(({ invoiceId }) => invoiceId === one.id)).toHaveLength(1);
  const bomb = '<!DOCTYPE a [<!ENTITY b "c">]><TDiep>&b;</TDiep>';
  const call = await fetch(`${server.url}/api/webhooks/e-invoice/${projectId}`, {
    method: 'POST',
    body: bomb,
    headers: { 'Content-Type': 'text/xml' },
  });
  expect(call.status).toBe(401);
});

it('says the same of what was refused after it was accepted, in whichever order it hears that', async () => {
  for (const fault of ['withdrawn', 'withdrawnFirst'] as const satisfies readonly TaxFault[]) {
    office.faultsOfNext(fault);
    const one = await issued();
    await vi.waitFor(async () => {
      await later(0);
      expect(await read(one)).toMatchObject({
        status: 'DRAFT',
        syncStatus: 'FAILED',
        taxStatus: 'REJECTED',
        refusal: expect.stringContaining('Mã số thuế'),
      });
      const heard = { projectId, invoiceId: one.id, direction: 'IN', type: '202' };
      expect(await modelOf(taxMessage).countDocuments(heard)).toBe(1);
    }, 5000);
    // After correction it is issued again with the same number.
    const refused = await read(one);
    await ann.put(`${path}/${one.id}`, { version: refused.version, note: 'Corrected' });
    await ann.put(`${path}/${one.id}/issue`, { seriesId: series.id });
    await vi.waitFor(async () => {
      await later(0);
      expect(await read(one)).toMatchObject({ ...ACCEPTED, number: refused.number, refusal: null });
    }, 5000);
  }
});

/** Series with and without code are never active at the same time. */
async function withCode(yes: boolean): Promise<void> {
  await modelOf(invoiceSeries).updateMany({ projectId }, { $set: { active: false } });
  expect((await set({ withCode: yes })).status).toBe(200);
  if (yes) await ann.put(`${invoiceSeries.path}/${series.id}/activate`, {});
}

it('publishes what has no code as it is signed, and changes what it replaces at once', async () => {
  await withCode(false);
  const own = (await ann.post<Row>(invoiceSeries.path, { form: '1', symbol: nextSymbol('K') })).data;
  await ann.put(`${invoiceSeries.path}/${own.id}/activate`, {});
  const one = await draft();
  await ann.put(`${path}/${one.id}/issue`, { seriesId: own.id });
  expect(await read(one)).toMatchObject({ status: 'PUBLISHED', taxCodeOfInvoice: null });
  await vi.waitFor(async () => {
    await later(0);
    expect(await read(one)).toMatchObject(ACCEPTED);
  }, 5000);
  expect((await messagesOf(one.id))[0]).toMatchObject({ type: '203' });
  await ann.put(`${path}/${one.id}/replace`, { reason: 'Wrong buyer' });
  const next = (await ann.get<Row[]>(`${path}?filter[kind][]=REPLACEMENT&limit=100`)).data.find(
    ({ status }) => status === 'DRAFT',
  );
  await ann.put(`${path}/${next?.id}/issue`, { seriesId: own.id });
  expect([(await read(one)).status, (await read(next as Row)).status]).toEqual(['REPLACED', 'PUBLISHED']);
  await vi.waitFor(async () => {
    await later(0);
    expect(await read(next as Row)).toMatchObject(ACCEPTED);
  }, 5000);
  await withCode(true);
});

it('goes through a provider that passes it on: the same states, once whatever is lost on the way', async () => {
  await set({ provider: 'PROVIDER' });
  const before = office.messages.size;
  for (const fault of [null, 'close', 'lost', 'twice'] as const satisfies readonly (TaxFault | null)[]) {
    office.faultsOfNext(fault);
    const one = await issued();
    for (let minutes = 0; minutes < 10 && (await read(one)).status === 'DRAFT'; minutes += 2) await later(minutes);
    expect(await read(one)).toMatchObject(ACCEPTED);
    expect(await messagesOf(one.id)).toMatchObject([{ status: 'ANSWERED' }]);
  }
  expect(office.messages.size - before).toBe(4);
  office.faultsOfNext('reasons');
  const refused = await issued();
  await vi.waitFor(async () => {
    await later(0);
    expect(await read(refused)).toMatchObject({ syncStatus: 'FAILED', taxStatus: 'REJECTED' });
  }, 5000);
  await set({ provider: 'TAX_OFFICE' });
});

it('replaces, tells of errors, and keeps to one way of changing', async () => {
  const one = await issued();
  await vi.waitFor(async () => {
    await later(0);
    expect(await read(one)).toMatchObject(ACCEPTED);
  }, 5000);
  expect((await ann.put(`${path}/${one.id}/notify-error`, { wrong: 'Mia', right: 'Mai' })).status).toBe(200);
  await vi.waitFor(async () => {
    await later(0);
    const all = await messagesOf(one.id);
    expect(all.find(({ type }) => type === '300')).toMatchObject({ status: 'ANSWERED' });
  }, 5000);
  expect((await ann.put(`${path}/${one.id}/replace`, { reason: 'Wrong amount' })).status).toBe(200);
  expect(refusal(await ann.put(`${path}/${one.id}/adjust`, { kind: 'ADJUST_UP', reason: 'x' }))).toEqual([
    409,
    'INVOICE_CHAIN_FORM',
  ]);
  const next = (await ann.get<Row[]>(`${path}?filter[kind][]=REPLACEMENT&limit=100`)).data.find(
    ({ status }) => status === 'DRAFT',
  );
  await ann.put(`${path}/${next?.id}/issue`, { seriesId: series.id });
  await vi.waitFor(async () => {
    await later(0);
    expect(await read(one)).toMatchObject({ status: 'REPLACED' });
  }, 5000);
  const [message] = await messagesOf(String(next?.id));
  expect(office.messages.get(String(message?.messageId))?.xml).toContain('<TTHDLQuan><TCHDon>1</TCHDon>');
});

it('writes every message by the published formats, and nothing longer than they take', async () => {
  const whole = await issued({
    buyerName: 'Nguyễn & Trần <Mai>',
    buyerCompany: 'Sao Mai',
    buyerTaxCode: '0314409058002',
    buyerAddress: '2 Lê Lợi',
    buyerBudgetCode: '1234567',
    buyerIdentityCard: '001093012346',
    buyerEmail: 'buyer@example.test',
    note: 'Kỳ tháng 10',
    items: [
      { name: 'Điện', unit: 'kWh', quantity: 1250.5, price: 17_600.125, taxRate: '8' },
      {
        name: 'Nước',
        unit: 'm3',
        quantity: 3,
        price: 9000,
        taxRate: 'KHAC:3.5%',
        surchargeName: 'Phí',
        surchargeAmount: 800,
      },
      { name: 'Chiết khấu', nature: 'DISCOUNT', amount: 408_800, taxRate: '8' },
      { name: 'Tặng', nature: 'PROMOTION', quantity: 1, amount: 0, taxRate: 'KKKNT' },
      { name: 'Ghi chú', nature: 'NOTE', taxRate: 'KCT' },
    ],
  });
  await vi.waitFor(async () => {
    await later(0);
    expect(await read(whole)).toMatchObject(ACCEPTED);
  }, 5000);
  const sent = [...office.messages.values()];
  expect(new Set(sent.map(({ type }) => type))).toEqual(new Set(['100', '200', '203', '300']));
  expect(await faultsInFormat(sent.map(({ xml }) => xml))).toEqual([]);
  // The schema detects a wrong message.
  const wrong = sent.map(({ xml }) => xml.replace('<DVTTe>VND</DVTTe>', '<DVTTe>USD</DVTTe>'));
  expect((await faultsInFormat(wrong)).length).toBeGreaterThan(0);
  const long = await draft({ buyerName: 'Mai', items: [{ name: 'X', amount: 1, taxRate: '8', unit: 'u'.repeat(50) }] });
  const set400 = await ann.put(`${path}/${long.id}`, { version: long.version, buyerCompany: 'C'.repeat(401) });
  expect(set400.status).toBe(400);
});

it('says what the office says to who asks, and that an answered message is answered', async () => {
  office.faultsOfNext('never');
  const one = await issued();
  await vi.waitFor(async () => {
    await later(0);
    expect((await messagesOf(one.id))[0]).toMatchObject({ status: 'SENT' });
  }, 5000);
  const asked = await ann.put<{ said: string[] }>(`${path}/${one.id}/query`, {});
  expect([asked.status, asked.data.said]).toEqual([200, ['TAKEN']]);
  const [sent] = await messagesOf(one.id);
  const query = (message: Row | undefined) => ann.put<Row>(`${taxMessage.path}/${message?._id}/query`, {});
  expect((await query(sent)).data).toMatchObject({ said: 'TAKEN', saidAt: expect.any(String) });
  configureTaxSandbox(null);
  expect((await query(sent)).data).toMatchObject({ said: 'SILENT' });
  configureTaxSandbox(office.url);
  const good = await issued();
  await until(good, ACCEPTED);
  // The message follows its invoice in a transaction of its own.
  const answered = await vi.waitFor(async () => {
    const [message] = await messagesOf(good.id);
    expect(message).toMatchObject({ status: 'ANSWERED' });
    return message;
  }, 5000);
  for (const act of ['query', 'resend'])
    expect(refusal(await ann.put(`${taxMessage.path}/${answered?._id}/${act}`, {}))).toEqual([
      409,
      'TAX_MESSAGE_ALREADY_ANSWERED',
    ]);
  expect(refusal(await ann.put(`${path}/${good.id}/query`, {}))).toEqual([409, 'TAX_MESSAGE_ALREADY_ANSWERED']);
});
