import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { checkBooks } from '@lobby/server/modules/ledger/index.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { buildNotices } from '../load/billed-house.ts';
import { boundLine, type Figure, type Line } from '../load/figure.ts';
import { fillHouse, mailOf, moveIn } from '../load/large-house.ts';
import { until } from '../setup/client/socket-client.ts';
import { mailsIn } from '../setup/mail/mailbox.ts';
import { booksAt, MONTH, NOTICE_MONTH } from '../setup/money/books.ts';
import { rowsIn } from '../setup/records.ts';
import { lapseJobs, whileJobsRun } from './hurry.ts';
import { brokenRules, openPair, type Pair } from './pair.ts';

const AT_ONCE = 10;
/** How far the work is when everybody at it is killed. */
const KILLED_AT = 0.37;
/** The jobs that make bills, send notices, and let mails out. */
const JOBS = ['bill runs', 'sendings of notices', 'mails'];
const PATIENCE_MS = 30 * 60_000;

/** Bills of a month made and sent by ten at once, each server killed in the middle: every home has each bill once, and one mail. */
export const f10: Figure = {
  id: 'f10',
  title: `A billing run and its mails, ${AT_ONCE} begun at once, both servers killed at ${KILLED_AT * 100} %`,
  async run(stage, quick) {
    const count = quick ? 500 : 2000;
    const pair = await openPair(stage, 'Killed');
    const { site, at } = pair;
    const house = await fillHouse(site, await booksAt(site), count, [MONTH]);
    const mailed = quick ? 50 : 1000;
    await moveIn(site.ann, mailed);
    const lines = await billsOnce(pair, quick ? house.serviceIds.slice(0, 2) : house.serviceIds, count);
    lines.push(brokenRules(await checkBooks(site.id)));

    // Templates and account that notices of these bills need.
    await at(0).post(`${template.path}/built-in`, {});
    await at(0).create(bankAccount.path, {
      bankBin: '970436',
      accountNumber: '1018000018',
      accountName: 'BAN QUAN LY',
    });
    await buildNotices(at(0), NOTICE_MONTH);
    lines.push(...(await mailsOnce(pair, mailed)));
    await pair.close();
    return lines;
  },
};

/** Waits until so much of all is there, kills everybody at it, and has others go on; answers how much there was. */
async function killInTheMiddle({ killBoth }: Pair, all: number, count: () => Promise<number>): Promise<number> {
  await until(async () => (await count()) >= all * KILLED_AT, { ms: PATIENCE_MS });
  await killBoth();
  const there = await count();
  await lapseJobs(JOBS);
  return there;
}

/** Has ten begin the bills of a month: half of them for all services, the others for some. */
async function billsOnce(pair: Pair, serviceIds: readonly string[], units: number): Promise<Line[]> {
  const { site, at } = pair;
  const own = { projectId: site.id };
  const wishes = Array.from({ length: AT_ONCE }, (_, n) => ({
    month: MONTH,
    serviceIds: n % 2 ? serviceIds : serviceIds.filter((_id, m) => m === (n / 2) % serviceIds.length),
    releaseAfter: true,
  }));
  const begun = await Promise.all(wishes.map((wish, n) => at(n).post(billRun.path, wish)));
  for (const { status, text } of begun) if (status >= 300) throw new Error(text);
  const [bills, runs] = [rowsIn(collectionOf(bill)), rowsIn(collectionOf(billRun))];
  const all = units * serviceIds.length;
  const killedAt = await killInTheMiddle(pair, all, () => bills.countDocuments(own));
  const open = { ...own, $or: [{ status: { $ne: 'DONE' } }, { released: { $ne: true } }] };
  await whileJobsRun(JOBS, async () => (await runs.countDocuments(open)) === 0, PATIENCE_MS);
  const billed = await timesEach(bills, { ...own, status: 'ACTIVE' }, ['unitId', 'serviceId', 'month']);
  const posted = await timesEach(rowsIn(collectionOf(journalEntry)), { ...own, documentType: 'bill' }, ['documentId']);
  const of = `of ${all} bills, ${killedAt} made when both were killed`;
  return [
    boundLine(`${of}: homes without a released bill of a service`, all - billed.length, 0, { unit: 'bills' }),
    boundLine(`${of}: billed twice`, billed.filter(isMany).length, 0, { unit: 'bills' }),
    boundLine('on the books not once', all - posted.length + posted.filter(isMany).length, 0, { unit: 'bills' }),
  ];
}

/** Has ten send the notices of a month by mail. */
async function mailsOnce(pair: Pair, households: number): Promise<Line[]> {
  const { site, at, dir } = pair;
  const wish = { isAll: true, channels: ['EMAIL'] };
  const begun = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) => at(n).post(`${feeNotice.path}/send`, wish)),
  );
  for (const { status, text } of begun) if (status >= 300) throw new Error(text);
  const told = () => mailsIn(dir).filter(({ files = [] }) => files.length > 0);
  const killedAt = await killInTheMiddle(pair, households, async () => told().length);
  const open = { projectId: site.id, status: { $nin: ['COMPLETED', 'FAILED'] } };
  const runs = rowsIn(collectionOf(noticeRun));
  await whileJobsRun(JOBS, async () => (await runs.countDocuments(open)) === 0, PATIENCE_MS);
  const times = Map.groupBy(told(), ({ to }) => to);
  const homes = Array.from({ length: households }, (_, n) => times.get(mailOf(n))?.length ?? 0);
  const of = `of ${households} households, ${killedAt} told when both were killed`;
  return [
    boundLine(`${of}: without a mail`, homes.filter(count => count === 0).length, 0, { unit: 'households' }),
    boundLine(`${of}: with several`, homes.filter(count => count > 1).length, 0, { unit: 'households' }),
  ];
}

const isMany = (times: number) => times > 1;

/** How often each value of some fields together is there. */
async function timesEach(rows: ReturnType<typeof rowsIn>, query: object, names: readonly string[]): Promise<number[]> {
  const key = Object.fromEntries(names.map(name => [name, `$${name}`]));
  const found = rows.aggregate<{ times: number }>([{ $match: query }, { $group: { _id: key, times: { $sum: 1 } } }]);
  return (await found.toArray()).map(({ times }) => times);
}
