import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { debtTracking } from '@lobby/shared/modules/debt-tracking.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { type Doc, records, type Where } from '../../kit/store/records.ts';
import { checkRefs } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';

const OWED = { status: 'ACTIVE', paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] } } as const;

/** Unpaid bills of a unit, optionally narrowed by a query. */
export const owedBy = (
  { projectId }: Ctx,
  unitId: string | null | undefined,
  query: Where<typeof bill> = {},
): Promise<Doc<typeof bill>[]> => records(bill).find({ projectId }, { unitId: unitId ?? '', ...OWED, ...query });

const UNIT = { unitId: { kind: 'ref', to: 'unit' } } as const;

/** Loads the named bills; each must belong to the unit and be unpaid. */
export async function needOwed(
  ctx: Ctx,
  unitId: string | null | undefined,
  billIds: readonly string[],
): Promise<Doc<typeof bill>[]> {
  await checkRefs(ctx, UNIT, { unitId });
  const rows = await records(bill).find(ctx, { _id: { $in: [...billIds] } });
  const byId = new Map(rows.map(doc => [doc._id, doc]));
  return billIds.map((id, n) => {
    const target = byId.get(id);
    const refuse = (code: string) => failFields({ [`billIds.${n}`]: { code } }, code);
    // Residents know published bills only.
    const isShown = ctx.kind !== 'resident' || target?.publication === 'PUBLISHED' || target?.publication === 'EDITED';
    if (!target) return refuse('REFERENCE_NOT_FOUND');
    if (target.unitId !== unitId || target.status === 'DRAFT' || !isShown) return refuse('BILL_NOT_EXISTING');
    if (target.status === 'CANCELLED') return refuse('BILL_CANCELLED');
    return target.remaining > 0 ? target : refuse('BILL_ALREADY_PAID');
  });
}

/** Updates fields of bills without a version check, so that concurrent payments do not conflict. */
export const markBills = (bills: readonly Doc<typeof bill>[], set: Partial<Doc<typeof bill>>): Change[] =>
  bills.map(doc => ({ definition: bill, action: 'update', update: { doc, set, keepVersion: true } }));

/** Common fields of promises, disputes, plans and write-offs. */
interface Agreement {
  _id: string;
  code: string | null;
  unitId: string;
  makerId: string | null;
}

const subject = ({ _id: id, code }: Pick<Agreement, '_id' | 'code'>) => ({
  module: debtTracking.code,
  id,
  title: code ?? '',
});

export const notifyUnit = (
  ctx: Ctx,
  kind: NotificationType,
  doc: Omit<Agreement, 'makerId'>,
  session: Session,
): Promise<void> => notify(ctx, toUnit(doc.unitId), kind, subject(doc), session);

/** Notifies the maker: a staff member, or all residents of the unit. */
export const notifyMaker = (ctx: Ctx, kind: NotificationType, doc: Agreement, session: Session): Promise<void> =>
  doc.makerId ? notify(ctx, toStaff([doc.makerId]), kind, subject(doc), session) : notifyUnit(ctx, kind, doc, session);

/** Notifies staff with the permission. */
export async function notifyStaff(
  ctx: Ctx,
  kind: NotificationType,
  doc: Pick<Agreement, '_id' | 'code'>,
  flag: 'write' | 'approve',
  session: Session,
): Promise<void> {
  const staff = await loadReaders(ctx.projectId, debtTracking.code, flag);
  await notify(ctx, toStaff(staff), kind, subject(doc), session);
}
