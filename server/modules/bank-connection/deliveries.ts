import type { bankConnection } from '@lobby/shared/modules/bank-connection.ts';
import { type Collection, db, newId } from '../../kit/database/database.ts';
import { open, seal } from '../../kit/privacy/personal.ts';
import type { Doc } from '../../kit/store/records.ts';

export type DeliveryResult = 'TAKEN' | 'KNOWN' | 'REFUSED' | 'UNAUTHORIZED' | 'INVALID';
interface Delivery {
  _id: string;
  projectId: string;
  connectionId: string;
  at: Date;
  result: DeliveryResult;
  reason: string | null;
  reference: string | null;
  amount: number | null;
  ms: number;
  /** Encrypted body; null for calls without a valid signature. */
  body: string | null;
}
const KEPT_S = 30 * 24 * 3600;
export const deliveryCollection: Collection = {
  name: 'bank-deliveries',
  indexes: [
    { key: { at: 1 }, options: { expireAfterSeconds: KEPT_S } },
    { key: { projectId: 1, connectionId: 1, at: -1 } },
  ],
};
const deliveries = () => db().collection<Delivery>(deliveryCollection.name);
const LETTERS = 'bank-deliveries';

export async function noteDelivery(
  { _id: connectionId, projectId }: Pick<Doc<typeof bankConnection>, '_id' | 'projectId'>,
  outcome: Pick<Delivery, 'at' | 'result' | 'reason' | 'reference' | 'amount' | 'ms'>,
  body: string | null,
): Promise<void> {
  await deliveries().insertOne({
    _id: newId(),
    projectId,
    connectionId,
    ...outcome,
    body: body === null ? null : seal(LETTERS, body),
  });
}

/** Calls of the last 30 days, newest first; of their content only reference and amount. */
export async function loadDeliveries(projectId: string, connectionId: string, result?: DeliveryResult) {
  const rows = await deliveries()
    .find({ projectId, connectionId, ...(result && { result }) }, { projection: { body: 0 } })
    .sort({ at: -1 })
    .limit(200)
    .maxTimeMS(5000)
    .toArray();
  return rows.map(({ _id: id, at, result: state, reason, reference, amount, ms }) => ({
    id,
    at: at.toISOString(),
    result: state,
    reason,
    reference,
    amount,
    ms,
  }));
}

/** Numbers of accepted and refused calls since a moment. */
export async function countsSince(projectId: string, connectionId: string, since: Date) {
  const recent = { projectId, connectionId, at: { $gte: since } };
  const [received, refused] = await Promise.all([
    deliveries().countDocuments({ ...recent, result: { $in: ['TAKEN', 'KNOWN'] } }),
    deliveries().countDocuments({ ...recent, result: { $nin: ['TAKEN', 'KNOWN'] } }),
  ]);
  return { received, refused };
}

/** A stored call for replaying; null if unknown or stored without its body. */
export async function deliveryBy(projectId: string, id: string) {
  const row = await deliveries().findOne({ _id: id, projectId });
  return row?.body ? { connectionId: row.connectionId, body: open(LETTERS, row.body) ?? '' } : null;
}
