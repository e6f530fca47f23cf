import { addDays, dayOf } from '@lobby/shared/kit/dates.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { type Ctx, systemCtx } from '../../../kit/base/context.ts';
import { db } from '../../../kit/database/database.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { collectionOf } from '../../../kit/store/schema.ts';
import { loadProject, settingsOf } from '../../../platform/projects/projects.ts';
import { lineTo } from '../access.ts';
import { type Held, NoAnswer, Refused, type Voucher } from './protocol.ts';
import { loadSent, settleRows } from './settle.ts';

/** A field whose value differs in the accounting software. */
interface Difference {
  field: string;
  ours: string;
  theirs: string;
}
const AT_ONCE = 50;
const DAYS = 35;

const lineText = ({ account, debit, credit, customer, caseCode, fundCode, taxCode }: Voucher['lines'][number]) =>
  [account, debit || 0, credit || 0, customer ?? '', caseCode ?? '', fundCode ?? '', taxCode ?? ''].join(' · ');

/** Compares a sent voucher with the stored one; a missing voucher counts as one difference. */
export function differences(ours: Voucher, theirs: Held | undefined): Difference[] {
  if (!theirs) return [{ field: 'voucher', ours: ours.number, theirs: '' }];
  const faults: Difference[] = [];
  for (const field of ['amount', 'date', 'customer', 'number'] as const)
    if (String(ours[field] ?? '') !== String(theirs[field] ?? ''))
      faults.push({ field, ours: String(ours[field] ?? ''), theirs: String(theirs[field] ?? '') });
  const [mine, other] = [ours.lines.map(lineText), (theirs.lines ?? []).map(lineText)];
  for (let n = 0; n < Math.max(mine.length, other.length); n++)
    if (mine[n] !== other[n]) faults.push({ field: `lines.${n + 1}`, ours: mine[n] ?? '', theirs: other[n] ?? '' });
  return faults.slice(0, 50);
}

/** Whether the differences leave all amounts equal. */
export const sameAmounts = (all: Doc<typeof syncReceipt>['difference']): boolean =>
  all.every(({ field, ours, theirs }) => {
    if (field === 'amount' || field === 'voucher') return false;
    if (!field?.startsWith('lines.')) return true;
    const sides = (text: string | null) => text?.split(' · ').slice(1, 3).join();
    return sides(ours) === sides(theirs);
  });

/** Values of a row after comparing it with the accounting software. */
export function verificationOf(
  row: Doc<typeof syncReceipt>,
  sent: Voucher | undefined,
  held: Held | undefined,
  now: Date,
): Partial<Doc<typeof syncReceipt>> {
  if (!sent) return { verifiedAt: now };
  const difference = differences(sent, held);
  const status = difference.length > 0 ? 'OUT_OF_SYNC' : 'SYNCED';
  // A document changed since it was sent differs by definition; its status stays CHANGED.
  return { verifiedAt: now, difference, ...(row.status !== 'CHANGED' && { status }) };
}

/** Looks up sent vouchers in the accounting software, by key. */
export async function loadHeld(
  connection: Doc<typeof syncConnection>,
  sent: ReadonlyMap<string, Voucher>,
): Promise<Map<string, Held>> {
  const line = await lineTo(connection);
  const held = await line.lookUp([...sent.values()].map(({ key }) => key));
  return new Map(held.map(voucher => [voucher.key, voucher]));
}

async function verifyProject(ctx: Ctx, connection: Doc<typeof syncConnection>): Promise<number> {
  const { projectId, now } = ctx;
  const since = addDays(dayOf(now, ctx.project.timeZone), -DAYS);
  const rows = await records(syncReceipt).find(
    { projectId },
    {
      status: { $in: ['SUCCESS', 'SYNCED'] },
      documentKind: { $ne: 'CANCELLATION' },
      accountingDate: { $gte: since },
      cancelled: { $ne: true },
    },
    { sort: { accountingDate: 1 }, patience: 10_000 },
  );
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const ids = rows.slice(at, at + AT_ONCE).map(({ _id }) => _id);
    const sent = await loadSent(projectId, ids);
    const held = await loadHeld(connection, sent);
    await settleRows(ctx, ids, fresh => {
      const voucher = sent.get(fresh._id);
      return voucher && fresh.status !== 'NONE' && fresh.status !== 'PENDING'
        ? verificationOf(fresh, voucher, held.get(voucher.key), now)
        : null;
    });
  }
  return rows.length;
}

/** Verifies each night that sent vouchers still exist unchanged. */
export async function verifyAll(now: Date): Promise<number> {
  const active = { deletedAt: null, status: 'ACTIVE' as const, verifyNightly: true, testPassedAt: { $ne: null } };
  const all = await db().collection<Doc<typeof syncConnection>>(collectionOf(syncConnection)).find(active).toArray();
  return attemptEach(all, async connection => {
    const project = await loadProject(connection.projectId);
    if (!project) return 0;
    try {
      return await verifyProject(systemCtx(settingsOf(project), now), connection);
    } catch (error) {
      // Retried the next night.
      if (error instanceof NoAnswer || error instanceof Refused) return 0;
      throw error;
    }
  });
}
