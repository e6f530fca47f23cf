import { debtDispute } from '@lobby/shared/modules/debt-tracking.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { text as say } from '../../kit/base/messages.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import type { Route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { create } from '../../kit/records/records.ts';
import type { ActionsOf, BehaviourOf, RuleOf } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { paymentSettings } from '../../platform/payments/settings.ts';
import { ticketBehaviour } from '../ticket/index.ts';
import { markBills, needOwed, notifyStaff, notifyUnit, owedBy } from './common.ts';

/** Refuses a second open dispute of a bill; concurrent writes are serialised. */
async function assertOnlyDispute(
  { projectId }: Ctx,
  { unitId, billIds, _id }: Doc<typeof debtDispute>,
  session: Session,
): Promise<void> {
  await serializeBy(`dispute ${unitId}`, session);
  const open = await records(debtDispute)
    .in(session)
    .first({ projectId }, { status: 'OPEN', billIds: { $in: billIds }, _id: { $ne: _id } });
  if (open) fail('DISPUTE_OPEN', { code: open.code });
}

export const disputeBehaviour = {
  async check(ctx, { kind, values }) {
    if (kind !== 'create') return values;
    const billIds = [...new Set(values.billIds)];
    await needOwed(ctx, values.unitId, billIds);
    const byId = ctx.kind === 'resident' ? ctx.residentId : null;
    return { ...values, billIds, openedOn: todayOf(ctx), byId, makerId: ctx.employeeId };
  },
  changes: async (ctx, { kind, doc }) =>
    kind === 'create' ? markBills(await needOwed(ctx, doc.unitId, doc.billIds), { disputed: true }) : [],
  async inTransaction(ctx, session, { kind, doc }) {
    if (kind !== 'create') return;
    await assertOnlyDispute(ctx, doc, session);
    await notifyStaff(ctx, 'DEBT_DISPUTE_OPENED', doc, 'approve', session);
  },
} satisfies BehaviourOf<typeof debtDispute>;

/** Closes a dispute and releases its bills. */
const closed =
  (
    kind: 'DEBT_DISPUTE_UPHELD' | 'DEBT_DISPUTE_REJECTED' | null,
  ): RuleOf<
    typeof debtDispute,
    { decision?: string | null; chargeInterest?: boolean | null; reason?: string | null }
  > =>
  async (ctx, doc, { decision, chargeInterest }) => {
    // Residents can withdraw only disputes opened by residents.
    if (ctx.kind === 'resident' && !doc.byId) fail('EMPLOYEE_NOT_HAVE_PERMISSION');
    const bills = await owedBy(ctx, doc.unitId, { _id: { $in: doc.billIds } });
    return {
      set: {
        closedOn: todayOf(ctx),
        ...(kind && { decision }),
        ...(kind === 'DEBT_DISPUTE_REJECTED' && { chargeInterest: chargeInterest === true }),
      },
      with: markBills(bills, { disputed: false }),
      ...(kind && { also: (session: Session) => notifyUnit(ctx, kind, doc, session) }),
    };
  };

export const disputeActs = {
  uphold: closed('DEBT_DISPUTE_UPHELD'),
  reject: closed('DEBT_DISPUTE_REJECTED'),
  withdraw: closed(null),
} satisfies ActionsOf<typeof debtDispute>;

/** The ticket type for fees, recognised by its receipt icon. */
async function feeType({ projectId }: Ctx): Promise<string | null> {
  const types = await records(ticketType).find({ projectId }, { active: true }, { sort: { order: 1, _id: 1 } });
  return types.find(({ icon }) => icon === 'receipt')?._id ?? null;
}

/** Also creates a ticket for a resident's dispute if the project's settings say so; both are closed independently. */
async function withTicket(ctx: Ctx, made: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (ctx.kind !== 'resident' || !(await paymentSettings(ctx.projectId)).disputeMakesTicket) return made;
  const typeId = await feeType(ctx);
  if (!typeId) return made;
  const fresh = { ...ctx, once: null };
  const doc = await load(fresh, debtDispute, String(made.id));
  const title = `${say(ctx, 'debt-dispute.name')} ${made.code}`;
  const values = { title, content: doc.reason, typeId, unitId: ctx.unitId, residentId: ctx.residentId };
  const { id: ticketId } = await create(fresh, ticket, values, ticketBehaviour);
  await save(fresh, [
    { definition: debtDispute, action: 'update', update: { doc, set: { ticketId }, keepVersion: true } },
  ]);
  return { ...made, ticketId };
}

/** Wraps the create route of disputes to create the ticket too. */
export function makingTicket(route: Route): Route {
  if (route.method !== 'post' || route.path !== debtDispute.path) return route;
  const { run } = route;
  return { ...route, run: async (ctx, input) => withTicket(ctx, (await run(ctx, input)) as Record<string, unknown>) };
}
