import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { openHome } from '../attack/arena.ts';
import type { Caller, Row } from '../setup/caller.ts';
import { booksAt } from '../setup/money/books.ts';
import { rowsIn } from '../setup/records.ts';
import { makeSite, type Site, staySignedIn } from '../setup/world.ts';
import { fillHouse } from './large-house.ts';
import { now, sleep } from './machine.ts';
import { type Served, startServer } from './product.ts';
import type { Home, Stage } from './stage.ts';

/** A building of which months are billed. */
export interface BilledHouse {
  home: Home;
  server: Served;
  site: Site;
  serviceIds: string[];
  /** Has the bills of a month made and released, and waits for it; answers the seconds. */
  bill: (month: string) => Promise<number>;
  /** The bills of a month, as they are stored. */
  billsOf: (month: string) => Promise<Record<string, unknown>[]>;
  close: () => Promise<void>;
}

export async function openBilledHouse(
  stage: Stage,
  units: number,
  months: readonly string[],
  settings: Record<string, string> = {},
): Promise<BilledHouse> {
  const home = await openHome(stage);
  const server = await startServer(home, settings);
  const site = await makeSite(server.url, 'Billed');
  const signOut = staySignedIn([site.ann, site.ben]);
  const { serviceIds } = await fillHouse(site, await booksAt(site), units, months);
  const own = { projectId: site.id };
  const [runs, bills, entries] = [billRun, bill, journalEntry].map(one => rowsIn(collectionOf(one)));
  if (!runs || !bills || !entries) throw new Error('no collections');
  return {
    home,
    server,
    site,
    serviceIds,
    async bill(month) {
      const begun = now();
      const asked = await site.ann.post<Row>(billRun.path, { month, serviceIds, releaseAfter: true });
      const { id } = asked.data;
      if (asked.status >= 300) throw new Error(asked.text);
      while (!(await runs.findOne({ _id: id, released: true }, { projection: { _id: 1 } }))) await sleep(50);
      const seconds = (now() - begun) / 1000;
      const wanted = units * serviceIds.length;
      const released = await bills.countDocuments({ ...own, runId: id, status: 'ACTIVE' });
      const posted = await entries.countDocuments({ ...own, documentType: 'bill', month });
      if (released !== wanted || posted < wanted)
        throw new Error(`${wanted} bills were to be made: ${released} are released, ${posted} on the books`);
      return seconds;
    },
    billsOf: month => bills.find({ ...own, month, status: 'ACTIVE' }).toArray(),
    async close() {
      signOut();
      await server.stop();
      await home.close();
    },
  };
}

/** Builds and issues the notices of a month, and waits for the run where they are many. */
export async function buildNotices(who: Caller, month: string): Promise<void> {
  const begun = await who.post<Row>(`${feeNotice.path}/build`, { month, publish: true });
  if (begun.status >= 300) throw new Error(begun.text);
  if (begun.status !== 202) return;
  const isDone = async () => (await who.get<Row>(`${feeNotice.path}/build/${begun.data.id}`)).data.state !== 'RUNNING';
  while (!(await isDone())) await sleep(500);
}
