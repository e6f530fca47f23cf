import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { paymentClaim } from '@lobby/shared/modules/payment-claim.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Rule } from '../../kit/records/act.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { readersOf } from '../../platform/auth/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { paymentSettings } from '../../platform/payments/settings.ts';
import { fundFor } from '../ledger/index.ts';
import { taken } from './take.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);
const FREE = { once: null, 'uniq.once': null };
/** Notices that residents were told of. */
const TOLD = ['PUBLISHED', 'SENT'];

const tell = (ctx: Ctx, doc: Stored, kind: NotificationType, session: Session, staff?: readonly string[]) =>
  notify(
    ctx,
    staff ? toStaff(staff) : toUnit(doc.unitId),
    kind,
    { module: paymentClaim.code, id: doc._id, title: String(doc.noticeCode) },
    session,
  );

/** What a household says to have paid is of a notice of its own, one at a time, and only where the building takes such words. */
export const claimBehaviour: Behaviour = {
  async check(ctx, { kind, values }) {
    if (kind !== 'create') return values;
    if (!(await paymentSettings(ctx.projectId)).claimImages) fail('FORBIDDEN');
    const notice = await modelOf(feeNotice)
      .findOne({ projectId: ctx.projectId, _id: values.noticeId, deletedAt: null, unitId: values.unitId })
      .lean<Stored>();
    if (!notice || (ctx.kind === 'resident' && !TOLD.includes(String(notice.status))))
      failFields({ noticeId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
    const waiting = await modelOf(paymentClaim)
      .findOne({ projectId: ctx.projectId, noticeId: values.noticeId, status: 'WAITING', deletedAt: null })
      .lean<Stored>();
    if (waiting) fail('CLAIM_WAITING');
    return { ...values, noticeCode: notice?.code ?? null, once: values.noticeId, byId: ctx.residentId };
  },
  async inTransaction(ctx, session, { kind, doc }) {
    if (kind !== 'create') return;
    const staff = await readersOf(ctx.projectId, paymentClaim.code, 'write');
    await tell(ctx, doc, 'PAYMENT_CLAIM_MADE', session, staff);
  },
};

/** The receipt that has paid it already: of the same unit, and valid. */
async function paidBy(ctx: Ctx, doc: Stored, id: string): Promise<string> {
  const found = await modelOf(receipt)
    .findOne({ projectId: ctx.projectId, _id: id, unitId: doc.unitId, status: 'NOT_CANCELED', deletedAt: null })
    .lean<Stored>();
  if (!found) failFields({ receiptId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  return id;
}

const confirm: Rule = async (ctx, doc, input) => {
  const also = (session: Session) => tell(ctx, doc, 'PAYMENT_CLAIM_CONFIRMED', session);
  const known = text(input.receiptId);
  if (known) return { set: { receiptId: await paidBy(ctx, doc, known), ...FREE }, also };
  const amount = Number(input.amount ?? doc.amount);
  const methodId = text(input.methodId);
  const fundId = text(input.fundId) ?? (methodId ? undefined : ((await fundFor(ctx, 'TRANSFER')) ?? undefined));
  const made = await taken(
    ctx,
    {
      ...{ unitId: String(doc.unitId), amount },
      methods: [{ amount, ...(methodId ? { methodId } : { kind: 'TRANSFER' as const }), ...(fundId && { fundId }) }],
      ...(input.surplusTo === 'UNIT_ACCOUNT' && { surplusTo: 'UNIT_ACCOUNT' as const }),
      ...(text(input.accountingDate) && { accountingDate: String(input.accountingDate) }),
    },
    'COUNTER',
  );
  return { set: { receiptId: made.doc._id, ...FREE }, with: made.changes, also };
};

const reject: Rule = (ctx, doc) => ({
  set: FREE,
  also: session => tell(ctx, doc, 'PAYMENT_CLAIM_REJECTED', session),
});

export const claimActs = { confirm, reject, withdraw: () => ({ set: FREE }) };
