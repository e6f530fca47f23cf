import { fail } from '../../kit/base/errors.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';

/** Unique link of a voucher to one statement line. */
interface Link {
  /** Id of a receipt, payslip or fund transfer; a transfer has two links, its incoming one as `<id>:IN`. */
  _id: string;
  projectId: string;
  lineId: string;
}
export const linkCollection: Collection = {
  name: 'bank-statement-links',
  indexes: [{ key: { projectId: 1, lineId: 1 } }],
};
const links = () => db().collection<Link>(linkCollection.name);

/** Returns the ids of those vouchers that are already linked. */
export async function findLinked({ projectId }: { projectId: string }, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await links()
    .find({ projectId, _id: { $in: [...ids] } })
    .toArray();
  return new Set(rows.map(({ _id }) => _id));
}

/** Links a voucher within the matching transaction. Throws `LINE_ALREADY_LINKED` if another line has it. */
export async function linkVoucher(projectId: string, id: string, lineId: string, session: Session): Promise<void> {
  const before = await links().findOne({ _id: id, projectId }, { session });
  if (before) fail('LINE_ALREADY_LINKED');
  await links().insertOne({ _id: id, projectId, lineId }, { session });
}

export const unlinkVouchers = async (projectId: string, lineId: string, session: Session): Promise<void> =>
  void (await links().deleteMany({ projectId, lineId }, { session }));
