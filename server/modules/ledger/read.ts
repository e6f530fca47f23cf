import type { Definition } from '@lobby/shared/kit/definition.ts';
import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import { type DocumentType, journalEntry } from '@lobby/shared/modules/ledger.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import { client, db, type Session } from '../../kit/database/database.ts';
import { type EventRow, eventCollection } from '../../kit/store/events.ts';
import { type Doc, records, type Where } from '../../kit/store/records.ts';

/** The definitions behind the documents of money. */
export const DOCUMENTS = {
  bill,
  receipt,
  payslip,
  'account-movement': accountMovement,
  deposit,
  'fund-transfer': fundTransfer,
  fund,
  'utility-booking': utilityBooking,
  'write-off': writeOff,
} as const satisfies Readonly<Record<DocumentType, Definition>>;

export type Entry = Doc<typeof journalEntry>;

/** Reads a project as it was at one moment, whatever is posted meanwhile. */
export async function atOneMoment<T>(read: (session: Session) => Promise<T>): Promise<T> {
  const session = client().startSession({ snapshot: true });
  try {
    return await read(session);
  } finally {
    await session.endSession();
  }
}

/** What the database may take for all records of a project, ms. */
const PATIENCE_MS = 120_000;

/** The records of a project one after another, as the session sees them. */
export const docsOf = <const D extends Definition>(
  definition: D,
  { projectId, ...where }: { projectId: string } & Where<D>,
  session: Session,
): AsyncIterable<Doc<D>> =>
  records<D>(definition)
    .in(session)
    .each({ projectId }, where as Where<D>, { patience: PATIENCE_MS }) as AsyncIterable<Doc<D>>;

/** The entries of a project in the order in which they were written: of two on one unit the later one waited for the first. */
export async function loadEntries(projectId: string, session: Session): Promise<Entry[]> {
  const order = new Map<string, bigint>();
  const rows = db()
    .collection<EventRow>(eventCollection.name)
    .find(
      { projectId, entity: journalEntry.name, module: journalEntry.code },
      { projection: { entityId: 1, ts: 1 }, session },
    );
  for await (const { entityId, ts } of rows) if (entityId) order.set(entityId, ts.toBigInt());
  const entries: Entry[] = [];
  for await (const entry of docsOf(journalEntry, { projectId }, session)) entries.push(entry);
  const at = ({ _id }: Entry) => order.get(_id) ?? 0n;
  const byNumber = (a: Entry, b: Entry) => (a.no ?? 0) - (b.no ?? 0);
  return entries.sort((a, b) => (at(a) === at(b) ? byNumber(a, b) : at(a) < at(b) ? -1 : 1));
}

/** The ids that lines of a project may name. */
export async function ownIds(projectId: string, session: Session): Promise<Set<string>> {
  const own = new Set<string>();
  const options = { only: [], patience: PATIENCE_MS };
  // Entries may name what was removed since.
  for (const definition of [unit, service, fund])
    for await (const { _id } of records<Definition>(definition)
      .withRemoved()
      .in(session)
      .each({ projectId }, {}, options))
      own.add(String(_id));
  return own;
}
