import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, refusal } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Methods');
const { ann, carl, dora, allow } = site;
const { make, act, read, till } = await booksAt(site);
const { path } = paymentMethod;
const account = await make(bankAccount.path, {
  bankBin: '970436',
  accountNumber: '1018000123',
  accountName: 'BAN QUAN LY',
});
const bank = await make(fund.path, { name: 'Bank', code: 'NH', kind: 'BANK', bankAccountId: account.id });
let n = 0;
const method = (values: object) => make(path, { name: `Method ${++n}`, code: `M${n}`, ...values });

it('is one of each kind in a new project, cash in use alone', async () => {
  const parts: string[] = [];
  const founded = await ann.post<Row>('/unit-group', {
    name: 'Sen Hồng',
    code: 'SENHONG',
    timeZone: 'Asia/Ho_Chi_Minh',
    parts,
  });
  expect(founded.status, founded.text).toBe(201);
  const there = { 'X-Project-Id': String(founded.data.id) };
  const { data } = await ann.get<Row[]>(`${path}?sort=order`, there);
  expect(data.map(({ kind, active, settles }) => [kind, active, settles])).toEqual([
    ['CASH', true, 'DIRECT'],
    ['TRANSFER', false, 'DIRECT'],
    ['SPOS', false, 'ON_STATEMENT'],
    ['ONLINE', false, 'ON_STATEMENT'],
  ]);
  expect(data[0]?.fundId).toBeTruthy();
});

it('needs what it is taken by, and one way of cash stays', async () => {
  const cash = await method({ kind: 'CASH', fundId: till.id });
  expect(cash).toMatchObject({ active: true, forStaff: true, forResidents: false, forRefunds: true });
  expect(refusal(await act(path, cash, 'deactivate'))).toEqual([409, 'PAYMENT_METHOD_CASH_REQUIRED']);
  expect(refusal(await ann.delete(`${path}/${cash.id}`))).toEqual([409, 'PAYMENT_METHOD_CASH_REQUIRED']);
  const other = await method({ kind: 'CASH', fundId: till.id });
  const tries = await Promise.all([cash, other].map(one => act(path, one, 'deactivate')));
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const transfer = await method({ kind: 'TRANSFER' });
  expect(transfer.active).toBe(false);
  expect(refusal(await act(path, transfer, 'activate'))).toEqual([422, 'PAYMENT_CONFIG_NOT_FOUND']);
  const at = `${path}/${transfer.id}`;
  expect(refusal(await ann.put(at, { version: 1, fundId: till.id }))).toEqual([
    422,
    'REFERENCE_NOT_SUITABLE',
    'fundId',
  ]);
  expect((await ann.put(at, { version: 1, fundId: bank.id })).data).toMatchObject({ bankAccountId: account.id });
  expect((await act(path, transfer, 'activate')).status).toBe(200);
  expect(refusal(await ann.put(at, { version: 3, fundId: null }))).toEqual([422, 'PAYMENT_CONFIG_NOT_FOUND']);
  const online = await method({ kind: 'ONLINE', fundId: bank.id });
  expect(refusal(await act(path, online, 'activate'))).toEqual([422, 'PAYMENT_CONFIG_NOT_FOUND']);
  expect(refusal(await ann.post(path, { name: 'X', code: 'X', kind: 'CASH', settles: 'ON_STATEMENT' }))).toEqual([
    422,
    'REFERENCE_NOT_SUITABLE',
    'settles',
  ]);
});

it('is offered in its order; residents learn its name alone', async () => {
  const [first, second] = [await method({ kind: 'SPOS', fundId: bank.id }), await method({ kind: 'SPOS' })];
  await ann.put(`${path}/${second.id}/move`, { beforeId: first.id });
  expect(Number((await read(path, second.id)).order)).toBeLessThan(Number((await read(path, first.id)).order));
  await ann.put(`${path}/${first.id}`, { version: 1, forResidents: true });
  const { data: staff } = await ann.get<Row[]>(`${path}/offered?for=staff`);
  expect(staff.map(({ id }) => id)).toContain(first.id);
  const { data: own } = await dora.get<Row[]>(`${path}/offered?for=resident`);
  expect(own).toEqual([{ id: first.id, name: first.name, kind: 'SPOS' }]);
  expect((await dora.get(`${path}/offered?for=staff`)).status).toBe(403);
});

it('shows what is set to who may read, and lets nobody else change it', async () => {
  await allow({ BILLING_CONFIG: ['read'] });
  expect((await carl.get<Row>(`${path}/settings`)).data).toMatchObject({ multiUnitCap: 200 });
  expect((await carl.put(`${path}/settings`, { version: 1, multiUnitCap: 5 })).status).toBe(403);
  expect((await ann.put(`${path}/settings`, { version: 1, reminderOffsets: [10, 5, 20] })).status).toBe(400);
});
