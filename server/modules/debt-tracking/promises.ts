import { addDays } from '@lobby/shared/kit/dates.ts';
import type { bill } from '@lobby/shared/modules/bill.ts';
import { debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import type { ActionsOf, BehaviourOf, EffectOf, RuleOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { markBills, notifyMaker, notifyStaff, owedBy } from './common.ts';

/** Latest promised date, in days from today. */
const MOST_DAYS = 60;

/** Bills of a promise: those of its notices, else all unpaid ones of the unit. */
type PromiseValues = Values<typeof debtPromise>;
const loadBills = (
  ctx: Ctx,
  { unitId, noticeIds }: Pick<PromiseValues, 'unitId' | 'noticeIds'>,
): Promise<Doc<typeof bill>[]> => owedBy(ctx, unitId, noticeIds?.length ? { noticeId: { $in: noticeIds } } : {});

async function completed(ctx: Ctx, values: PromiseValues): Promise<PromiseValues> {
  const [day, today] = [values.promisedOn ?? '', todayOf(ctx)];
  if (day < today || day > addDays(today, MOST_DAYS))
    failFields({ promisedOn: { code: 'PROMISE_DATE_INVALID', params: { max: MOST_DAYS } } }, 'PROMISE_DATE_INVALID');
  const owed = (await loadBills(ctx, values)).reduce((sum, { remaining }) => sum + remaining, 0);
  if (owed === 0) failFields({ unitId: { code: 'NOTHING_OWED' } }, 'NOTHING_OWED');
  const by = ctx.kind === 'resident' ? { byId: ctx.residentId, byName: null, how: 'APP' as const } : {};
  return { ...values, ...by, amount: values.amount ?? owed, makerId: ctx.employeeId };
}

/** Refuses a second open promise of a unit; concurrent writes are serialised. */
async function assertOnlyPromise(
  { projectId }: Ctx,
  { unitId, _id }: Doc<typeof debtPromise>,
  session: Session,
): Promise<void> {
  await serializeBy(`promise ${unitId}`, session);
  const other = { projectId, unitId, deletedAt: null, status: 'OPEN', _id: { $ne: _id } } as const;
  const open = await records(debtPromise).in(session).first({ projectId }, other);
  if (open) fail('PROMISE_OPEN', { code: open.code, day: open.promisedOn });
}

export const promiseBehaviour = {
  check: async (ctx, { kind, values }) => (kind === 'create' ? completed(ctx, values) : values),
  changes: async (ctx, { kind, doc }) =>
    kind === 'create' ? markBills(await loadBills(ctx, doc), { promisedOn: doc.promisedOn }) : [],
  async inTransaction(ctx, session, { kind, doc }) {
    if (kind !== 'create') return;
    await assertOnlyPromise(ctx, doc, session);
    await notifyStaff(ctx, 'DEBT_PROMISE_MADE', doc, 'write', session);
  },
} satisfies BehaviourOf<typeof debtPromise>;

/** Ends a promise and clears its date from the bills. */
async function over(ctx: Ctx, doc: Doc<typeof debtPromise>): Promise<EffectOf<typeof debtPromise>> {
  const bills = (await loadBills(ctx, doc)).filter(({ promisedOn }) => promisedOn === doc.promisedOn);
  return { set: { endedOn: todayOf(ctx) }, with: markBills(bills, { promisedOn: null }) };
}

export const promiseActs = { cancel: over } satisfies ActionsOf<typeof debtPromise>;

/** Marks a promise as broken, as too little was paid by its date. */
export const breakPromise: RuleOf<typeof debtPromise> = async (ctx, doc) => ({
  ...(await over(ctx, doc)),
  also: session => notifyMaker(ctx, 'DEBT_PROMISE_BROKEN', doc, session),
});

/** Marks a promise as kept, or reopens it after a receipt was cancelled, by the amount received. */
export async function promiseAfter(ctx: Ctx, doc: Doc<typeof debtPromise>, received: number): Promise<Change[]> {
  const enough = received >= (doc.amount ?? 0);
  if (doc.status === 'OPEN' && enough) {
    const { set, with: changes = [] } = await over(ctx, doc);
    const update = { doc, set: { ...set, received, status: 'KEPT' } };
    return [{ definition: debtPromise, action: 'keep', update }, ...changes];
  }
  if (doc.status === 'KEPT' && !enough) {
    if (await records(debtPromise).exists(ctx, { unitId: doc.unitId, status: 'OPEN' })) return [];
    const update = { doc, set: { received, status: 'OPEN', endedOn: null } };
    const bills = markBills(await loadBills(ctx, doc), { promisedOn: doc.promisedOn });
    return [{ definition: debtPromise, action: 'reopen', update }, ...bills];
  }
  if (received === doc.received) return [];
  return [{ definition: debtPromise, action: 'update', update: { doc, set: { received } } }];
}
