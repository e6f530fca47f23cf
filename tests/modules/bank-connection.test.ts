import { createHmac } from 'node:crypto';
import { sortedJson } from '@lobby/server/modules/bank-connection/read.ts';
import { bankConnection } from '@lobby/shared/modules/bank-connection.ts';
import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { afterAll, expect, it } from 'vitest';
import { type BankDesk, type BankFault, openBankSandbox, type Transfer } from '../../scripts/sandbox/bank.ts';
import type { Row } from '../setup/caller.ts';
import { few } from '../setup/contract/whole.ts';
import { booksAt, refusal } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Banks');
const { ann, unitId } = site;
const { make, read, act, released, agree } = await booksAt(site);
const { path } = bankConnection;
const NUMBER = '1018000123';
const account = await make(bankAccount.path, { bankBin: '970436', accountNumber: NUMBER, accountName: 'BAN QUAN LY' });
await make(fund.path, { name: 'Bank', code: 'NH', kind: 'BANK', bankAccountId: account.id });
const other = await make(bankAccount.path, {
  bankBin: '970422',
  accountNumber: '0880000018',
  accountName: 'BAN QUAN LY',
});
const unitCode = String((await ann.get<Row>(`/unit/${unitId}`)).data.code);

async function connect(values: object = {}): Promise<[connection: Row, secret: string]> {
  const made = await make(path, {
    name: `C ${Math.random()}`,
    provider: 'GENERIC',
    bankAccountIds: [account.id],
    ...values,
  });
  const { data } = await ann.put<Row>(`${path}/${made.id}/rotate`, {});
  return [made, String(data.secret)];
}
const post = async ({ key }: Row, body: string, headers: Record<string, string>) => {
  const answer = await fetch(`${server.url}/api/webhooks/bank/${key}`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  return { status: answer.status, retry: answer.headers.get('Retry-After'), data: await answer.json() };
};
const signed = (secret: string, body: string, at = Date.now()) => {
  const stamp = String(Math.floor(at / 1000));
  const hash = createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex');
  return { 'X-Lobby-Timestamp': stamp, 'X-Lobby-Signature': hash };
};
let n = 0;
const moved = (amount: number, values: object = {}) =>
  JSON.stringify({
    transactions: [
      {
        reference: `FT${++n}`,
        accountNumber: NUMBER,
        direction: 'IN',
        amount,
        content: `${unitCode} nop phi`,
        at: new Date().toISOString(),
        ...values,
      },
    ],
  });
const linesOf = async (amount: number) =>
  (await ann.get<Row[]>(`${bankStatementLine.path}?limit=100`)).data.filter(one => one.amount === amount);
const [main, secret] = await connect();

it('pays a bill once, however often and however many at once it is told', async () => {
  const due = await released(150_000);
  const body = moved(150_000, { content: `${due.code} nop phi` });
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(main, body, signed(secret, body))));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await linesOf(150_000)).map(({ channel, status }) => [channel, status])).toEqual([['WEBHOOK', 'MATCHED']]);
  expect((await read(bill.path, due.id)).paymentState).toBe('PAID');
  const { data } = await ann.get<Row[]>(`${receipt.path}?limit=100`);
  const made = data.filter(({ amount }) => amount === 150_000);
  expect(made).toHaveLength(1);
  expect((await read(receipt.path, made[0]?.id)).origin).toBe('WEBHOOK');
  await agree();
});

it('takes nothing that is not signed, or was signed long ago', async () => {
  const body = moved(11_000);
  const right = signed(secret, body);
  expect((await post(main, body.replace('11000', '12000'), right)).status).toBe(401);
  expect((await post(main, body, signed(secret, body, Date.now() - 301_000))).status).toBe(401);
  expect((await post(main, body, {})).status).toBe(401);
  expect((await post({ key: 'nobody' } as unknown as Row, body, right)).status).toBe(404);
  expect(await linesOf(11_000)).toEqual([]);
  const wrong = '{"transactions":[]}';
  expect((await post(main, wrong, signed(secret, wrong))).status).toBe(400);
});

it('refuses what is not of its accounts, and amounts that are none, with a reason that staff see', async () => {
  for (const [values, reason] of [
    [{ accountNumber: '999' }, 'account'],
    [{ amount: 10.5 }, 'amount'],
    [{ at: new Date(Date.now() + 3_600_000).toISOString() }, 'future'],
  ] as const) {
    const body = moved(13_000, values);
    expect((await post(main, body, signed(secret, body))).status).toBe(200);
    const { data } = await ann.get<Row & { deliveries: Row[] }>(`${path}/${main.id}/deliveries`);
    expect(data.deliveries[0]).toMatchObject({ result: 'REFUSED', reason });
  }
  expect(await linesOf(13_000)).toEqual([]);
});

it('hears SePay and Casso as they sign', async () => {
  const [sepay, key] = await connect({ provider: 'SEPAY', auth: 'API_KEY', bankAccountIds: [other.id] });
  const told = {
    id: 92_704,
    gateway: 'MBBank',
    transactionDate: '2026-11-20 14:02:37',
    accountNumber: '0880000018',
    content: 'khong ro',
    transferType: 'in',
    transferAmount: 21_000,
    referenceCode: 'MB1',
    subAccount: null,
  };
  expect((await post(sepay, JSON.stringify(told), { Authorization: 'Apikey wrong' })).status).toBe(401);
  const taken = await post(sepay, JSON.stringify(told), { Authorization: `Apikey ${key}` });
  expect(taken).toMatchObject({ status: 200, data: { success: true } });
  expect(await linesOf(21_000)).toMatchObject([{ bookedOn: '2026-11-20', bankRef: 'MB1', status: 'UNMATCHED' }]);
  await act(path, sepay, 'pause');
  const [casso, own] = await connect({ provider: 'CASSO', bankAccountIds: [other.id] });
  const line = { reference: 'CS1', accountNumber: '0880000018', amount: 22_000, description: 'khong ro' };
  const [plain, turned] = [
    { error: 0, data: line },
    { data: Object.fromEntries(Object.entries(line).reverse()), error: 0 },
  ];
  const stamp = Date.now();
  const hash = createHmac('sha512', own)
    .update(`${stamp}.${sortedJson(plain)}`)
    .digest('hex');
  const header = { 'X-Casso-Signature': `t=${stamp},v1=${hash}` };
  expect((await post(casso, JSON.stringify(turned), header)).status).toBe(200);
  expect((await post(casso, JSON.stringify({ ...plain, data: { ...line, amount: 23_000 } }), header)).status).toBe(401);
  expect(await linesOf(22_000)).toHaveLength(1);
});

it('keeps its secret, takes the former one for two days, and rests while it is paused', async () => {
  const at = `${path}/${main.id}`;
  const { data } = await ann.put<Row>(`${at}/rotate`, { secret: 'another-secret-of-ours' });
  expect(data.secret).toBe('another-secret-of-ours');
  for (const { text } of [await ann.get(at), await ann.get(path), await ann.get(`${at}/activities`)]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain('another-secret-of-ours');
  }
  const body = moved(31_000);
  expect((await post(main, body, signed(secret, body))).status).toBe(200);
  await act(path, main, 'pause');
  const paused = await post(main, moved(32_000), {});
  expect([paused.status, paused.retry]).toEqual([503, '600']);
  await connect();
  expect(refusal(await act(path, main, 'resume'))).toEqual([409, 'CONNECTION_ACCOUNT_TAKEN', 'bankAccountIds']);
  const api = { name: 'X', provider: 'GENERIC', auth: 'API_KEY', bankAccountIds: [account.id] };
  expect(refusal(await ann.post(path, api))).toEqual([400, 'VALIDATION_FAILED', 'auth']);
});

const bank = await openBankSandbox({ lateMs: 10, againMs: 100 });
afterAll(() => bank.close());

it('hears all banks on the other side, whatever goes wrong on the way', async () => {
  for (const one of (await ann.get<Row[]>(`${path}?limit=100&filter[status][]=ACTIVE`)).data)
    await act(path, one, 'pause');
  const BANKS = [
    ['GENERIC', 'HMAC'],
    ['SEPAY', 'API_KEY'],
    ['CASSO', 'HMAC'],
    ['SEPAY', 'HMAC'],
  ] as const;
  let amount = 40_000;
  for (const [provider, auth] of BANKS.slice(0, few(BANKS.length, 2))) {
    const [made, key] = await connect({ provider, auth });
    const desk: BankDesk = {
      bank: provider,
      secret: key,
      url: `${server.url}/api/webhooks/bank/${made.key}`,
      plainKey: auth === 'API_KEY',
    };
    const plain = { accountNumber: NUMBER, content: 'khong ro', at: new Date() };
    const next = (): Transfer => ({ ...plain, reference: `SB${++n}`, amount: ++amount });
    for (const fault of ['twice', 'fifty', 'late', null] as const) {
      const one = next();
      const told = await bank.transfer(desk, [one], fault);
      expect(new Set(told.map(({ status }) => status)), `${provider} ${fault}`).toEqual(new Set([200]));
      expect(await linesOf(one.amount)).toHaveLength(1);
    }
    const two = [next(), next()];
    await bank.transfer(desk, two, 'reordered');
    for (const one of two) expect(await linesOf(one.amount)).toHaveLength(1);
    // With an API key nothing is signed.
    const wrong: readonly BankFault[] =
      auth === 'API_KEY' ? ['signature'] : ['tampered', 'amount', 'stale', 'signature'];
    for (const fault of wrong) {
      const one = next();
      expect((await bank.transfer(desk, [one], fault)).map(({ status }) => status)).toEqual([401]);
      expect([...(await linesOf(one.amount)), ...(await linesOf(one.amount + 1))]).toEqual([]);
    }
    // Messages during a pause are not lost: the bank retries them.
    const late = next();
    await act(path, made, 'pause');
    const telling = bank.transfer(desk, [late]);
    await new Promise(resolve => setTimeout(resolve, 15));
    await act(path, made, 'resume');
    expect((await telling).map(({ status }) => status).at(-1)).toBe(200);
    expect(await linesOf(late.amount)).toHaveLength(1);
    await act(path, made, 'pause');
  }
});
