import { readVietQr } from '@lobby/shared/billing/vietqr.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { codesOf, linesOfPdf, linesOfSvg, type Outline, outlineOf, titleOf } from '../setup/files/read-pdf.ts';
import { booksAt, MONTH, NOTICE_MONTH, refusal } from '../setup/money/books.ts';
import { change } from '../setup/records.ts';
import { until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { inDays } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Notices on paper');
const { ann, dora, unitId } = site;
const { make, priced, act, pay } = await booksAt(site);
const TIERS = [{ to: 50, price: 1984 }, { to: 100, price: 2050 }, { price: 2380 }];
const STEPS = [{ to: 10, price: 5000 }, { price: 10_000 }];

const notice = async (): Promise<Row> => (await ann.get<Row[]>(feeNotice.path)).data[0] as Row;
const pageOf = async (id: unknown, query = '', who = ann) => {
  const { status, text } = await who.get(`${feeNotice.path}/${id}/preview${query}`);
  return { status, text, lines: linesOfSvg(text), hasQr: text.includes('crispEdges') };
};
const pagesOf = async (id: unknown, query = '') =>
  (await ann.get<{ pages: string[] }>(`${feeNotice.path}/pages?ids[]=${id}${query}`)).data.pages.flatMap(linesOfSvg);
const pdfOf = async (id: unknown, query = '') => (await ann.file(`${feeNotice.path}/${id}/pdf${query}`)).body;
const number = (words = '') => Number(words.replace(/[^\d−]/g, '').replace('−', '-'));
const lastOf = (line = '') => number(line.split('|').at(-1));

it('shows how each line was counted, in the language asked for, as its template and its tariff say', async () => {
  await make(bankAccount.path, { bankBin: '970436', accountNumber: '1018000018', accountName: 'BAN QUAN LY' });
  const power = await priced({ source: 'NUMBER', periodType: 'ONE_MONTH', unitName: 'kWh' }, { tiers: TIERS, vat: 8 });
  const water = await priced(
    { source: 'NUMBER', periodType: 'ONE_MONTH', unitName: 'm³', name: 'Nước' },
    { tiers: STEPS, vat: 5, surchargeTax: 10 },
  );
  const of = async (own: Row, month: string, values: object) => {
    const made = await make(bill.path, { unitId, serviceId: own.id, month, mode: 'QUANTITY', ...values });
    expect((await act(bill.path, made, 'release')).status).toBe(200);
    return made;
  };
  const powered = await of(power, MONTH, { quantity: 120 });
  const read = await of(water, MONTH, { quantity: 18, noticeMonth: NOTICE_MONTH });
  const corrected = { type: 'ADJUST_DOWN', totalPayment: 9500, reason: 'Đọc lại số' };
  const adjusted = await ann.put(`${bill.path}/${read.id}/adjust`, corrected);
  expect(adjusted.status, adjusted.text).toBe(200);
  await of(water, NOTICE_MONTH, { quantity: 4 });
  const old = await of(water, '2026-08', { quantity: 10 });
  await change(bill, String(old.id), { publication: 'PUBLISHED', dueDate: '2026-09-10' });
  expect((await pay({ amount: 7500, allocations: [{ billId: old.id, amount: 7500 }] })).status).toBe(201);
  await ann.post(`${feeNotice.path}/build`, { month: NOTICE_MONTH });
  const draft = await notice();
  const first = await pageOf(draft.id);
  expect(first.text).toContain('BẢN NHÁP');
  expect(first.hasQr).toBe(false);
  expect((await pageOf(draft.id, '', dora)).status).toBe(404);
  await ann.put(`${feeNotice.path}/${draft.id}/publish`, {});

  const sent = await pageOf(draft.id);
  expect(sent.hasQr).toBe(true);
  expect(sent.text).not.toContain('BẢN NHÁP');
  // Tiers with prices; the water fee and its VAT, each with its base; corrections with code and reason; which of two
  // months.
  const told = [
    'Service 1 10/2026|01/10 – 31/10|120 kWh|249.300|8 %|19.944|269.244',
    'Bậc 1|50|1.984|99.200',
    'Bậc 3|20|2.380|47.600',
    'Nước 10/2026|01/10 – 31/10|18 m³|130.000|19.500|149.500',
    'Bậc 2|8|10.000|80.000',
    'Phụ thu|10 %|13.000',
    'Thuế GTGT|5 %|6.500',
    'Điều chỉnh Nước 10/2026|−8.261|−1.239|−9.500',
    `${(await ann.get<Row>(`${bill.path}/${read.id}`)).data.code} · Đọc lại số`,
    'Nước 11/2026|01/11 – 30/11|4 m³|5.000|20.000|3.000|23.000',
    'Cộng|391.039|41.205|432.244',
    `08/2026|Nước|${(await ann.get<Row>(`${bill.path}/${old.id}`)).data.code}|10/09/2026|57.500|57.500`,
    'Đã trả sau ngày chốt nợ|−7.500 ₫',
    'Tổng cần thanh toán|482.244 ₫',
  ];
  for (const line of told) expect(sent.lines).toContain(line);
  // Each text of the drawing sets its size as a style, which overrides the size of the surrounding page.
  const [drawn = ''] = (await ann.get<{ pages: string[] }>(`${feeNotice.path}/pages?ids[]=${draft.id}`)).data.pages;
  expect(
    new Set(Array.from(drawn.matchAll(/<text [^>]*style="font:(\d+ [\d.]+)px/g), ([, how]) => how)).size,
  ).toBeGreaterThan(4);
  expect(drawn).not.toMatch(/<text (?![^>]*style="font:)/);
  // Print page and PDF have the same content.
  const [pdf, pages] = [await pdfOf(draft.id), await pagesOf(draft.id)];
  const pdfLines = (await linesOfPdf(pdf)).flat();
  expect(pages).toEqual(sent.lines);
  for (const line of pages) expect(pdfLines).toContain(line);
  const begin = pages.findIndex(line => line.startsWith('Phí tháng 11/2026|4'));
  const sums = pages.slice(begin, pages.findIndex(line => line.startsWith('Tổng cần thanh toán|4')) + 1);
  const owed = sums.filter(line => line.endsWith('₫')).map(lastOf);
  expect(owed.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(owed.at(-1));
  const { data: asked } = await ann.get<Row[]>(`${feeNotice.path}/${draft.id}/qr`);
  expect(codesOf(pdf)).toEqual([asked[0]?.payload]);
  expect(readVietQr(codesOf(pdf)[0] ?? '')).toMatchObject({
    amount: 482_244,
    content: expect.stringMatching(/^TBP2611/),
  });
  // One QR code for the total a unit pays at once, including earlier bills and late interest.
  const { data: whole } = await ann.get<Row[]>(`${feeNotice.path}/${draft.id}/qr?amount=500000`);
  expect(whole).toMatchObject([{ amount: 500_000, account: asked[0]?.account, content: asked[0]?.content }]);
  expect(readVietQr(String(whole[0]?.payload))).toMatchObject({ amount: 500_000 });
  // The amount in words is in Vietnamese for every language, followed by the language of the notice.
  const english = (await pageOf(draft.id, '?language=en')).lines.join(' ');
  expect(english).toMatch(/Bốn trăm tám mươi hai nghìn .*Four hundred eighty-two thousand/);

  const [version] = (await ann.get<Row[]>(`${tariffVersion.path}?filter[tariffId][]=${power.tariffId}`)).data;
  await change(tariffVersion, String(version?.id), { priceDisplay: 'GROSS' });
  // 1,984 plus 8 % is 2,142.72, printed as 2,143; amounts stay.
  expect((await pageOf(draft.id)).lines).toContain('Bậc 1|50|2.143|99.200');
  await change(tariffVersion, String(version?.id), { priceDisplay: 'HIDDEN' });
  expect((await pageOf(draft.id)).lines).toContain('Bậc 1|50|99.200');

  // Later payments are listed and deducted from the amount due.
  expect((await pay({ amount: 50_000, allocations: [{ billId: old.id, amount: 50_000 }] })).status).toBe(201);
  const later = await pdfOf(draft.id);
  const after = (await linesOfPdf(later)).flat();
  for (const line of ['Đã trả từ khi phát hành|−50.000 ₫', 'Tổng cần thanh toán|482.244 ₫'])
    expect(after).toContain(line);
  expect(after.filter(line => /^Còn phải trả đến 27\/11\/2026 .*\|432\.244 ₫$/.test(line))).toHaveLength(1);
  expect(codesOf(later).map(readVietQr)).toMatchObject([{ amount: 432_244 }]);

  // Residents read their own notice in their language.
  const mine = await pageOf(draft.id, '?language=ko', dora);
  expect(mine.status).toBe(200);
  const own = await dora.get(`${feeNotice.path}/${draft.id}/pdf`);
  expect(own.headers.get('content-disposition')).toContain(`${(await notice()).code}_`);
  expect(own.text.startsWith('%PDF')).toBe(true);

  // The consumption chart ends with the month of the reading, often the one before the month of the notice.
  const before = await make(bill.path, {
    unitId,
    serviceId: power.id,
    month: '2026-09',
    mode: 'QUANTITY',
    quantity: 90,
  });
  for (const [one, newIndex] of [
    [before, 190],
    [powered, 310],
  ] as const)
    await change(bill, String(one.id), { status: 'ACTIVE', oldIndex: newIndex - Number(one.quantity), newIndex });
  const charted = (await pageOf(draft.id)).lines;
  expect(charted.filter(line => /^(.*\|)?Service 1\|kWh$/.test(line))).toHaveLength(1);
});

it('says what each line is of: the bill that is late, the debt of before, the amount alone, and which edition it is', async () => {
  const own = await makeSite(server.url, 'A notice that explains itself');
  const books = await booksAt(own);
  await books.make(bankAccount.path, { bankBin: '970436', accountNumber: '1018000020', accountName: 'BAN QUAN LY' });
  const fee = await books.priced({ name: 'Phí quản lý', unitName: 'm²', interestPerYear: 10, source: 'AREA' });
  const waste = await books.priced({ name: 'Rác', nameEn: 'Waste', unitName: 'hộ' });
  const of = (serviceId: unknown, values: object) =>
    books.make(bill.path, { unitId: own.unitId, serviceId, release: true, ...values });
  const late = await of(fee.id, { month: '2026-08', amount: 1_000_000, dueDate: inDays(-60) });
  await change(bill, String(late.id), { publication: 'PUBLISHED' });
  const debt = { createdFor: 'DEBT', debtMonth: '2025-09', amount: 500_000, dueDate: '2025-10-15' };
  const old = await of(waste.id, debt);
  const fresh = await of(fee.id, { month: NOTICE_MONTH, amount: 871_020 });
  await of(waste.id, { month: NOTICE_MONTH, mode: 'QUANTITY', quantity: 1 });
  await own.ann.post(`${feeNotice.path}/build`, { month: NOTICE_MONTH, publish: true });
  const [made] = (await own.ann.get<Row[]>(feeNotice.path)).data;
  const paperOf = async (query = '') =>
    linesOfSvg((await own.ann.get(`${feeNotice.path}/${made?.id}/preview${query}`)).text);
  const lines = await paperOf();
  const interest = Number((await own.ann.get<Row>(`${bill.path}/${late.id}/interest`)).data.posted).toLocaleString(
    'de-DE',
  );
  expect(lines.filter(line => line.startsWith('Phí quản lý 08/2026'))).toEqual([
    `Phí quản lý 08/2026|${late.code}|${interest}`,
  ]);
  expect(lines.find(line => line.includes('Lãi suất năm'))).toBe('Dịch vụ|Mã|Lãi suất năm|Thành tiền');
  expect(lines).toContain(`09/2025|Rác|${old.code}|15/10/2025|500.000|500.000`);
  expect(lines.find(line => line.startsWith('Phí quản lý|'))).toMatch(/\|871\.020\|0\|871\.020$/);
  expect(lines.join()).not.toMatch(/1 m²|Lần 1/);
  // Opening debts do not count as fees of the month, in the record as in print.
  expect(made).toMatchObject({ newTotal: 881_020, debtTotal: 1_500_000 });
  expect((await own.ann.get<Row>(`${bill.path}/${old.id}`)).data).toMatchObject({ publication: 'PUBLISHED' });
  expect(await paperOf('?language=en')).toContainEqual(expect.stringMatching(/^Waste\|.*\|1 home\|/));
  const down = { type: 'ADJUST_DOWN', totalPayment: 100_000, reason: 'Đo lại' };
  expect((await own.ann.put(`${bill.path}/${fresh.id}/adjust`, down)).status).toBe(200);
  expect((await own.ann.put(`${feeNotice.path}/${made?.id}/publish`, {})).status).toBe(200);
  const again = await paperOf();
  expect(again).toContain(`${fresh.code} · Đo lại`);
  expect(again.join()).toContain('Lần 2');
  // The document title is type and code; of several notices it is the type.
  const home = (await own.ann.get<Row>(`${unit.path}/${own.unitId}`)).data;
  const pdf = (await own.ann.file(`${feeNotice.path}/${made?.id}/pdf`)).body;
  expect(titleOf(pdf)).toBe(`Thông báo phí tháng 11/2026 · ${made?.code} ${home.code}`);
  expect(titleOf((await own.ann.file(`${feeNotice.path}/pdf?month=${NOTICE_MONTH}`)).body)).toBe(
    'Thông báo phí tháng 11/2026',
  );
});

it('comes out of the printer in the order of the building, or of its numbers', async () => {
  const walk = await makeSite(server.url, 'A building to walk through');
  const books = await booksAt(walk);
  await books.make(bankAccount.path, { bankBin: '970436', accountNumber: '1018000019', accountName: 'BAN QUAN LY' });
  const { blockId, floorId } = walk;
  for (const code of ['Z-10.01', 'Z-2.01', 'Z-2.10']) {
    const home = await books.make(unit.path, { code, type: 'APARTMENT', blockId, floorId, area: 50 });
    await books.released(50_000, String(home.id));
  }
  const built = await walk.ann.post<Row>(`${feeNotice.path}/build`, { month: NOTICE_MONTH, publish: true });
  expect(built.data, built.text).toMatchObject({ made: 3 });
  const orderBy = async (order: string) => {
    const { body } = await walk.ann.file(`${feeNotice.path}/pdf?month=${NOTICE_MONTH}&order=${order}`);
    return (await linesOfPdf(body)).flatMap(lines => /Z-\d+\.\d+/.exec(lines.join(' '))?.[0] ?? []);
  };
  expect(await orderBy('UNIT')).toEqual(['Z-2.01', 'Z-2.10', 'Z-10.01']);
  expect(await orderBy('CODE')).toHaveLength(3);

  // Many notices are printed in the background: as one file with an outline by block and unit, one per block, or one
  // per notice.
  const tower = await books.make(block.path, { name: 'Tower' });
  const top = await books.make(floor.path, { name: '1', blockId: tower.id, order: 1 });
  const home = await books.make(unit.path, {
    code: 'T-1.01',
    address: 'Số 18 Sen Hồ, Hà Nội',
    type: 'APARTMENT',
    blockId: tower.id,
    floorId: top.id,
    area: 50,
  });
  await books.released(50_000, String(home.id));
  await walk.ann.post<Row>(`${feeNotice.path}/build`, { month: NOTICE_MONTH, publish: true });
  const print = async (values: object) => {
    const begun = await walk.ann.post<Row>(`${feeNotice.path}/print`, values);
    expect(begun.status, begun.text).toBe(202);
    const at = `${feeNotice.path}/print/${begun.data.id}`;
    await until(async () => (await walk.ann.get<Row>(at)).data.state === 'DONE');
    const files = (await walk.ann.get<{ files: { name: string; size: number }[] }>(at)).data.files;
    return Promise.all(
      files.map(async ({ name, size }, n) => {
        const { body } = await walk.ann.file(`${at}/file?n=${n}`);
        expect(body.length).toBe(size);
        return { name, body };
      }),
    );
  };
  const unitsOn = async (body: Buffer) =>
    (await linesOfPdf(body)).map(lines => /[ZT]-\d+\.\d+/.exec(lines.join(' '))?.[0]);
  const [whole] = await print({ isAll: true, filter: { month: { from: NOTICE_MONTH, to: NOTICE_MONTH } } });
  expect(await unitsOn(whole?.body as Buffer)).toEqual(['Z-2.01', 'Z-2.10', 'Z-10.01', 'T-1.01']);
  expect((await linesOfPdf(whole?.body as Buffer)).at(-1)).toContain('Số 18 Sen Hồ, Hà Nội');
  const [own, other] = (await outlineOf(whole?.body as Buffer)) as [Outline, Outline];
  expect([own.title, other.title]).toEqual(['Block A building to walk through', 'Tower']);
  expect(own.items.map(({ title }) => title.split(' · ')[0])).toEqual(['Z-2.01', 'Z-2.10', 'Z-10.01']);
  expect(other.items.map(({ title, page }) => [title.split(' · ')[0], page])).toEqual([['T-1.01', 3]]);
  const blocks = await print({ isAll: true, split: 'BLOCK' });
  expect(blocks.map(({ name }) => name)).toEqual([
    'fee-notices-Block-A-building-to-walk-through.pdf',
    'fee-notices-Tower.pdf',
  ]);
  expect(await unitsOn(blocks[1]?.body as Buffer)).toEqual(['T-1.01']);
  const all = (await walk.ann.get<Row[]>(feeNotice.path)).data;
  const [each] = await print({ ids: all.map(({ id }) => id), split: 'UNIT' });
  expect(each?.name).toBe('fee-notices.zip');
  // Counted once per file.
  const counts = async () => (await walk.ann.get<Row>(`${feeNotice.path}/${all[0]?.id}`)).data.printCount;
  await until(async () => (await counts()) === 3);
  for (const { code } of all) expect(each?.body.toString('latin1')).toContain(`${code}_`);
  // Other projects have no access, and the named notices have to exist.
  const elsewhere = await ann.get(
    `${feeNotice.path}/print/${String((await walk.ann.post<Row>(`${feeNotice.path}/print`, { isAll: true })).data.id)}`,
  );
  expect(elsewhere.status).toBe(404);
  expect(refusal(await ann.post(`${feeNotice.path}/print`, { ids: [all[0]?.id] }))[0]).toBe(404);
});

it('is paid into the account of each of its services, in parts that add up to what is left', async () => {
  const two = await makeSite(server.url, 'Two accounts');
  const books = await booksAt(two);
  const [fee, fund] = [await books.released(70_000), await books.released(30_000)];
  const account = (accountNumber: string, more: object = {}) =>
    books.make(bankAccount.path, { bankBin: '970436', accountNumber, accountName: 'BAN QUAN LY', ...more });
  await account('1018000021');
  await account('1018000022', { serviceIds: [fund.serviceId] });
  await two.ann.post(`${feeNotice.path}/build`, { month: NOTICE_MONTH, publish: true });
  const [told] = (await two.ann.get<Row[]>(feeNotice.path)).data;
  const at = `${feeNotice.path}/${told?.id}`;
  const asked = async () =>
    (await two.ann.get<{ account: string; amount: number; payload: string }[]>(`${at}/qr`)).data;
  const both = await asked();
  expect(both.map(one => [one.account, one.amount])).toEqual([
    ['1018000021', 70_000],
    ['1018000022', 30_000],
  ]);
  // The printed codes are the same, each beside its account.
  const { body } = await two.ann.file(`${at}/pdf`);
  expect(codesOf(body)).toEqual(both.map(({ payload }) => payload));
  const lines = (await linesOfPdf(body)).flat().join('\n');
  for (const said of ['1018000021', '1018000022', '70.000 ₫', '30.000 ₫']) expect(lines).toContain(said);
  // A mail contains the same, and no code that covers only one of the accounts.
  const asMail = { feeNoticeId: told?.id, subject: 'Fees', body: '<p>{{ bank.transfer }}</p>' };
  const { html } = (await two.ann.post<Row>(`${template.path}/preview`, asMail)).data;
  for (const said of ['1018000021', '1018000022', '70.000', '30.000']) expect(String(html)).toContain(said);
  expect(String(html)).not.toContain('Mã VietQR');
  // Paid accounts are left out; a single total goes to one account.
  await books.pay({ amount: 70_000, allocations: [{ billId: fee.id, amount: 70_000 }] });
  expect((await asked()).map(one => [one.account, one.amount])).toEqual([['1018000022', 30_000]]);
  expect((await two.ann.get<Row[]>(`${at}/qr?amount=25000`)).data).toMatchObject([{ amount: 25_000 }]);
});

it('is printed by the template that is named, as it looked when it was published, and by none of another paper', async () => {
  const { id } = await notice();
  const of = (documentType: string, more: object = {}) =>
    make(reportTemplate.path, { name: `Paper ${documentType}`, documentType, ...more });
  const path = `${feeNotice.path}/${id}/pdf?reportTemplateId=`;
  expect(refusal(await ann.get(path)).slice(0, 2)).toEqual([400, 'BILL_FORM_NOT_SELECTED']);
  const receipts = await of('RECEIPT');
  expect(refusal(await ann.get(`${path}${receipts.id}`)).slice(0, 2)).toEqual([422, 'REFERENCE_NOT_SUITABLE']);
  const own = await of('FEE_NOTICE', { title: 'Giấy báo của nhà tôi', showAmountInWords: false });
  const lines = await pagesOf(id, `&reportTemplateId=${own.id}`);
  expect(lines.join('\n')).toContain('Giấy báo của nhà tôi');
  expect(lines.join('\n')).not.toContain('Bốn trăm');
  // It is the default from now on; earlier notices keep their original layout.
  expect((await ann.put(`${reportTemplate.path}/${own.id}/make-default`, {})).status).toBe(200);
  const { version } = (await ann.get<Row>(`${reportTemplate.path}/${own.id}`)).data;
  const retitled = await ann.put(`${reportTemplate.path}/${own.id}`, { version, title: 'Tên mới' });
  expect(retitled.status, retitled.text).toBe(200);
  expect((await pagesOf(id)).join('\n')).toContain('Giấy báo của nhà tôi');
  expect((await pagesOf(id, '&look=now')).join('\n')).toContain('Tên mới');
});
