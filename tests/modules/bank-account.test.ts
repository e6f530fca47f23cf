import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, NOTICE_MONTH, refusal } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Banks');
const { ann, unitId, otherUnitId } = site;
const { make, read, act, released } = await booksAt(site);
const known = { bankBin: '970415', accountNumber: '0011001932418', accountName: 'Ban quản lý' };
let n = 0;
const other = (values: object = {}) =>
  make(bankAccount.path, { bankBin: '970422', accountNumber: `08800000${10 + ++n}`, accountName: 'BQL', ...values });
const first = await make(bankAccount.path, known);

it('is written as banks read it, once at each bank, and asks for what banks know', async () => {
  expect(first).toMatchObject({ accountName: 'BAN QUAN LY', isDefault: true, transferTemplate: '{code} {unit}' });
  expect(refusal(await ann.post(bankAccount.path, known))).toEqual([409, 'BANK_ACCOUNT_EXISTS', 'accountNumber']);
  const typed = await other({ accountNumber: '0123 456.789' });
  expect(typed).toMatchObject({ accountNumber: '0123456789', isDefault: false });
  expect((await other({ accountNumber: known.accountNumber })).accountNumber).toBe(known.accountNumber);
  const asked = await ann.get<Row>(`${bankAccount.path}/${first.id}/qr?amount=120000&content=ủng hộ lũ lụt`);
  expect(String(asked.data.text).endsWith('6304C15C')).toBe(true);
  const parse = (text: string) => ann.post<Row>(`${bankAccount.path}/qr/parse`, { text });
  expect((await parse(String(asked.data.text))).data).toMatchObject({ bank: 'VietinBank', amount: 120_000 });
  expect(refusal(await parse(`${String(asked.data.text).slice(0, -1)}D`))).toEqual([400, 'QR_INVALID', 'text']);
  const much = await ann.get(`${bankAccount.path}/${first.id}/qr?amount=99999999999999`);
  expect(refusal(much)).toEqual([422, 'AMOUNT_TOO_LARGE', 'amount']);
  expect((await ann.get<Row[]>('/bank?q=vietcom')).data).toMatchObject([{ bin: '970436', vietQr: true }]);
});

it('refuses words that nobody fills in, and such as lose the code', async () => {
  for (const transferTemplate of ['{apartment} {code}', '{unit}'])
    expect(refusal(await ann.post(bankAccount.path, { ...known, bankBin: '970436', transferTemplate }))).toEqual([
      400,
      'TRANSFER_TEMPLATE_INVALID',
      'transferTemplate',
    ]);
});

it('always has one default; another number takes over what the old one stood for', async () => {
  expect(refusal(await act(bankAccount.path, first, 'deactivate'))).toEqual([409, 'BANK_ACCOUNT_DEFAULT_REQUIRED']);
  const second = await other();
  expect((await act(bankAccount.path, second, 'set-default')).data).toMatchObject({ isDefault: true });
  expect(await read(bankAccount.path, first.id)).toMatchObject({ isDefault: false });
  const box = await make(fund.path, { name: 'Bank', code: 'NH', kind: 'BANK', bankAccountId: second.id });
  const { version } = await read(bankAccount.path, second.id);
  const edit = await ann.put(`${bankAccount.path}/${second.id}`, { version, accountNumber: '0999999999' });
  expect(refusal(edit)).toEqual([409, 'BANK_ACCOUNT_IN_USE', 'accountNumber']);
  const old = await act(bankAccount.path, second, 'replace', { accountNumber: '0999999999' });
  expect(old.data).toMatchObject({ active: false, isDefault: false });
  const { bankAccountId } = await read(fund.path, box.id);
  expect(await read(bankAccount.path, bankAccountId)).toMatchObject({
    accountNumber: '0999999999',
    isDefault: true,
    replacesId: second.id,
  });
});

it('gives a notice the account of its unit, and its code', async () => {
  await released(50_000);
  await ann.post(`${feeNotice.path}/build`, { month: NOTICE_MONTH, publish: true });
  const [notice] = (await ann.get<Row[]>(`${feeNotice.path}?filter[unitId][]=${unitId}`)).data;
  const paper = async () => (await ann.get<Row[]>(`${feeNotice.path}/papers?ids[]=${notice?.id}`)).data[0];
  const code = String(notice?.code).replaceAll('-', '');
  expect((await paper())?.bank).toMatchObject({ number: '0999999999', content: expect.stringContaining(code) });
  const collecting = (await ann.get<Row[]>(`${bankAccount.path}?filter[isDefault][]=true`)).data[0];
  const shown = await ann.get<Row>(`${bankAccount.path}/${collecting?.id}/preview?noticeId=${notice?.id}`);
  const parsed = await ann.post<Row>(`${bankAccount.path}/qr/parse`, { text: shown.data.qr });
  expect(parsed.data).toMatchObject({ amount: 50_000 });
  const virtual = { unitId, bankAccountId: collecting?.id, code: 'V1', beneficiaryName: 'Nguyễn Văn A' };
  const make_ = (values: object) => ann.post<Row>(identityAccount.path, { ...virtual, ...values });
  expect(refusal(await make_({ virtualAccount: 'ab12-34' }))).toEqual([
    400,
    'VIRTUAL_ACCOUNT_INVALID',
    'virtualAccount',
  ]);
  expect(refusal(await make_({ virtualAccount: 'A1234' }))[1]).toBe('VIRTUAL_ACCOUNT_INVALID');
  const made = await make_({ virtualAccount: 'ab1234' });
  expect(made.data).toMatchObject({ virtualAccount: 'AB1234', status: 'ACTIVE', beneficiaryName: 'NGUYEN VAN A' });
  expect((await paper())?.bank).toMatchObject({ number: 'AB1234' });
  expect(refusal(await make_({ virtualAccount: 'AB9999', code: 'V2' }))).toEqual([
    409,
    'UNIT_HAS_IDENTITY_ACCOUNT',
    'unitId',
  ]);
  const far = await makeSite(server.url, 'Far banks');
  const theirs = await far.ann.post<Row>(bankAccount.path, { ...known, bankBin: '970422' });
  const taken = await far.ann.post(identityAccount.path, {
    ...virtual,
    unitId: far.unitId,
    bankAccountId: theirs.data.id,
    virtualAccount: 'AB1234',
  });
  expect(refusal(taken)).toEqual([409, 'VIRTUAL_ACCOUNT_EXISTS', 'virtualAccount']);
  expect((await act(identityAccount.path, made.data, 'close', { reason: 'Moved' })).data.status).toBe('CLOSED');
  expect((await make_({ virtualAccount: 'AB9999', code: 'V2' })).status).toBe(201);
  const plain = await make_({ unitId: otherUnitId, bankAccountId: first.id, virtualAccount: 'AB7777', code: 'V3' });
  expect(refusal(plain)).toEqual([422, 'BANK_WITHOUT_VIRTUAL_ACCOUNTS', 'bankAccountId']);
});
