import { fail } from '../../kit/base/errors.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';

/** What is invoiced already: a bill stands in one invoice that lives, by the key of this collection. */
interface Claim {
  _id: string;
  projectId: string;
  invoiceId: string;
}
export const invoiceClaimCollection: Collection = {
  name: 'invoice-claims',
  indexes: [{ key: { projectId: 1, invoiceId: 1 } }],
};
const claims = () => db().collection<Claim>(invoiceClaimCollection.name);

/** Claims bills for an invoice; another that has one of them makes this fail by its key. */
export async function claimBills(projectId: string, invoiceId: string, billIds: readonly string[], session: Session) {
  if (billIds.length > 0)
    await claims().insertMany(
      billIds.map(_id => ({ _id, projectId, invoiceId })),
      { session },
    );
}
export const freeBills = async (projectId: string, invoiceId: string, session: Session): Promise<void> =>
  void (await claims().deleteMany({ projectId, invoiceId }, { session }));

/** Gives the bills of one invoice to the one that replaces it. */
export const moveClaims = async (projectId: string, from: string, to: string, session: Session): Promise<void> =>
  void (await claims().updateMany({ projectId, invoiceId: from }, { $set: { invoiceId: to } }, { session }));

/** Those of these bills that an invoice has, each with the invoice. */
export async function claimed(projectId: string, billIds: readonly string[]): Promise<Map<string, string>> {
  const found = await claims()
    .find({ projectId, _id: { $in: [...billIds] } })
    .toArray();
  return new Map(found.map(one => [one._id, one.invoiceId]));
}

/** Refuses to change or take back a bill that an invoice stands on: it is adjusted instead. */
export async function refuseInvoiced(projectId: string, billId: string): Promise<void> {
  if ((await claimed(projectId, [billId])).size > 0) fail('BILL_INVOICED');
}
