import { postJob } from '@lobby/server/modules/bank-statement/module.ts';
import { WRITTEN } from '@lobby/shared/billing/statement/write.ts';
import { bankStatement } from '@lobby/shared/modules/bank-statement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { booksAt } from '../setup/money/books.ts';
import { rowsIn } from '../setup/records.ts';
import { until } from '../setup/server/listener.ts';
import { startAlone, startServer } from '../setup/server/server.ts';
import { today } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const LINES = 5000;
const PAYING = 400;
const NUMBER = '1018000888';

// F10: a server killed during a long statement leaves nothing incomplete or duplicated.
it('takes 5,000 lines in once, though its server is killed twice on the way', { timeout: 900_000 }, async () => {
  const server = await startServer();
  const site = await makeSite(server.url, 'Killed');
  const { ann } = site;
  const { make, read, released, agree } = await booksAt(site);
  const account = await make(bankAccount.path, { bankBin: '970436', accountNumber: NUMBER, accountName: 'BQL' });
  const own = await make(fund.path, { name: 'Bank', code: 'NH', kind: 'BANK', bankAccountId: account.id });
  const due = await released(1_000_000);
  const movements = Array.from({ length: LINES }, (_, at) => ({
    day: today(),
    direction: 'IN' as const,
    amount: 10_000 + at,
    content: at < PAYING ? `phi ${due.code} lan ${at}` : `khach ${at}`,
    reference: `FT26331K${String(at).padStart(6, '0')}`,
  }));
  const body = Buffer.from(WRITTEN.CSV({ account: NUMBER, opening: 0, movements }));
  const send = (who: typeof ann | ReturnType<typeof ann.at>) =>
    who.post<Row>(`${bankStatement.path}?bankAccountId=${account.id}`, formOf([{ name: 's.csv', body }]));
  const of = { projectId: site.id };
  const receipts = () => rowsIn('receipts').countDocuments(of);
  const lines = () => rowsIn('bank-statement-lines').countDocuments(of);

  // Once at the start of storing, once during the posting of receipts.
  const begun: (() => Promise<boolean>)[] = [
    async () => (await rowsIn('bank-statements').countDocuments(of)) > 0,
    async () => (await receipts()) > 20,
  ];
  for (const come of begun) {
    const second = await startAlone(server);
    const sending = send(ann.at(second.url)).catch(() => null);
    await until(come);
    second.kill();
    await sending;
    expect([0, LINES]).toContain(await lines());
  }
  const last = await send(ann);
  expect(last.status, last.text).toBe(201);
  expect(last.data).toMatchObject({ lines: LINES, conflicts: 0, unreadable: 0 });
  await until(async () => {
    await postJob.run(new Date(Date.now() + 60_000));
    return (await receipts()) >= PAYING;
  });

  expect(await lines()).toBe(LINES);
  const keys = await rowsIn('bank-statement-lines').distinct('movementKey', of);
  expect(keys.length).toBe(LINES);
  expect(await receipts()).toBe(PAYING);
  const sum = movements.slice(0, PAYING).reduce((total, { amount }) => total + amount, 0);
  expect((await ann.get<Row>(`${fund.path}/${own.id}/balance`)).data.balance).toBe(sum);
  expect(await read(bill.path, due.id)).toMatchObject({ remaining: 0 });
  await agree();
});
