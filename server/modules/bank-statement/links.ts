import { fail } from '../../kit/base/errors.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';

/** A voucher that a line of a statement is: no second line is it too. */
interface Link {
  /** The id of a receipt, payslip or transfer of funds; a transfer leaves one account and comes into another: `<id>:IN`. */
  _id: string;
  projectId: string;
  lineId: string;
}
export const linkCollection: Collection = {
  name: 'bank-statement-links',
  indexes: [{ key: { projectId: 1, lineId: 1 } }],
};
const links = () => db().collection<Link>(linkCollection.name);

/** Those of these vouchers that a line is already. */
export async function findLinked({ projectId }: { projectId: string }, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await links()
    .find({ projectId, _id: { $in: [...ids] } })
    .toArray();
  return new Set(found.map(({ _id }) => _id));
}

/** Says that a line is a voucher, in the transaction that matches it. Throws `LINE_ALREADY_LINKED` where another line is. */
export async function linkVoucher(projectId: string, id: string, lineId: string, session: Session): Promise<void> {
  const before = await links().findOne({ _id: id, projectId }, { session });
  if (before) fail('LINE_ALREADY_LINKED');
  await links().insertOne({ _id: id, projectId, lineId }, { session });
}

/** Takes back what a line was. */
export const unlinkVouchers = async (projectId: string, lineId: string, session: Session): Promise<void> =>
  void (await links().deleteMany({ projectId, lineId }, { session }));
