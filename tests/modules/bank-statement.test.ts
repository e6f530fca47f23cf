import { utils, write } from '@e965/xlsx';
import { reconcile } from '@lobby/server/modules/reconciliation/index.ts';
import type { BankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { bankStatement, bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { bankAccount, fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { booksAt, NOTICE_MONTH, refusal } from '../setup/money/books.ts';
import { secondPersonAt } from '../setup/money/second-person.ts';
import { rowsIn } from '../setup/records.ts';
import { until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { inDays, today } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Banks');
const { ann, unitId, otherUnitId } = site;
const { make, read, act, released, agree, pay } = await booksAt(site);
const NUMBER = '1018000777';
const day = today();
const codeOf = async (id: string) => String((await read(unit.path, id)).code);
const account = await make(bankAccount.path, { bankBin: '970418', accountNumber: NUMBER, accountName: 'BAN QUAN LY' });
const bankFund = await make(fund.path, { name: 'Bank', code: 'NH', kind: 'BANK', bankAccountId: account.id });
const path = bankStatementLine.path;

type Line = BankStatementLine & Row;
type Movement = readonly [direction: 'IN' | 'OUT', amount: number, content: string, reference?: string];
let n = 0;
const ref = () => `FT26331${String(++n).padStart(6, '0')}`;
const csvOf = (rows: readonly Movement[], on = day) =>
  [
    'Ngày giao dịch;Số tham chiếu;Ghi nợ;Ghi có;Diễn giải',
    ...rows.map(([direction, amount, content, reference = ref()]) =>
      [on, reference, direction === 'OUT' ? amount : '', direction === 'IN' ? amount : '', content].join(';'),
    ),
  ].join('\n');
const sendFile = (where: string, body: string | Buffer, query: Record<string, string> = {}, name = 's.csv') =>
  ann.post<Row>(
    `${bankStatement.path}${where}?${new URLSearchParams({ bankAccountId: String(account.id), ...query })}`,
    formOf([{ name, body: Buffer.from(body) }]),
  );
const send = (body: string | Buffer, query: Record<string, string> = {}) => sendFile('', body, query);
const take = async (rows: readonly Movement[]) => {
  const taken = await send(csvOf(rows));
  if (taken.status !== 201) throw new Error(taken.text);
  return taken;
};
const lines = async () => (await ann.get<Line[]>(`${path}?limit=100&sort=-createdAt`)).data;
const lineOf = async (content: string): Promise<Line> => {
  const found = (await lines()).find(one => one.content === content);
  if (!found) throw new Error(`no line ${content}`);
  return (await ann.get<Line>(`${path}/${found.id}`)).data;
};
const receiptsOf = async (amount: number) =>
  (await ann.get<Row[]>(`${receipt.path}?limit=100`)).data.filter(
    one => one.amount === amount && one.status === 'NOT_CANCELED',
  );
const counts = { lines: 1, new: 0, out: 0, same: 0, conflicts: 0, unreadable: 0, leftOut: 0 };

it('pays what a code names where it stands alone, broken as banks break it, and nothing where it does not', async () => {
  const due = await released(640_000);
  const [prefix = '', month = '', number = ''] = String(due.code).split('-');
  const one = `NGUYEN VAN A chuyen tien ${prefix}${month}.${number} thang 11`;
  await take([['IN', 640_000, `khong phai ${prefix}${month}${number}1`]]);
  expect(await lineOf(`khong phai ${prefix}${month}${number}1`)).toMatchObject({ status: 'UNMATCHED', receiptIds: [] });
  await take([['IN', 640_000, one, 'FT1']]);
  expect(await lineOf(one)).toMatchObject({ status: 'MATCHED', rule: 'CONTENT', unitId, bankRef: 'FT1' });
  expect(await read(bill.path, due.id)).toMatchObject({ paymentState: 'PAID' });
  const [made] = await receiptsOf(640_000);
  const named = (await ann.get<Line[]>(`${path}?filter[receiptIds][]=${made?.id}`)).data;
  expect(named.map(({ content }) => content)).toEqual([one]);
  expect(await read(receipt.path, made?.id)).toMatchObject({
    origin: 'STATEMENT',
    method: 'TRANSFER',
    fundId: bankFund.id,
    accountingDate: day,
  });
  await agree();
});

it('knows a movement again in whatever file it comes, and two equal ones without a number as two', async () => {
  const due = await released(81_000);
  const text = csvOf([['IN', 81_000, `phi ${due.code}`, 'FT900']]);
  expect((await send(text)).data).toMatchObject({ ...counts, new: 1, matched: 1 });
  expect((await send(text)).data).toMatchObject({ ...counts, same: 1, matched: 0 });
  const ofx = `OFXHEADER:100
<OFX><BANKACCTFROM><ACCTID>${NUMBER}</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${day.replaceAll('-', '')}
<TRNAMT>81000<FITID>FT 900<MEMO>PHI ${due.code}</BANKTRANLIST></OFX>`;
  expect((await send(ofx)).data).toMatchObject({ ...counts, same: 1 });
  const bare = `Ngày;Ghi có;Nội dung\n${day};81.000;PHÍ ${due.code}`;
  expect((await send(bare)).data).toMatchObject({ ...counts, same: 1 });
  expect(await receiptsOf(81_000)).toHaveLength(1);
  const twice = `Ngày;Ghi có;Nội dung\n${day};7.100;gui tien\n${day};7.100;gui tien`;
  expect((await send(twice)).data).toMatchObject({ ...counts, lines: 2, new: 2 });
  expect((await send(`${twice}\n`)).data).toMatchObject({ ...counts, lines: 2, same: 2 });
  const thrice = `${twice}\n${day};7.100;gui tien`;
  expect((await send(thrice)).data).toMatchObject({ ...counts, lines: 3, same: 2, new: 1 });
  // Reference numbers that restart every month do not identify a movement alone.
  const monthly = (on: string) => `Ngày;Số CT;Ghi có;Nội dung\n${on};00012;9.300;thang ${on}`;
  expect((await send(monthly(inDays(-31)))).data).toMatchObject({ new: 1 });
  expect((await send(monthly(day))).data).toMatchObject({ new: 1, conflicts: 0 });
  // Such a number does not merge two movements of a day, nor do two numbers split one movement.
  const weekly = (no: number, content: string) => `Ngày;Số CT;Ghi có;Nội dung\n${day};${no};9.400;${content}`;
  expect((await send(weekly(1, 'khach mot nop tien'))).data).toMatchObject({ new: 1 });
  expect((await send(weekly(31, 'Khách một nộp tiền'))).data).toMatchObject({ new: 0, same: 1 });
  expect((await send(weekly(1, 'khach hai nop tien'))).data).toMatchObject({ new: 1, conflicts: 0 });
  // A truncated text may be the same movement: it is neither posted twice nor dropped.
  const cut = await released(81_500);
  const whole = `phi ${cut.code} thang nay, can ho cua toi`;
  expect((await send(`Ngày;Ghi có;Nội dung\n${day};81.500;${whole}`)).data).toMatchObject({ new: 1, matched: 1 });
  const short = `Ngày;Ghi có;Nội dung\n${day};81.500;${whole.slice(0, 20)}`;
  const shown = (await sendFile('/preview', short)).data as unknown as { lines: Row[] };
  expect(shown.lines).toMatchObject([{ state: 'NEW', posts: false, inboxReason: 'MAYBE_KNOWN' }]);
  expect((await send(short)).data).toMatchObject({ new: 1, matched: 0 });
  const first = await lineOf(whole);
  expect(await lineOf(whole.slice(0, 20))).toMatchObject({ inboxReason: 'MAYBE_KNOWN', conflictWith: first.id });
  expect(await receiptsOf(81_500)).toHaveLength(1);
});

it('shows a number that comes with another amount as a conflict, and lets somebody decide', async () => {
  await take([['IN', 640_700, 'mot khoan', 'FT777']]);
  expect((await send(csvOf([['IN', 640_500, 'mot khoan khac', 'FT777']]))).data).toMatchObject({
    ...counts,
    conflicts: 1,
  });
  expect((await send(csvOf([['IN', 640_500, 'mot khoan khac', 'ft 777']]))).data).toMatchObject({ ...counts, same: 1 });
  const line = await lineOf('mot khoan khac');
  expect(line).toMatchObject({ status: 'CONFLICT', bankRef: null, conflictRef: 'FT777' });
  expect((await ann.get<Line>(`${path}/${line.conflictWith}`)).data).toMatchObject({ amount: 640_700 });
  expect((await act(path, line, 'resolve', { as: 'NEW_MOVEMENT' })).data).toMatchObject({
    status: 'UNMATCHED',
    conflictRef: 'FT777',
  });
  const short = await act(path, await lineOf('mot khoan khac'), 'ignore', { reason: 'x' });
  expect(short).toMatchObject({ status: 400, error: { data: { fields: { reason: { code: 'TOO_SHORT' } } } } });
  await agree();
});

it('only suggests by two codes, a unit code or an amount, and books what somebody accepts', async () => {
  const [own, other] = [await released(871_020), await released(50_500, otherUnitId)];
  await take([
    ['IN', 20_000, `${own.code} va ${other.code}`],
    ['IN', 30_000, `can ho ${await codeOf(unitId)} nop`],
  ]);
  const two = await lineOf(`${own.code} va ${other.code}`);
  expect(two).toMatchObject({ status: 'SUGGESTED', inboxReason: 'TWO_CODES', receiptIds: [] });
  expect(two.suggestions.map(suggestion => suggestion.unitId).toSorted()).toEqual([unitId, otherUnitId].toSorted());
  const named = await lineOf(`can ho ${await codeOf(unitId)} nop`);
  expect(named).toMatchObject({ status: 'SUGGESTED', inboxReason: 'UNIT_CODE' });
  const done = await act(path, named, 'match', {});
  expect(done.data).toMatchObject({ status: 'MATCHED', rule: 'MANUAL', unitId });
  expect(await receiptsOf(30_000)).toHaveLength(1);
  const back = await act(path, done.data, 'unmatch', { reason: 'Another household' });
  expect(back.data).toMatchObject({ status: 'UNMATCHED', unitId: null, parts: [] });
  expect(await receiptsOf(30_000)).toHaveLength(0);
  await take([['IN', 12_345, 'khong ai ca']]);
  expect(refusal(await act(path, await lineOf('khong ai ca'), 'match', {}))).toEqual([
    422,
    'SUGGESTION_MISSING',
    'unitId',
  ]);
  await agree();
});

it('splits a line among units, and adds up', async () => {
  await take([['IN', 2_000_000, 'hai can ho']]);
  const line = await lineOf('hai can ho');
  const rows = [
    { unitId, amount: 1_200_000 },
    { unitId: otherUnitId, amount: 800_000 },
  ];
  const wrong = [rows[0], { unitId: otherUnitId, amount: 799_999 }];
  expect(refusal(await act(path, line, 'split', { rows: wrong }))).toEqual([422, 'SPLIT_SUM_MISMATCH', 'rows']);
  const done = await act(path, line, 'split', { rows });
  expect(done.data).toMatchObject({ status: 'MATCHED', rule: 'MANUAL', unitId: null });
  expect((done.data.receiptIds as unknown as string[]).length).toBe(2);
  expect((await lineOf('hai can ho')).parts).toMatchObject([{ depositId: null }, { depositId: null }]);
  await agree();
});

it('offers what was taken at the counter as the same movement, and books it no second time', async () => {
  const due = await released(311_000);
  const paid = await pay({
    amount: 311_000,
    method: 'TRANSFER',
    fundId: bankFund.id,
    allocations: [{ billId: due.id, amount: 311_000 }],
  });
  expect(paid.status).toBe(201);
  await take([['IN', 311_000, `tt ${due.code}`]]);
  const line = await lineOf(`tt ${due.code}`);
  expect(line).toMatchObject({ status: 'SUGGESTED', inboxReason: 'TAKEN_ALREADY', receiptIds: [] });
  expect(line.suggestions[0]).toMatchObject({ rule: 'LINK', receiptId: paid.data.id });
  const { code } = await read(receipt.path, paid.data.id);
  expect(await act(path, line, 'match', { unitId })).toMatchObject({
    status: 409,
    code: 'LINE_TAKEN_ALREADY',
    error: { data: { code } },
  });
  const done = await act(path, line, 'match', {});
  expect(done.data).toMatchObject({ status: 'MATCHED', rule: 'LINK', receiptIds: [paid.data.id] });
  expect(await receiptsOf(311_000)).toHaveLength(1);
  await take([['IN', 311_000, 'lan nua']]);
  expect((await act(path, await lineOf('lan nua'), 'link', { receiptId: paid.data.id })).code).toBe(
    'LINE_ALREADY_LINKED',
  );
  const back = await act(path, done.data, 'unmatch', { reason: 'Not this one' });
  expect(back.data).toMatchObject({ status: 'UNMATCHED', receiptIds: [] });
  expect(await receiptsOf(311_000)).toHaveLength(1);
  // The user can confirm that it is another payment.
  expect((await act(path, back.data, 'match', { unitId, again: true })).data).toMatchObject({ status: 'MATCHED' });
  expect(await receiptsOf(311_000)).toHaveLength(2);
  await agree();
});

it('is booked before the counter takes the same transfer, which is refused by its number', async () => {
  const due = await released(312_000);
  await take([['IN', 12_000, `mot phan ${due.code}`, 'FTCOUNTER1']]);
  const [booked] = await receiptsOf(12_000);
  const atCounter = (reference: string) =>
    ann.post('/payment/single', {
      unitId,
      methods: [{ kind: 'TRANSFER', fundId: bankFund.id, amount: 1000, reference }],
      allocations: [{ billId: due.id, amount: 1000 }],
    });
  expect(await atCounter('FTCOUNTER1')).toMatchObject({
    status: 409,
    code: 'TRANSFER_BOOKED',
    error: { data: { fields: { 'methods.0.reference': { code: 'TRANSFER_BOOKED' } }, code: booked?.code } },
  });
  expect((await atCounter('FTCOUNTER2')).status).toBe(201);
  await agree();
});

it('says in the preview what waits and why, as the import then leaves it, and which lines were known', async () => {
  const due = await released(313_000);
  const { blockId, floorId } = site;
  const empty = await make(unit.path, { code: 'Z-98', type: 'APARTMENT', blockId, floorId });
  const nobodys = await released(61_150, String(empty.id));
  const ahead = inDays(3);
  const text = [
    'Ngày giao dịch;Số tham chiếu;Ghi nợ;Ghi có;Diễn giải',
    `${day};FTP1;;61150;som ${nobodys.code}`,
    `${ahead};FTP2;;1100;mai ${due.code}`,
    `${day};FTP3;;2000;nay ${due.code}`,
  ].join('\n');
  const seen = (await sendFile('/preview', text)).data as unknown as { lines: Row[] };
  const said = seen.lines.map(({ posts, inboxReason }) => [posts, inboxReason]);
  expect(said).toEqual([
    [false, 'NO_RESIDENT'],
    [false, 'DAY_TO_COME'],
    [true, null],
  ]);
  expect((await send(text)).data).toMatchObject({ new: 3, matched: 1 });
  const [waits, comes, done] = [
    await lineOf(`som ${nobodys.code}`),
    await lineOf(`mai ${due.code}`),
    await lineOf(`nay ${due.code}`),
  ];
  expect([waits, comes].map(one => [one.status, one.inboxReason])).toEqual([
    ['SUGGESTED', 'NO_RESIDENT'],
    ['SUGGESTED', 'DAY_TO_COME'],
  ]);
  expect(done.status).toBe('MATCHED');
  // In another file, stored lines are reported as known, with their id.
  const again = await send(`${text}\n${day};FTP4;;5000;moi`);
  expect(again.data).toMatchObject({ same: 3, new: 1 });
  const known = [waits, comes, done].map(({ id }, n) => ({ row: n + 2, reason: 'KNOWN', lineId: id }));
  expect(again.data.others).toMatchObject(known);
  const before = (await sendFile('/preview', text)).data as unknown as { lines: Row[] };
  expect(before.lines.map(({ sameAs }) => sameAs)).toEqual([waits.id, comes.id, done.id]);
});

it('answers a call that comes again with its key as it did, and no other call with that key', async () => {
  const again = async (text: string) =>
    ann.post<Row>(
      `${bankStatement.path}?${new URLSearchParams({ bankAccountId: String(account.id) })}`,
      formOf([{ name: 's.csv', body: Buffer.from(text) }]),
      { 'idempotency-key': 'statement-of-the-month' },
    );
  const text = csvOf([['IN', 4_100, 'mot lan thoi']]);
  const [first, ...others] = await Promise.all([again(text), again(text), again(text)]);
  expect(first?.data, first?.text).toMatchObject({ new: 1, same: 0 });
  for (const one of [...others, await again(text)]) expect(one.data).toEqual(first?.data);
  expect((await again(csvOf([['IN', 4_200, 'tep khac']]))).code).toBe('IDEMPOTENCY_KEY_REUSED');
});

it('takes one file that comes many times at once in once', async () => {
  const text = csvOf([['IN', 7300, 'cung luc', 'FTATONCE']]);
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(text)));
  expect(answers.map(({ status, text: said }) => (status === 201 ? status : said))).toEqual(Array(5).fill(201));
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  expect((await lines()).filter(one => one.content === 'cung luc')).toHaveLength(1);
});

it('books nothing into the fund of another account', async () => {
  const other = await make(bankAccount.path, { bankBin: '970415', accountNumber: '1130000018', accountName: 'BQL' });
  const due = await released(314_000);
  const text = csvOf([['IN', 14_000, `quy nao ${due.code}`]]);
  expect((await send(text, { bankAccountId: String(other.id) })).data).toMatchObject({ new: 1, matched: 0 });
  const line = await lineOf(`quy nao ${due.code}`);
  expect(line).toMatchObject({ status: 'SUGGESTED', inboxReason: 'NO_FUND' });
  expect((await act(path, line, 'match', { unitId })).code).toBe('ACCOUNT_WITHOUT_FUND');
  const own = await make(fund.path, { name: 'Other', code: 'NH2', kind: 'BANK', bankAccountId: other.id });
  const done = (await act(path, line, 'match', { unitId })).data as unknown as Line;
  expect(await read(receipt.path, done.receiptIds[0])).toMatchObject({ fundId: own.id });
  await agree();
});

it('keeps money that goes out: linked to its voucher, or made an expense', async () => {
  const category = await make(voucherCategory.path, { name: 'Bank fees', code: 'BF', kind: 'EXPENSE' });
  const transfer = await make(fundTransfer.path, {
    fromFundId: bankFund.id,
    toFundId: (await make(fund.path, { name: 'Second till', code: 'TM2', kind: 'CASH' })).id,
    amount: 250_000,
    accountingDate: day,
  });
  await take([
    ['OUT', 11_000, 'PHI SMS'],
    ['OUT', 250_000, 'RUT TIEN MAT'],
  ]);
  const fee = await lineOf('PHI SMS');
  expect(fee).toMatchObject({ direction: 'OUT', status: 'UNMATCHED' });
  expect((await act(path, fee, 'match', { unitId })).status).toBe(409);
  const done = await act(path, fee, 'expense', { categoryId: category.id });
  expect(done.data).toMatchObject({ status: 'MATCHED', rule: 'MANUAL' });
  expect(await read(payslip.path, done.data.payslipId)).toMatchObject({ amount: 11_000, fundId: bankFund.id });
  const drawn = await lineOf('RUT TIEN MAT');
  expect(drawn.suggestions[0]).toMatchObject({ rule: 'LINK', transferId: transfer.id });
  expect((await act(path, drawn, 'link', { transferId: transfer.id })).data).toMatchObject({
    status: 'MATCHED',
    rule: 'LINK',
  });
  const back = await act(path, done.data, 'unmatch', { reason: 'Wrong' });
  expect(back.data).toMatchObject({ status: 'UNMATCHED', payslipId: null });
  expect((await read(payslip.path, done.data.payslipId)).status).toBe('CANCELED');
  await agree();
});

it('finds the unit by its virtual account, and shows what the bank takes back', async () => {
  const virtualAccount = 'V12345678';
  await make(identityAccount.path, {
    code: 'I1',
    bankAccountId: account.id,
    virtualAccount,
    beneficiaryName: 'BQL',
    unitId: otherUnitId,
  });
  await take([['IN', 20_300, `chuyen vao ${virtualAccount}`, 'FT555']]);
  const line = await lineOf(`chuyen vao ${virtualAccount}`);
  expect(line).toMatchObject({ status: 'MATCHED', rule: 'VIRTUAL_ACCOUNT', unitId: otherUnitId });
  await take([['OUT', 20_300, 'HOAN TRA FT555']]);
  const reversal = await lineOf('HOAN TRA FT555');
  expect(reversal).toMatchObject({ inboxReason: 'REVERSAL', reversalOf: line.id, status: 'UNMATCHED' });
  expect(await receiptsOf(20_300)).toHaveLength(1);
  await agree();
});

it('reads nothing in silence: its counts add up to the lines of the file, and columns are asked for', async () => {
  const text = [
    'Ngày;Số tham chiếu;Ghi nợ;Ghi có;Diễn giải',
    `${day};X1;;5.000;mot`,
    `31/31/2026;X2;;6.000;hai`,
    `${day};X3;;2e6;ba`,
    `${day};X4;1.000;;bon`,
    'Cộng;;1.000;5.000;',
  ].join('\n');
  const seen = await sendFile('/preview', text);
  expect(seen.data.counts).toEqual({ lines: 5, new: 1, out: 1, same: 0, conflicts: 0, unreadable: 2, leftOut: 1 });
  expect(seen.data.leftOut).toEqual([
    { row: 3, reason: 'DAY', text: '31/31/2026 | X2 | 6.000 | hai' },
    { row: 4, reason: 'AMOUNT', text: `${day} | X3 | 2e6 | ba` },
    { row: 6, reason: 'TOTAL', text: 'Cộng | 1.000 | 5.000' },
  ]);
  expect((await lines()).some(({ content }) => content === 'mot')).toBe(false);
  // An imported file lists the same: its movements, and other lines with the reason.
  const kept = await send(text);
  const own = (await ann.get<Row>(`${bankStatement.path}/${kept.data.id}`)).data;
  expect(own.others).toMatchObject(seen.data.leftOut as unknown as object[]);
  const movements = (await ann.get<Line[]>(`${path}?filter[statementId][]=${kept.data.id}`)).data;
  expect(movements.map(({ direction, amount }) => [direction, amount]).toSorted()).toEqual([
    ['IN', 5000],
    ['OUT', 1000],
  ]);
  const strange = `a;b;c;d\n${day};Y1;nam;+5.100`;
  expect((await sendFile('/preview', strange)).data).toMatchObject({
    isMapped: false,
    table: [
      ['a', 'b', 'c', 'd'],
      [day, 'Y1', 'nam', '+5.100'],
    ],
  });
  expect(refusal(await send(strange))).toEqual([422, 'STATEMENT_COLUMNS_NEEDED', 'mapping']);
  const mapping = JSON.stringify({ heading: 1, columns: { day: 0, reference: 1, content: 2, amount: 3 } });
  expect((await send(strange, { mapping })).data).toMatchObject({ ...counts, new: 1 });
  // The column mapping is stored for the next file.
  expect((await send(`a;b;c;d\n${day};Y2;sau;-5.200`)).data).toMatchObject({ ...counts, out: 1 });
  expect(refusal(await send('hello'))).toEqual([400, 'STATEMENT_FORMAT_INVALID']);
  const other = `Số tài khoản: 0999888777;;\nNgày;Ghi có;Nội dung\n${day};1.000;x`;
  expect(refusal(await send(other))).toEqual([422, 'STATEMENT_ACCOUNT_MISMATCH', 'bankAccountId']);
  const off = `Số dư đầu kỳ: 1.000;;\nNgày;Ghi có;Nội dung\n${day};1.100;lech\nSố dư cuối kỳ;9.000;`;
  expect((await send(off)).code).toBe('STATEMENT_BALANCE_MISMATCH');
  expect((await send(off, { confirmed: 'true' })).data).toMatchObject({ new: 1 });
});

it('tells how far it is with the lines of a long file, and books them without anybody waiting', async () => {
  const due = await released(96_000);
  const many = Array.from({ length: 201 }, (_, at): Movement => ['IN', 1_000 + at, `khach vang lai ${at}`]);
  const { data } = await take([...many, ['IN', 96_000, `phi ${due.code}`]]);
  expect(data).toMatchObject({ lines: 202, new: 202, matched: 0 });
  const progress = async () => (await ann.get<Row>(`/progress/${data.progressId}`)).data;
  await until(async () => (await progress()).state !== 'running');
  expect(await progress()).toMatchObject({ state: 'done', done: 1, of: 202 });
  expect(await receiptsOf(96_000)).toHaveLength(1);
  expect(await read(bill.path, due.id)).toMatchObject({ paymentState: 'PAID' });
  await agree();
});

it('suggests by an amount that one notice asks for, and is as before once that is taken back', async () => {
  const due = await released(871_020, otherUnitId);
  const built = await ann.post(`${feeNotice.path}/build`, {
    month: NOTICE_MONTH,
    unitIds: [otherUnitId],
    publish: true,
  });
  expect(built.status, built.text).toBeLessThan(300);
  const [notice] = (await ann.get<Row[]>(`${feeNotice.path}?filter[unitId][]=${otherUnitId}`)).data;
  const amount = Number(notice?.remaining);
  await take([['IN', amount, 'ck']]);
  const line = await lineOf('ck');
  expect(line).toMatchObject({ status: 'SUGGESTED', inboxReason: 'AMOUNT_ONLY', receiptIds: [] });
  expect(line.suggestions).toMatchObject([{ rule: 'AMOUNT', unitId: otherUnitId, noticeId: notice?.id }]);
  expect(await receiptsOf(amount)).toHaveLength(0);
  const done = await act(path, line, 'match', {});
  expect(done.data).toMatchObject({ status: 'MATCHED', rule: 'MANUAL', unitId: otherUnitId });
  expect(await read(bill.path, due.id)).toMatchObject({ paymentState: 'PAID' });
  const back = await act(path, done.data, 'unmatch', { reason: 'Somebody else' });
  expect(back.data).toMatchObject({ status: 'UNMATCHED', receiptIds: [] });
  expect(await receiptsOf(amount)).toHaveLength(0);
  expect(await read(bill.path, due.id)).toMatchObject({ paymentState: 'UNPAID' });
  // The code of a notice pays its bills; the receipt has the bank reference.
  await take([['IN', amount, `ck ${String(notice?.code).replaceAll('-', ' ')}`, 'FT26331871020']]);
  expect(await read(bill.path, due.id)).toMatchObject({ paymentState: 'PAID' });
  const [made] = await receiptsOf(amount);
  expect(await read(receipt.path, made?.id)).toMatchObject({ methods: [{ reference: 'FT26331871020' }] });
  await agree();
});

it('leaves to somebody, with the reason, what is not sure enough or may not be booked', async () => {
  const where = `${bankStatement.path}/profile/${account.id}`;
  const { data: before } = await ann.get<Row>(where);
  const auto = (autoPost: object) =>
    ann.put(where, { autoPost: { ...(before.autoPost as unknown as object), ...autoPost } });
  // From a payer who has paid for one unit before.
  const paidBy = (content: string, amount: number) =>
    send(`Ngày;Ghi có;Nội dung;Tài khoản đối ứng;Tên đối ứng\n${day};${amount};${content};0071001234567;LE VAN B`);
  const first = await released(52_100);
  expect((await paidBy(`phi ${first.code}`, 52_100)).data).toMatchObject({ new: 1, matched: 1 });
  expect((await paidBy('thang sau', 52_200)).data).toMatchObject({ new: 1, matched: 0 });
  const known = await lineOf('thang sau');
  expect(known).toMatchObject({ status: 'SUGGESTED', inboxReason: 'PAYER_KNOWN' });
  expect(known.suggestions).toMatchObject([{ rule: 'PAYER', unitId }]);
  expect((await act(path, known, 'match', {})).data).toMatchObject({ status: 'MATCHED', rule: 'PAYER', unitId });
  await auto({ PAYER: true });
  expect((await paidBy('thang sau nua', 52_300)).data).toMatchObject({ new: 1, matched: 1 });
  await auto({ CONTENT: true, PAYER: false });

  // A unit without residents; a disputed bill; a locked day; an overpayment where advances are not allowed.
  const { blockId, floorId } = site;
  const empty = await make(unit.path, { code: 'Z-99', type: 'APARTMENT', blockId, floorId });
  const nobodys = await released(61_100, String(empty.id));
  const disputed = await released(61_200);
  await rowsIn('bills').updateOne({ _id: String(disputed.id) }, { $set: { disputed: true } });
  const small = await released(100);
  const settings = '/payment-method/settings';
  const put = async (values: object) => {
    const { version } = (await ann.get<Row>(settings)).data;
    expect((await ann.put(settings, { version, ...values })).status).toBe(200);
  };
  await put({ surplusToAccount: false });
  await take([
    ['IN', 61_100, `phi ${nobodys.code}`],
    ['IN', 61_200, `phi ${disputed.code}`],
    ['IN', 99_000_000, `phi ${small.code}`],
  ]);
  await put({ surplusToAccount: true });
  for (const [content, inboxReason] of [
    [`phi ${nobodys.code}`, 'NO_RESIDENT'],
    [`phi ${disputed.code}`, 'DISPUTED'],
    [`phi ${small.code}`, 'SURPLUS'],
  ] as const)
    expect(await lineOf(content)).toMatchObject({ status: 'SUGGESTED', inboxReason, receiptIds: [] });
  expect(await read(bill.path, disputed.id)).toMatchObject({ remaining: 61_200 });
  // The counter refuses it as well.
  const atDesk = await pay({ unitId: empty.id, amount: 1000, allocations: [{ billId: nobodys.id, amount: 1000 }] });
  expect(atDesk.code).toBe('UNIT_WITHOUT_RESIDENT');
  await rowsIn('bills').updateOne({ _id: String(disputed.id) }, { $set: { disputed: false } });

  const late = await released(61_300);
  const closed = inDays(-1);
  await make('/transaction-lock-date', { transactionLockDate: closed });
  expect((await send(csvOf([['IN', 61_300, `phi ${late.code}`]], closed))).data).toMatchObject({ new: 1, matched: 0 });
  const line = await lineOf(`phi ${late.code}`);
  expect(line).toMatchObject({ status: 'SUGGESTED', inboxReason: 'DAY_LOCKED', receiptIds: [] });
  expect((await act(path, line, 'match', {})).code).toBe('data_is_locked');
  expect((await act(path, line, 'match', { unitId, accountingDate: day })).data).toMatchObject({ status: 'MATCHED' });
  expect(await receiptsOf(61_300)).toMatchObject([{ accountingDate: day }]);
  await agree();
});

it('goes by the code where the virtual account is another unit’s, and says so', async () => {
  const [own] = (await ann.get<Row[]>(`${identityAccount.path}?filter[unitId][]=${otherUnitId}`)).data;
  const virtualAccount = String(own?.virtualAccount);
  const due = await released(63_100);
  await take([['IN', 63_100, `phi ${due.code} vao ${virtualAccount}`]]);
  expect(await lineOf(`phi ${due.code} vao ${virtualAccount}`)).toMatchObject({
    status: 'MATCHED',
    rule: 'CONTENT',
    unitId,
    inboxReason: 'CODE_AND_ACCOUNT',
  });
  expect(await read(bill.path, due.id)).toMatchObject({ paymentState: 'PAID' });
  await agree();
});

it('gives a file back as long as nothing of it is booked, and leaves to the inbox what a switch says', async () => {
  const made = await take([['IN', 15_100, 'tra lai']]);
  expect((await ann.delete(`${bankStatement.path}/${made.data.id}`)).status).toBe(200);
  expect((await lines()).some(({ content }) => content === 'tra lai')).toBe(false);
  const due = await released(15_200);
  const autoPost = { CONTENT: false, VIRTUAL_ACCOUNT: true, PAYER: false };
  expect((await ann.put(`${bankStatement.path}/profile/${account.id}`, { autoPost })).status).toBe(200);
  const taken = await take([['IN', 15_200, `tt ${due.code}`]]);
  const line = await lineOf(`tt ${due.code}`);
  expect(line).toMatchObject({ status: 'SUGGESTED', inboxReason: 'SWITCHED_OFF', receiptIds: [] });
  expect((await act(path, line, 'match', {})).data).toMatchObject({ status: 'MATCHED', rule: 'CONTENT' });
  const used = await ann.delete(`${bankStatement.path}/${taken.data.id}`);
  expect(used.code).toBe('STATEMENT_IN_USE');
  await agree();
});

it('pays the bills that somebody chooses at the match, no more than is owed of each', async () => {
  const [old, young] = [await released(40_000), await released(90_000)];
  await take([['IN', 100_000, 'chon hoa don']]);
  const line = await lineOf('chon hoa don');
  const pays = (amount: number) => ({ unitId, allocations: [{ billId: young.id, amount }] });
  expect(refusal(await act(path, line, 'match', pays(90_001)))).toEqual([
    422,
    'PAYMENT_EXCEEDS_BILL',
    'allocations.0.amount',
  ]);
  const done = await act(path, line, 'match', pays(90_000));
  expect(done.data).toMatchObject({ status: 'MATCHED', rule: 'MANUAL' });
  expect(await read(bill.path, young.id)).toMatchObject({ remaining: 0 });
  expect(await read(bill.path, old.id)).toMatchObject({ remaining: 40_000 });
  const [made] = await receiptsOf(100_000);
  expect(await read(receipt.path, made?.id)).toMatchObject({ surplus: 10_000, surplusTo: 'UNIT_ACCOUNT' });
  await take([['IN', 33_000, 'khong tra hoa don nao']]);
  const none = await act(path, await lineOf('khong tra hoa don nao'), 'match', { unitId, allocations: [] });
  expect(none.data).toMatchObject({ status: 'MATCHED' });
  expect(await read(bill.path, old.id)).toMatchObject({ remaining: 40_000 });
  await agree();
});

it('takes in a deposit that was asked for by a part of a line, and gives the request back with it', async () => {
  const asked = await make(depositRequest.path, { unitId, content: 'Works', amount: 500_000 });
  await take([['IN', 620_000, 'coc va phi']]);
  const line = await lineOf('coc va phi');
  const rows = (amount: number) => [
    { depositRequestId: asked.id, amount },
    { unitId: otherUnitId, amount: 620_000 - amount },
  ];
  expect(refusal(await act(path, line, 'split', { rows: rows(500_001) }))[1]).toBe('DEPOSIT_AMOUNT_MISMATCH');
  const done = await act(path, line, 'split', { rows: rows(500_000) });
  expect(done.data).toMatchObject({ status: 'MATCHED', parts: [{ unitId }, { unitId: otherUnitId }] });
  const taken = await read(depositRequest.path, asked.id);
  expect(taken).toMatchObject({ status: 'DEPOSITED', collected: 500_000 });
  const held = await read(deposit.path, taken.depositId);
  expect(held).toMatchObject({ amount: 500_000, fundId: bankFund.id });
  expect((done.data as unknown as Line).receiptIds).toContain(held.receiptId);
  expect(await read(receipt.path, held.receiptId)).toMatchObject({ type: 'DEPOSIT', origin: 'STATEMENT' });
  await agree();
  // Part of a split line cannot be cancelled alone: the rest would be posted again.
  const alone = await act(deposit.path, { id: String(taken.depositId) } as Row, 'cancel', { reason: 'By itself' });
  expect(refusal(alone)).toEqual([409, 'VOUCHER_OF_SPLIT_LINE']);
  expect((await act(path, done.data, 'unmatch', { reason: 'Another unit' })).data).toMatchObject({
    status: 'UNMATCHED',
    parts: [],
  });
  expect(await read(depositRequest.path, asked.id)).toMatchObject({ status: 'WAIT_FOR_DEPOSIT', collected: 0 });
  expect((await read(deposit.path, taken.depositId)).status).toBe('CANCELLED');
  await agree();
});

it('is open again once its voucher is taken back by itself, and then books the same money once', async () => {
  const due = await released(415_000);
  await take([['IN', 415_000, `tt ${due.code}`, 'FT415']]);
  const booked = await act(path, await lineOf(`tt ${due.code}`), 'match', {});
  const [receiptId] = (booked.data as unknown as Line).receiptIds;
  expect((await act(receipt.path, { id: String(receiptId) } as Row, 'cancel', { reason: 'Wrong unit' })).status).toBe(
    200,
  );
  expect(await lineOf(`tt ${due.code}`)).toMatchObject({
    status: 'UNMATCHED',
    receiptIds: [],
    parts: [],
    unitId: null,
  });
  const again = await act(path, booked.data, 'match', { unitId });
  expect(again.data).toMatchObject({ status: 'MATCHED' });
  expect(await receiptsOf(415_000)).toHaveLength(1);
  // Cancelling a linked counter receipt reopens the line as well, and cancelling a payslip an outgoing line.
  const counter = await pay({ amount: 77_000, method: 'TRANSFER', fundId: bankFund.id });
  await take([
    ['IN', 77_000, 'tai quay'],
    ['OUT', 13_000, 'PHI QUAN LY TK'],
  ]);
  const linked = await act(path, await lineOf('tai quay'), 'link', { receiptId: counter.data.id });
  expect(linked.data).toMatchObject({ status: 'MATCHED' });
  expect((await act(receipt.path, counter.data, 'cancel', { reason: 'Twice' })).status).toBe(200);
  const back = await lineOf('tai quay');
  expect(back).toMatchObject({ status: 'UNMATCHED', receiptIds: [] });
  expect((await act(path, back, 'match', { unitId })).data).toMatchObject({ status: 'MATCHED' });
  const spent = await make(voucherCategory.path, { name: 'Account fees', code: 'AF', kind: 'EXPENSE' });
  const fee = await act(path, await lineOf('PHI QUAN LY TK'), 'expense', { categoryId: spent.id });
  const slip = { id: String(fee.data.payslipId) } as Row;
  expect((await act(payslip.path, slip, 'cancel', { reason: 'Wrong' })).status).toBe(200);
  expect(await lineOf('PHI QUAN LY TK')).toMatchObject({ status: 'UNMATCHED', payslipId: null });
  await agree();
});

it('books what a bank takes for itself by the rule of its account, and nothing else', async () => {
  const category = await make(voucherCategory.path, { name: 'SMS', code: 'SMS', kind: 'EXPENSE' });
  const income = await make(voucherCategory.path, { name: 'Rent', code: 'RENT', kind: 'INCOME' });
  const where = `${bankStatement.path}/profile/${account.id}`;
  const { data: before } = await ann.get<Row>(where);
  const fees = { words: ['phi sms', 'phí chuyển tiền'], most: 20_000, categoryId: category.id };
  const set = (rule: object | null) => ann.put<Row>(where, { autoPost: before.autoPost, fees: rule });
  expect(refusal(await set({ ...fees, categoryId: income.id }))).toEqual([
    422,
    'REFERENCE_NOT_SUITABLE',
    'fees.categoryId',
  ]);
  expect((await set(fees)).data).toMatchObject({ fees });
  await take([
    ['OUT', 11_100, 'PHI SMS thang 11'],
    ['OUT', 22_000, 'PHI SMS ca nam'],
    ['OUT', 3_300, 'phi smsx'],
    ['OUT', 5_500, 'Thu PHI CHUYEN TIEN'],
  ]);
  const booked = await lineOf('PHI SMS thang 11');
  expect(booked).toMatchObject({ status: 'MATCHED', rule: 'MANUAL' });
  expect(await read(payslip.path, booked.payslipId)).toMatchObject({ amount: 11_100, purpose: 'EXPENSE' });
  expect(await lineOf('Thu PHI CHUYEN TIEN')).toMatchObject({ status: 'MATCHED' });
  for (const content of ['PHI SMS ca nam', 'phi smsx'])
    expect(await lineOf(content)).toMatchObject({ status: 'UNMATCHED' });
  expect((await set(null)).data).toMatchObject({ fees: null });
  await agree();
});

it('gives statements to try the import with, one of each format, that it reads itself', async () => {
  for (const format of ['CSV', 'XLSX', 'OFX', 'MT940']) {
    const file = await ann.file(`${bankStatement.path}/sample?format=${format}&bankAccountId=${account.id}`);
    const seen = await sendFile('/preview', file.body, {}, `sample.${format}`);
    expect(seen.data, format).toMatchObject({
      format,
      isMapped: true,
      isOtherAccount: false,
      balanced: true,
      counts: { lines: 3, new: 2, out: 1, unreadable: 0, leftOut: 0 },
    });
  }
});

it('goes by the last day of which the bank has told, whichever file came last', async () => {
  const own = await make(bankAccount.path, { bankBin: '970407', accountNumber: '19030000018', accountName: 'BQL' });
  const balanceAt = (day_: string, amount: number) =>
    [
      ':20:X',
      ':25:19030000018',
      `:61:${day_.slice(2).replaceAll('-', '')}C1000,NTRFNONREF//B${day_}`,
      ':86:gui tien',
      `:62F:C${day_.slice(2).replaceAll('-', '')}VND${amount},`,
    ].join('\n');
  const closing = async () => {
    const { data } = await ann.get<Row[]>(`${bankStatement.path}/balances`);
    const told = data.find(one => one.bankAccountId === own.id);
    return [told?.closing, told?.closingOn];
  };
  expect((await send(balanceAt(inDays(-1), 900_000), { bankAccountId: String(own.id) })).status).toBe(201);
  expect((await send(balanceAt(inDays(-30), 600), { bankAccountId: String(own.id) })).status).toBe(201);
  expect(await closing()).toEqual([900_000, inDays(-1)]);
});

it('reads a workbook of old as a bank writes it, numbers as numbers and days as days', async () => {
  const rows = [
    ['Sao kê tài khoản', NUMBER],
    [],
    ['Ngày giao dịch', 'Số tham chiếu', 'Ghi nợ', 'Ghi có', 'Diễn giải'],
    [new Date(`${day}T00:00:00Z`), 'XLS0001', null, 1_250_000, 'Phí quản lý tháng này'],
    [day.split('-').toReversed().join('/'), 'XLS0002', '700.000,00', null, 'Phí chuyển tiền'],
  ];
  const book = utils.book_new(utils.aoa_to_sheet(rows, { UTC: true }));
  const body: Buffer = write(book, { type: 'buffer', bookType: 'biff8' });
  const seen = await sendFile('/preview', body, {}, 'sao-ke.xls');
  expect(seen.data, seen.text).toMatchObject({ isMapped: true, counts: { lines: 2, new: 1, out: 1, unreadable: 0 } });
  expect(seen.data.lines).toMatchObject([
    { day, direction: 'IN', amount: 1_250_000, content: 'Phí quản lý tháng này', reference: 'XLS0001' },
    { day, direction: 'OUT', amount: 700_000, content: 'Phí chuyển tiền', reference: 'XLS0002' },
  ]);
});

it('waits for a second person with undoing a match, where the project asks for one', async () => {
  const { approve, setRules } = await secondPersonAt(site, { 'statement.unmatch': 50_000 });
  await take([
    ['IN', 60_000, 'hai nguoi'],
    ['IN', 49_000, 'mot nguoi'],
  ]);
  const [large, small] = [await lineOf('hai nguoi'), await lineOf('mot nguoi')];
  for (const line of [large, small]) await act(path, line, 'match', { unitId });
  expect((await act(path, small, 'unmatch', { reason: 'Below the limit' })).data).toMatchObject({
    status: 'UNMATCHED',
  });
  const asked = await act(path, large, 'unmatch', { reason: 'Not theirs' });
  expect(asked.status).toBe(202);
  expect(await lineOf('hai nguoi')).toMatchObject({ status: 'MATCHED' });
  const { approvalRequestId } = asked.data as unknown as { approvalRequestId: string };
  expect((await approve(approvalRequestId, ann)).code).toBe('SELF_APPROVAL');
  expect((await approve(approvalRequestId)).data).toMatchObject({ status: 'DONE' });
  expect(await lineOf('hai nguoi')).toMatchObject({ status: 'UNMATCHED', receiptIds: [], inboxReason: 'UNDONE' });
  await setRules([]);
  // If cancelling the receipt needs approval, so does undoing the match.
  const again = await act(path, await lineOf('hai nguoi'), 'match', { unitId });
  const { setRules: set } = await secondPersonAt(site, { 'receipt.cancel': 50_000 });
  expect((await act(path, again.data, 'unmatch', { reason: 'Not theirs' })).status).toBe(202);
  await set([]);
  // Creating an expense from an outgoing line needs the approval of payslips.
  const category = await make(voucherCategory.path, { name: 'Works', code: 'WK', kind: 'EXPENSE' });
  await take([['OUT', 77_000, 'sua thang may']]);
  const out = await lineOf('sua thang may');
  const { setRules: rule } = await secondPersonAt(site, { 'payslip.create': 50_000 });
  const spent = await act(path, out, 'expense', { categoryId: category.id, approvalReason: 'The lift stood still' });
  expect(spent.status, spent.text).toBe(202);
  expect(await lineOf('sua thang may')).toMatchObject({ status: 'UNMATCHED', payslipId: null });
  const { approvalRequestId: id } = spent.data as unknown as { approvalRequestId: string };
  expect((await approve(id)).data).toMatchObject({ status: 'DONE' });
  expect(await lineOf('sua thang may')).toMatchObject({ status: 'MATCHED', payslipId: expect.any(String) });
  await rule([]);
  await agree();
});

it('finds a payer by the whole number of an account, for who may read it, and by no part of it', async () => {
  const number = '19034567890012';
  await send(`Ngày;Ghi có;Nội dung;Tài khoản đối ứng\n${day};17.300;tim nguoi nop;${number}`);
  const found = async (q: string, who = ann) =>
    (await who.get<Line[]>(`${path}?filter[q]=${q}`)).data.map(({ content }) => content);
  expect(await found(number)).toEqual(['tim nguoi nop']);
  expect(await found('1903 4567 890012')).toEqual(['tim nguoi nop']);
  expect(await found(number.slice(0, 8))).toEqual([]);
  await site.allow({ BANK_STATEMENT: ['read'] });
  expect(await found(number, site.carl)).toEqual([]);
  await site.allow({ BANK_STATEMENT: ['read', 'readEncrypted'] });
  expect(await found(number, site.carl)).toEqual(['tim nguoi nop']);
});

it('closes a month with the bank’s own file, and finds every line of it again', async () => {
  const month = await makeSite(server.url, 'Month');
  const books = await booksAt(month);
  const { ann: desk, unitId: home, otherUnitId: other } = month;
  const own = await books.make(bankAccount.path, {
    bankBin: '970436',
    accountNumber: '0011001932418',
    accountName: 'BAN QUAN LY',
  });
  const held = await books.make(fund.path, { name: 'VCB', code: 'VCB', kind: 'BANK', bankAccountId: own.id });
  const early = inDays(-24);
  const begun = await books.act(fund.path, held, 'opening', { amount: 10_000_000, accountingDate: inDays(-25) });
  expect(begun.status, begun.text).toBe(200);
  const [fees, interest] = [
    await books.make(voucherCategory.path, { name: 'Bank fees', code: 'PHINH', kind: 'EXPENSE' }),
    await books.make(voucherCategory.path, { name: 'Interest of the bank', code: 'LAINH', kind: 'INCOME' }),
  ];
  const due = async (amount: number, unit = home) => String((await books.released(amount, unit)).code);
  const [alone, broken, late, twice, taken, misread] = [
    await due(640_000),
    await due(303_600, other),
    await due(385_000),
    await due(90_000, other),
    await due(311_000),
    await due(1_250_000),
  ];
  const [mine, theirs, reversed] = [await due(200_000), await due(221_000, other), await due(77_000, other)];
  const unitCode = String((await books.read(unit.path, home)).code);
  // Receipts and payments at the counter, before the bank reports them.
  await books.pay({ amount: 250_000, accountingDate: inDays(-20) });
  const refund = await books.make(payslip.path, {
    purpose: 'ACCOUNT_REFUND',
    unitId: home,
    amount: 200_000,
    method: 'TRANSFER',
    fundId: held.id,
    accountingDate: inDays(-3),
    payeeName: 'Dora',
    content: 'Refund',
  });
  const [ofTaken] = (await desk.get<Row[]>(`${bill.path}?filter[q]=${taken}`)).data;
  const counter = await books.pay({
    amount: 311_000,
    method: 'TRANSFER',
    fundId: held.id,
    accountingDate: inDays(-2),
    allocations: [{ billId: ofTaken?.id, amount: 311_000 }],
  });
  await books.make('/transaction-lock-date', { transactionLockDate: early });

  const [prefix = '', of = '', number = ''] = broken.split('-');
  /** Columns as printed by the bank: day, reference, debit, credit, currency, content. */
  const printed = (amount: string) => [
    [early, 'FT01', '', '385,000', 'VND', `${late} nop tien`],
    [inDays(-9), 'FT02', '', '640,000', 'VND', `LE THI C chuyen khoan ${alone}`],
    [
      inDays(-9),
      'FT03',
      '',
      '303,600',
      'VND',
      `MBVCB.5512 ${prefix}${of} ${number.slice(0, 3)} ${number.slice(3)} phi`,
    ],
    [inDays(-8), 'FT04', '', '421,000', 'VND', `${mine} + ${theirs}`],
    [inDays(-8), 'FT05', '', '150,000', 'VND', `can ho ${unitCode} nop phi`],
    [inDays(-7), 'FT06', '', '77,000', 'VND', `phi ${reversed}`],
    [inDays(-7), 'FT07', '77,000', '', 'VND', 'HOAN TRA FT06'],
    [inDays(-6), 'FT08', '11,000', '', 'VND', 'PHI QUAN LY TAI KHOAN'],
    [inDays(-5), 'FT09', '', '90,000', 'VND', `tt ${twice}`],
    [inDays(-5), 'FT09', '', '90,000', 'VND', `tt ${twice}`],
    [inDays(-3), 'FT10', '200,000', '', 'VND', 'CHI HOAN TIEN CHO CU DAN'],
    [inDays(-2), 'FT11', '', '311,000', 'VND', `ck ${taken}`],
    [inDays(-2), 'FT12', '', amount, 'VND', `phi ${misread}`],
    [inDays(-1), 'FT13', '', '250', 'USD', 'REMITTANCE'],
    [day, 'FT14', '', '4,321', 'VND', 'LAI NHAP VON'],
  ];
  const closing = 10_000_000 + 640_000 + 303_600 + 421_000 + 150_000 - 11_000 + 385_000 + 90_000 - 200_000 + 311_000;
  const fileOf = (amount: string) =>
    [
      'NGAN HANG TMCP NGOAI THUONG VIET NAM',
      'So tai khoan: 0011001932418',
      'So du dau ky;;;10,000,000',
      'Ngay giao dich;So tham chieu;Ghi no;Ghi co;Loai tien;Noi dung',
      ...printed(amount).map(row => row.join(';')),
      'Tong cong;;;;;',
      `So du cuoi ky;;;${closing + 1_250_000 + 4_321}`,
    ].join('\n');
  const upload = (where: string, text: string, more: Record<string, string> = {}) =>
    desk.post<Row>(
      `${bankStatement.path}${where}?${new URLSearchParams({ bankAccountId: String(own.id), ...more })}`,
      formOf([{ name: 'vcb-11.csv', body: Buffer.from(text) }]),
    );

  // Preview: each line with its result, other rows with the reason, and totals.
  const spoilt = fileOf('1,250,00');
  const { data: seen } = await upload('/preview', spoilt);
  expect(seen.counts).toEqual({ lines: 17, new: 9, out: 3, same: 1, conflicts: 0, unreadable: 2, leftOut: 2 });
  const read = seen.lines as unknown as (Row & { amount: number; direction: string })[];
  const sumOf = (direction: string) =>
    read.filter(one => one.direction === direction).reduce((sum, { amount }) => sum + amount, 0);
  expect(seen.sums).toEqual({ in: sumOf('IN'), out: sumOf('OUT') });
  expect(read.map(({ state, posts, inboxReason }) => (posts ? 'POSTS' : (inboxReason ?? state)))).toEqual([
    'DAY_LOCKED',
    'POSTS',
    'POSTS',
    'TWO_CODES',
    'UNIT_CODE',
    'POSTS',
    'REVERSAL',
    'NOTHING_FOUND',
    'POSTS',
    'SAME',
    'NEW',
    'TAKEN_ALREADY',
    'NOTHING_FOUND',
  ]);
  expect(seen.leftOut).toMatchObject([
    { row: 17, reason: 'AMOUNT' },
    { row: 18, reason: 'CURRENCY' },
    { row: 20, reason: 'TOTAL' },
    { row: 21, reason: 'TOTAL' },
  ]);
  // A line could not be read, so the closing balance of the bank differs.
  expect(seen.balanced).toBe(false);
  expect((await upload('', spoilt)).code).toBe('STATEMENT_BALANCE_MISMATCH');
  const taking = await upload('', spoilt, { confirmed: 'true' });
  expect(taking.data).toMatchObject({ lines: 17, new: 9, out: 3, same: 1, unreadable: 2, leftOut: 2, matched: 4 });
  // The corrected file, with the line that the bank prints twice: one line is new, and the balance matches.
  const mended = await upload('', fileOf('1,250,000'));
  expect(mended.data, mended.text).toMatchObject({ new: 1, out: 0, same: 13, unreadable: 1, matched: 1 });

  // Processing the open lines.
  const open = new URLSearchParams(
    ['UNMATCHED', 'SUGGESTED', 'CONFLICT'].map((one): [string, string] => ['filter[status][]', one]),
  );
  const inbox = async () =>
    (await desk.get<Line[]>(`${path}?${open}&filter[bankAccountId][]=${own.id}&limit=100`)).data;
  const waiting = new Map((await inbox()).map(one => [String(one.bankRef), one]));
  expect([...waiting.keys()].toSorted()).toEqual(['FT01', 'FT04', 'FT05', 'FT07', 'FT08', 'FT10', 'FT11', 'FT14']);
  const done = async (reference: string, name: string, input: object = {}) => {
    const line = waiting.get(reference) ?? (await find(reference));
    const { status, text } = await books.act(path, line, name, input);
    expect(status, `${reference} ${text}`).toBe(200);
  };
  const find = async (reference: string): Promise<Line> => {
    const { data: found } = await desk.get<Line[]>(`${path}?filter[q]=${reference}`);
    return found.find(({ bankRef }) => bankRef === reference) as Line;
  };
  await done('FT01', 'match', { accountingDate: inDays(-23) });
  await done('FT04', 'split', {
    rows: [
      { unitId: home, amount: 200_000 },
      { unitId: other, amount: 221_000 },
    ],
  });
  await done('FT05', 'match');
  await done('FT06', 'unmatch', { reason: 'The bank took it back' });
  await done('FT06', 'ignore', { reason: 'The bank took it back' });
  await done('FT07', 'ignore', { reason: 'Takes FT06 back' });
  await done('FT08', 'expense', { categoryId: fees.id });
  const paidOut = (await books.read(path, waiting.get('FT10')?.id)) as unknown as Line;
  expect(paidOut.suggestions).toMatchObject([{ rule: 'LINK', payslipId: refund.id }]);
  await done('FT10', 'link', { payslipId: refund.id });
  await done('FT11', 'match');
  await done('FT14', 'split', { rows: [{ categoryId: interest.id, amount: 4_321 }] });
  expect(await inbox()).toEqual([]);

  // The balance of the bank equals that of the fund exactly.
  const holds = async () => (await books.read(`${fund.path}/${held.id}`, 'balance')).balance;
  expect(await holds()).toBe(closing + 1_254_321);
  await books.make('/transaction-lock-date', { transactionLockDate: day });
  const locked = await books.act(path, await find('FT02'), 'unmatch', { reason: 'Too late' });
  expect(locked.code).toBe('data_is_locked');
  expect((await upload('', fileOf('1,250,000'))).data).toMatchObject({ new: 0, out: 0, same: 14, matched: 0 });
  expect(await holds()).toBe(closing + 1_254_321);

  // Each bank line is found by its reference with its result, or is listed with its file and the reason.
  const fates = (await desk.get<Line[]>(`${path}?filter[bankAccountId][]=${own.id}&limit=100`)).data.map(
    ({ bankRef, status, rule, unitId: at, receiptIds, payslipId }) => [
      bankRef,
      status,
      rule,
      at,
      (receiptIds as unknown as string[]).length + (payslipId ? 1 : 0),
    ],
  );
  expect(fates.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual([
    ['FT01', 'MATCHED', 'CONTENT', home, 1],
    ['FT02', 'MATCHED', 'CONTENT', home, 1],
    ['FT03', 'MATCHED', 'CONTENT', other, 1],
    ['FT04', 'MATCHED', 'MANUAL', null, 2],
    ['FT05', 'MATCHED', 'MANUAL', home, 1],
    ['FT06', 'IGNORED', null, null, 0],
    ['FT07', 'IGNORED', null, null, 0],
    ['FT08', 'MATCHED', 'MANUAL', null, 1],
    ['FT09', 'MATCHED', 'CONTENT', other, 1],
    ['FT10', 'MATCHED', 'LINK', home, 1],
    ['FT11', 'MATCHED', 'LINK', home, 1],
    ['FT12', 'MATCHED', 'CONTENT', home, 1],
    ['FT14', 'MATCHED', 'MANUAL', null, 1],
  ]);
  expect((await find('FT10')).payslipId).toBe(refund.id);
  expect((await find('FT11')).receiptIds).toEqual([counter.data.id]);
  const { others } = await books.read(bankStatement.path, mended.data.id);
  const told = others as unknown as { row: number; reason: string }[];
  expect(told.map(({ row, reason }) => [row, reason])).toEqual([
    ...[5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16].map(row => [row, 'KNOWN']),
    [18, 'CURRENCY'],
    [19, 'KNOWN'],
    [20, 'TOTAL'],
    [21, 'TOTAL'],
  ]);
  await books.agree();
  // The same checks as `npm run ledger:check`.
  expect((await reconcile(month.id)).filter(({ ok }) => !ok)).toEqual([]);
});
