import { addDays, addMonths, lastDayOf } from '@lobby/shared/kit/dates.ts';
import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { expect, it, vi } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { codesOf, linesOfPdf, linesOfSvg } from '../setup/files/read-pdf.ts';
import { booksAt, refusal, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Vouchers');
const { ann, unitId } = site;
const { make, read, act, till, released, agree, accountOf, pay } = await booksAt(site);
const day = today();
const account = await make(bankAccount.path, {
  bankBin: '970436',
  accountNumber: '1018000555',
  accountName: 'BAN QUAN LY',
});
const bank = await make(fund.path, { name: 'Bank', code: 'NH', kind: 'BANK', bankAccountId: account.id });
const terminal = await make(paymentMethod.path, {
  name: 'Terminal',
  code: 'POS',
  kind: 'SPOS',
  fundId: bank.id,
  referenceRequired: true,
  feePercent: 1.1,
});
const single = (values: object) => ann.post<Row>('/payment/single', { unitId, surplusTo: 'UNIT_ACCOUNT', ...values });
const slip = (amount: number, reference?: string) => ({
  methodId: terminal.id,
  amount,
  ...(reference && { reference }),
});
const holds = async (id: unknown) => (await ann.get<Row>(`${fund.path}/${id}/balance`)).data.balance;
const settle = (ids: string[], amount: number, fee: number) =>
  ann.post(`${paymentMethod.path}/settle`, { receiptLineIds: ids, accountingDate: day, amount, fee });
const waiting = async () => (await ann.get<{ lines: Row[]; sums: Row[] }>(`${paymentMethod.path}/clearing`)).data;

it('is on its way until the provider has told of it, each slip once a day', async () => {
  expect(refusal(await single({ methods: [slip(5)] }))).toEqual([400, 'REFERENCE_REQUIRED', 'methods.0.reference']);
  const { data: paid } = await single({ methods: [slip(1_000_000, 'S1')] });
  expect(paid).toMatchObject({ type: 'BANK_TRANSFER', surplus: 1_000_000 });
  expect(refusal(await single({ methods: [slip(5, 'S1')] }))).toEqual([409, 'REFERENCE_USED', 'methods.0.reference']);
  expect(await holds(bank.id)).toBe(0);
  expect(await waiting()).toMatchObject({
    lines: [{ code: paid.code, fee: 11_000 }],
    sums: [{ name: 'Terminal', amount: 1_000_000, count: 1 }],
  });
  await agree();
  const ids = [`${paid.id}.0`];
  expect(refusal(await settle(ids, 989_001, 11_000))).toEqual([422, 'SETTLEMENT_MISMATCH']);
  expect((await settle(ids, 989_000, 11_000)).status).toBe(200);
  expect(await holds(bank.id)).toBe(989_000);
  expect((await waiting()).lines).toEqual([]);
  await agree();
  const at = `${paymentMethod.path}/${terminal.id}`;
  expect(refusal(await ann.put(at, { version: 1, kind: 'ONLINE' }))).toEqual([409, 'PAYMENT_METHOD_IN_USE', 'kind']);
  expect((await act(receipt.path, paid, 'cancel', { reason: 'Charged back' })).status).toBe(200);
  expect(await holds(bank.id)).toBe(0);
  await agree();
});

it('pays out of what the unit has, what it began with first, and gives it back as it was', async () => {
  const open = { type: 'OPENING', unitId, amount: 200_000, accountingDate: day };
  await make(accountMovement.path, open);
  await single({ methods: [{ kind: 'CASH', fundId: till.id, amount: 100_000 }] });
  const own = await released(300_000);
  const from = (amount: number) => ({ methods: [], sources: [{ from: 'UNIT_ACCOUNT', amount }] });
  expect(refusal(await single(from(300_001)))).toEqual([422, 'DEDUCTION_EXCEEDS_PAYMENT_TOTAL', 'sources']);
  const { data: old } = await single(from(150_000));
  expect(old).toMatchObject({ type: 'OLD_APARTMENT_ACCOUNT', method: 'UNIT_ACCOUNT' });
  const { data: mixed } = await single(from(100_000));
  expect(mixed).toMatchObject({ type: 'DEDUCTION', sources: [{ amount: 100_000, fromOpening: 50_000 }] });
  expect(refusal(await single(from(50_001)))[1]).toBe('DEDUCTION_EXCEEDS_PAYMENT_TOTAL');
  expect(await accountOf()).toMatchObject({ balance: 50_000, balanceOpening: 0 });
  expect((await act(receipt.path, mixed, 'cancel', { reason: 'Not asked for' })).status).toBe(200);
  expect(await accountOf()).toMatchObject({ balance: 150_000, balanceOpening: 50_000 });
  expect(await read(bill.path, own.id)).toMatchObject({ remaining: 150_000 });
  await agree();
});

it('counts in each way and fund with its part, and a deduction has numbers of its own', async () => {
  const own = await makeSite(server.url, 'Parts');
  const books = await booksAt(own);
  const bankOf = await books.make(bankAccount.path, {
    bankBin: '970436',
    accountNumber: '1018000777',
    accountName: 'BAN QUAN LY',
  });
  const at = await books.make(fund.path, { name: 'Bank', code: 'NH', kind: 'BANK', bankAccountId: bankOf.id });
  const paid = (values: object) =>
    own.ann.post<Row>('/payment/single', { unitId: own.unitId, surplusTo: 'UNIT_ACCOUNT', ...values });
  const methods = [
    { kind: 'CASH', fundId: books.till.id, amount: 300_000 },
    { kind: 'TRANSFER', fundId: at.id, amount: 700_000 },
  ];
  const { data: both } = await paid({ methods });
  const { data: cash } = await paid({ methods: methods.slice(0, 1), accountingDate: addDays(day, -31) });
  await books.released(400_000);
  const { data: deducted } = await paid({ methods: [], sources: [{ from: 'UNIT_ACCOUNT', amount: 400_000 }] });
  const month = (of: string) => `${of.slice(2, 4)}${of.slice(5, 7)}`;
  expect([both.code, cash.code, deducted.code]).toEqual([
    `PT-${month(day)}-00001`,
    `PT-${month(addDays(day, -31))}-00001`,
    `CT-${month(day)}-00001`,
  ]);
  const groups = async (query = '') => {
    const { data } = await own.ann.get<Record<string, { key: string | null; count: number; amount: number }[]>>(
      `${receipt.path}/summary${query}`,
    );
    const by = (name: string) => Object.fromEntries((data[name] ?? []).map(one => [one.key, [one.count, one.amount]]));
    return { methods: by('methods'), funds: by('funds') };
  };
  expect(await groups()).toEqual({
    methods: { CASH: [2, 600_000], TRANSFER: [1, 700_000], UNIT_ACCOUNT: [1, 400_000] },
    funds: { [String(books.till.id)]: [2, 600_000], [String(at.id)]: [1, 700_000], null: [1, 400_000] },
  });
  const found = async (filter: string) =>
    (await own.ann.get<Row[]>(`${receipt.path}?filter${filter}`)).data.map(({ code }) => code).toSorted();
  expect(await found(`[fundId][]=${books.till.id}`)).toEqual([both.code, cash.code].toSorted());
  expect(await found('[method][]=CASH')).toEqual([both.code, cash.code].toSorted());
  expect(await found('[method][]=UNIT_ACCOUNT')).toEqual([deducted.code]);
  const book = async (fundId: unknown) =>
    (await own.ann.get<{ rows: Row[] }>(`/cashbook?from=${day}&to=${day}&fundId=${fundId}`)).data.rows.map(row => [
      row.method,
      row.in,
    ]);
  expect([await book(books.till.id), await book(at.id)]).toEqual([[['CASH', 300_000]], [['TRANSFER', 700_000]]]);
  const byMethod = await own.ann.post<{ groups: { totals: number[] }[]; totals: number[] }>('/report/preview', {
    definition: {
      name: 'Ways',
      source: receipt.name,
      groups: [{ field: 'method' }],
      totals: [{ measure: 'SUM', field: 'amount' }, { measure: 'COUNT' }],
    },
  });
  expect([byMethod.data.groups?.map(({ totals }) => totals).toSorted(), byMethod.data.totals]).toEqual([
    [
      [400_000, 1],
      [600_000, 2],
      [700_000, 1],
    ],
    [1_700_000, 3],
  ]);
});

it('is other income of a category; its words alone are edited, and it is printed in any language', async () => {
  const income = await make(voucherCategory.path, { name: 'Adverts', code: 'ADS', kind: 'INCOME' });
  const cost = await make(voucherCategory.path, { name: 'Repairs', code: 'REP', kind: 'EXPENSE' });
  const plain = { amount: 1_500_000, payerName: 'Toa', method: 'CASH', fundId: till.id, accountingDate: day };
  expect(refusal(await ann.post(receipt.path, plain))[2]).toBe('categoryId');
  expect(refusal(await ann.post(receipt.path, { ...plain, categoryId: cost.id }))[1]).toBe('REFERENCE_NOT_SUITABLE');
  const faulty = async (values: object) =>
    (await ann.post(receipt.path, { ...plain, categoryId: income.id, ...values })).error.data?.fields;
  for (const amount of [0, -5, 1.5])
    expect(await faulty({ amount })).toMatchObject({ amount: { code: 'RECEIPT_TOTAL_INVALID' } });
  for (const accountingDate of [undefined, 'soon'])
    expect(await faulty({ accountingDate })).toMatchObject({ accountingDate: { code: 'RECEIPT_REPORT_DATE_INVALID' } });
  const payerAddress = 'Số 5 Tràng Tiền, Hà Nội';
  const made = await make(receipt.path, { ...plain, categoryId: income.id, payerAddress });
  expect(made).toMatchObject({ type: 'OTHER', unitId: null, allocations: [{ kind: 'OTHER_INCOME' }] });
  const at = `${receipt.path}/${made.id}`;
  expect((await ann.put(at, { version: 1, amount: 5 })).status).toBe(400);
  // Printed fields stay as issued; later notes go to the remarks.
  for (const values of [{ content: 'Poster' }, { payerName: 'Lan' }, { payerAddress: 'Huế' }])
    expect(refusal(await ann.put(at, { version: 1, ...values }))).toEqual([
      400,
      'VALIDATION_FAILED',
      ...Object.keys(values),
    ]);
  expect((await ann.put<Row>(at, { version: 1, remarks: 'Poster' })).data).toMatchObject({ remarks: 'Poster' });
  const code = { version: 1, code: 'ADX' };
  expect(refusal(await ann.put(`${voucherCategory.path}/${income.id}`, code))[1]).toBe('VOUCHER_CATEGORY_IN_USE');
  for (const lang of ['vi', 'en', 'ja', 'zh', 'ko'])
    expect((await ann.get(`${at}/pdf?lang=${lang}`)).text.slice(0, 5)).toBe('%PDF-');
  // The address of the payer is personal: printed on the document, and masked until revealed.
  expect(String(made.payerAddress)).toContain('*');
  expect((await ann.put<Row>(`${at}/reveal`, {})).data).toMatchObject({ values: { payerAddress } });
  const printedFor = async (who: Caller) => (await linesOfPdf((await who.file(`${at}/pdf`)).body)).flat().join('\n');
  expect(await printedFor(ann)).toContain(payerAddress);
  await site.allow({ [receipt.code]: receipt.flags.filter(flag => !flag.endsWith('Encrypted')) });
  await vi.waitFor(async () => expect((await site.carl.get(at)).status).toBe(200));
  const plainPaper = await printedFor(site.carl);
  expect(plainPaper).toContain('Toa');
  expect(plainPaper).not.toContain(payerAddress);
  expect(refusal(await ann.post(`${receipt.path}/print`, { ids: [] }))).toEqual([400, 'EMPTY_RECEIPT_SELECTED', 'ids']);
  expect((await ann.put<Row>(`${at}/print`, {})).data).toMatchObject({ printCount: 1 });
  const { data: sums } = await ann.get<Row>(`${receipt.path}/summary?filter[type][]=OTHER`);
  expect(sums).toMatchObject({ count: 1, amount: 1_500_000, funds: [{ key: till.id, amount: 1_500_000 }] });
  expect((await act(receipt.path, made, 'cancel', { reason: 'Twice' })).status).toBe(200);
  expect((await act(receipt.path, made, 'cancel', { reason: 'Twice' })).status).toBe(409);
  await agree();
});

it('says on paper what was paid by which way, what is left over and who signed then, in figures that add up', async () => {
  const [first, second] = (await ann.get<Row[]>(employee.path)).data;
  const signed = { signatures: [{ role: 'TREASURER' }, { role: 'PAYER' }], treasurerId: first?.id };
  const look = await make(reportTemplate.path, { name: 'In form', documentType: 'RECEIPT', ...signed });
  expect((await ann.put(`${reportTemplate.path}/${look.id}/make-default`, {})).status).toBe(200);
  const due = await released(100_000);
  const live = async (address: string) => {
    const { version } = await read(unit.path, unitId);
    expect((await ann.put(`${unit.path}/${unitId}`, { version, address })).status).toBe(200);
  };
  await live('Số 18 Sen Hồ, Hà Nội');
  const paid = await single({
    payerName: 'Trần Thị Mai',
    accountingDate: day,
    methods: [
      { kind: 'CASH', fundId: till.id, amount: 60_000 },
      { kind: 'TRANSFER', fundId: bank.id, amount: 45_000, reference: 'FT26331' },
    ],
    allocations: [{ billId: due.id, amount: 100_000 }],
  });
  expect(paid.status, paid.text).toBe(201);
  // The receipt keeps the address at the time of issue.
  await live('Số 1 Hàng Bài, Hà Nội');
  const at = `${receipt.path}/${paid.data.id}`;
  const pdf = (await linesOfPdf((await ann.file(`${at}/pdf`)).body)).flat();
  const pages = async (query = '') => (await ann.get<{ pages: string[] }>(`${at}/pages${query}`)).data.pages;
  const shown = (await pages()).flatMap(linesOfSvg);
  const name = (await ann.get<Row>(`${service.path}/${due.serviceId}`)).data.name;
  for (const line of [
    `${name}|${String(due.month).split('-').toReversed().join('/')}|${due.code}|100.000|0`,
    'Tiền thừa vào tài khoản căn|5.000',
    'Cộng|105.000',
    'Tiền mặt|Till|60.000',
    'Chuyển khoản|Bank|FT26331|45.000',
    'Một trăm linh năm nghìn đồng',
  ])
    for (const lines of [pdf, shown]) expect(lines).toContain(line);
  for (const said of ['Mẫu số 01-TT', 'Nợ 111, 112 · Có 131', 'Trần Thị Mai', '105.000 ₫', 'Đã nhận đủ số tiền'])
    for (const lines of [pdf, shown]) expect(lines.join('\n')).toContain(said);
  // Without a named payer it is the resident; name, address and reason are in the order of the official form.
  expect(await read(receipt.path, paid.data.id)).toMatchObject({ payerId: null });
  const own = await single({ methods: [{ kind: 'CASH', fundId: till.id, amount: 1000 }], allocations: [] });
  expect(await read(receipt.path, own.data.id)).toMatchObject({ payerId: site.dora.id, payerName: 'Dora' });
  for (const lines of [pdf, shown]) {
    const said = lines.join('\n');
    expect(said).toContain('Địa chỉ|Số 18 Sen Hồ, Hà Nội');
    const places = ['Người nộp', 'Địa chỉ', 'Lý do'].map(word => said.indexOf(word));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
  // The QR code leads residents of the unit to the original; others have no access.
  const [original = ''] = codesOf((await ann.file(`${at}/pdf`)).body);
  expect(original).toMatch(new RegExp(`/resident/papers/receipt\\.${paid.data.id}$`));
  expect((await site.dora.get<{ pages: string[] }>(`${at}/pages`)).data.pages.join()).toContain('105.000');
  expect((await site.emil.get(`${at}/pages`)).status).toBe(404);
  // Reprints have the signature of the treasurer at that time.
  const { version } = await read(reportTemplate.path, look.id);
  expect((await ann.put(`${reportTemplate.path}/${look.id}`, { version, treasurerId: second?.id })).status).toBe(200);
  expect((await pages()).join()).toContain(`>${first?.name}<`);
  expect((await pages('?look=now')).join()).toContain(`>${second?.name}<`);
  expect((await pages('?lang=en')).join()).toContain('One hundred five thousand dong');
  const cost = await make(voucherCategory.path, { name: 'Vệ sinh', code: 'VSINH', kind: 'EXPENSE' });
  const supplier = await make(partner.path, {
    name: 'Toa',
    code: 'TOA',
    type: 'SUPPLIER',
    address: 'Số 9 Lò Đúc, Hà Nội',
  });
  const spent = await make(payslip.path, {
    amount: 40_000,
    purpose: 'OTHER',
    payeeKind: 'PARTNER',
    partnerId: supplier.id,
    payeeName: 'Toa',
    method: 'CASH',
    fundId: till.id,
    accountingDate: day,
    content: 'Mua vật tư',
    categories: [{ categoryId: cost.id, amount: 40_000, invoiceNo: '0000123', note: 'Chổi' }],
  });
  const slipped = (await linesOfPdf((await ann.file(`${payslip.path}/${spent.id}/pdf`)).body)).flat();
  for (const line of ['Vệ sinh · Chổi|0000123|40.000', 'Cộng|40.000']) expect(slipped).toContain(line);
  for (const said of ['Mẫu số 02-TT', 'Người nhận|Toa', 'Số 9 Lò Đúc', 'Mua vật tư', 'Bốn mươi nghìn đồng'])
    expect(slipped.join('\n')).toContain(said);
});

it('is signed on the page of its sum, however many lines it has', async () => {
  const bills: Row[] = [];
  for (let n = 0; n < 7; n++) bills.push(await released(10_000 + n));
  const amount = bills.reduce((sum, { total }) => sum + Number(total), 0);
  const allocations = bills.map(({ id, total }) => ({ billId: id, amount: total }));
  const many = await pay({ amount, allocations });
  expect(many.status, many.text).toBe(201);
  const { pages } = (await ann.get<{ pages: string[] }>(`${receipt.path}/${many.data.id}/pages?lang=vi`)).data;
  const signed = pages.map(linesOfSvg).filter(lines => lines.join().includes('Thủ quỹ'));
  expect(signed.length).toBeGreaterThan(0);
  for (const lines of signed) expect(lines.join()).toContain('Đã nhận đủ số tiền');
});

it('adds up day by day what came in, beside the month before or a time beside another', async () => {
  interface Income {
    from: string;
    by: string;
    before: { from: string; to: string };
    points: { from: string; to: string; open: boolean; now: number | null; before: number | null }[];
  }
  const { data } = await ann.get<Income>('/statistics/income');
  const month = day.slice(0, 7);
  const last = addMonths(month, -1);
  expect([data.from, data.before]).toEqual([`${month}-01`, { from: `${last}-01`, to: lastDayOf(last) }]);
  const begun = data.points.filter(point => point.now !== null);
  expect([begun.length, begun.at(-1)?.open]).toEqual([Number(day.slice(8)), true]);
  const now = begun.map(one => Number(one.now));
  expect(now.toSorted((a, b) => a - b)).toEqual(now);
  // The same receipts are summed on the manager's home page.
  interface Figures {
    figures: { key: string; value: number; before?: { value: number; than: string; day: string; to: string } }[];
  }
  const receivedOf = async (query: string) =>
    (await ann.get<Figures>(`/home/figures?trade=manager${query}`)).data.figures.find(
      figure => figure.key === 'receivedOfMonth',
    );
  expect(now.at(-1)).toBe((await receivedOf(''))?.value);
  // A custom period has the same sums, also for the compared period.
  const [from, to] = [`${last}-05`, day];
  const times = `from=${from}&to=${to}&compareFrom=${addMonths(from, -3)}&compareTo=${addDays(from, -1)}`;
  const own = (await ann.get<Income>(`/statistics/income?${times}`)).data;
  const received = await receivedOf(`&${times}`);
  expect(own.by).toBe('week');
  expect(own.points.findLast(point => point.now !== null)?.now).toBe(received?.value);
  expect(received?.before).toEqual({
    value: own.points.findLast(point => point.before !== null)?.before,
    than: 'span',
    day: addMonths(from, -3),
    to: addDays(from, -1),
  });
  expect((await ann.get(`/statistics/income?from=${to}&to=${from}&compareFrom=${from}&compareTo=${to}`)).status).toBe(
    400,
  );
});

it('a receipt takes the settings of its payment methods, also if only the kind is given', async () => {
  const by = async (kind: string) => single({ methods: [{ kind, fundId: bank.id, amount: 5 }] });
  expect(refusal(await by('SPOS'))).toEqual([400, 'REFERENCE_REQUIRED', 'methods.0.reference']);
  const { id } = await make(paymentMethod.path, {
    name: 'Refunds alone',
    code: 'HOAN',
    kind: 'TRANSFER',
    fundId: bank.id,
    forStaff: false,
    forRefunds: true,
  });
  expect((await by('TRANSFER')).status).toBe(201);
  const own = await single({ methods: [{ methodId: id, amount: 5 }] });
  expect(refusal(own)).toEqual([400, 'PAYMENT_METHOD_INVALID', 'methods.0.methodId']);
  await agree();
});
