import { type Db, MongoClient } from 'mongodb';
import { openBilledHouse } from './billed-house.ts';
import { boundLine, type Figure, type InTurn, PATIENCE_MS, ratioLine } from './figure.ts';
import { now, quietMoment } from './machine.ts';
import { median, shown } from './statistics.ts';

const MONTHS = ['2026-08', '2026-09', '2026-10'];
const DURABLE = { w: 'majority', j: true } as const;
const BATCH = 1000;
/** The indexes that bills cannot be without. */
const INDEXES = [
  { key: { projectId: 1, unitId: 1, serviceId: 1, month: 1 }, unique: true },
  { key: { projectId: 1, status: 1, paymentState: 1, createdAt: -1 } },
  { key: { projectId: 1, code: 1 }, unique: true },
] as const;

/** The bills of a month, from nothing to released and on the books, beside the bare driver that stores the same bills. */
export const s6: Figure = {
  id: 's6',
  title: 'A billing run, from draft to stored and released, with its entries in the books',
  async run(stage, quick) {
    const units = quick ? 400 : 5000;
    const client = await MongoClient.connect(stage.database('bare-bills'), { writeConcern: DURABLE });
    const taken: InTurn<number> = { baseline: [], product: [] };
    const house = await openBilledHouse(stage, units, MONTHS);
    for (const month of quick ? MONTHS.slice(0, 1) : MONTHS) {
      if (!quick) await quietMoment(PATIENCE_MS);
      taken.product.push(await house.bill(month));
      taken.baseline.push(await storeBare(client.db(), await house.billsOf(month)));
    }
    await house.close();
    await client.close();
    const ours = median(taken.product);
    const lines = [ratioLine(`${shown(units)} units x 4 services`, taken, { unit: 's', most: 6 })];
    if (quick) return lines;
    const large = await openBilledHouse(stage, units * 10, MONTHS.slice(0, 1));
    const seconds = await large.bill(String(MONTHS[0]));
    await large.close();
    const what = `${shown(units * 10)} units x 4 services in ${shown(seconds)} s, against ${shown(units)}`;
    return [...lines, boundLine(what, seconds / ours, 12, { unit: 'times as long' })];
  },
};

/** Stores bills by the driver alone; answers the seconds. */
async function storeBare(db: Db, bills: readonly Record<string, unknown>[]): Promise<number> {
  await db.dropDatabase();
  const stored = await db.createCollection('bills');
  await stored.createIndexes(INDEXES.map(index => ({ ...index })));
  const begun = now();
  for (let from = 0; from < bills.length; from += BATCH)
    await stored.insertMany(bills.slice(from, from + BATCH), { ordered: false });
  return (now() - begun) / 1000;
}
