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
import { client, db, type Session } from '../../../kit/database/database.ts';
import { type EventRow, eventCollection } from '../../../kit/store/events.ts';
import { type Doc, records, type Where } from '../../../kit/store/records.ts';

/** Definitions of documents with entries. */
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

/** Reads within a snapshot session, unaffected by concurrent postings. */
export async function atOneMoment<T>(read: (session: Session) => Promise<T>): Promise<T> {
  const session = client().startSession({ snapshot: true });
  try {
    return await read(session);
  } finally {
    await session.endSession();
  }
}

/** Time limit for reading all records of a project, in ms. */
const PATIENCE_MS = 120_000;

/** Iterates over the records of a project within the session. */
export const docsOf = <const D extends Definition>(
  definition: D,
  { projectId, ...where }: { projectId: string } & Where<D>,
  session: Session,
): AsyncIterable<Doc<D>> =>
  records<D>(definition)
    .in(session)
    .each({ projectId }, where as Where<D>, { patience: PATIENCE_MS }) as AsyncIterable<Doc<D>>;

/** Entries of a project in order of posting, taken from the event log; postings on the same unit are serialised. */
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

/** Ids that lines of the project may reference. */
export async function ownIds(projectId: string, session: Session): Promise<Set<string>> {
  const ids = new Set<string>();
  const options = { only: [], patience: PATIENCE_MS };
  // Includes removed records, which older entries may reference.
  for (const definition of [unit, service, fund])
    for await (const { _id } of records<Definition>(definition)
      .withRemoved()
      .in(session)
      .each({ projectId }, {}, options))
      ids.add(_id);
  return ids;
}
