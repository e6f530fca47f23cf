import { addDays, addMonths } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import {
  equalParts,
  FEWEST_PARTS,
  filledParts,
  instalmentPlan,
  type PlanPart,
} from '@lobby/shared/modules/instalment-plan.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { checkFiles, claimFiles } from '../../kit/files/files.ts';
import type { Action, ActionsOf, BehaviourOf, EffectOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { paymentSettings } from '../../platform/payments/settings.ts';
import { needOwed, notifyMaker, notifyStaff, notifyUnit } from './common.ts';

type PartTerms = Pick<PlanPart, 'dueOn' | 'amount'>;
export const partsOf = ({ parts }: Pick<Doc<typeof instalmentPlan>, 'parts'>): PlanPart[] =>
  parts.map(({ n, dueOn, amount, paid, status }, at) => ({
    n: n ?? at + 1,
    dueOn,
    amount,
    paid: paid ?? 0,
    status: status ?? 'OPEN',
  }));

/** Requires parts that add up to the total, in ascending order of dates. */
function assertParts(parts: readonly PartTerms[], total: number, from: string): void {
  if (parts.length < FEWEST_PARTS)
    failFields({ parts: { code: 'PLAN_SUM_INVALID', params: { total } } }, 'PLAN_SUM_INVALID');
  for (const [n, { dueOn }] of parts.entries())
    if (dueOn < from || (n > 0 && dueOn <= (parts[n - 1]?.dueOn ?? '')))
      failFields({ [`parts.${n}.dueOn`]: { code: 'PLAN_DATES_INVALID' } }, 'PLAN_DATES_INVALID');
  const sum = parts.reduce((all, { amount }) => all + amount, 0);
  if (sum !== total)
    failFields(
      { [`parts.${parts.length - 1}.amount`]: { code: 'PLAN_SUM_INVALID', params: { total, sum } } },
      'PLAN_SUM_INVALID',
    );
}

const MOST_MONTHS = 24;
/** Validates a plan and derives its parts. */
async function completed(
  ctx: Ctx,
  values: Values<typeof instalmentPlan>,
  doc: Doc<typeof instalmentPlan> | null,
): Promise<Values<typeof instalmentPlan>> {
  const whole: Values<typeof instalmentPlan> = { ...doc, ...values };
  const billIds = [...new Set(whole.billIds)];
  const bills = await needOwed(ctx, whole.unitId, billIds);
  const owed = bills.reduce((sum, { remaining }) => sum + remaining, 0);
  const total = whole.total ?? owed;
  if (total > owed) failFields({ total: { code: 'PLAN_SUM_INVALID', params: { total: owed } } }, 'PLAN_SUM_INVALID');
  const today = todayOf(ctx);
  const typed = values.parts ?? [];
  const first = typed[0]?.dueOn ?? whole.firstDueOn ?? addMonths(today, 1);
  if (first < today || first > addMonths(today, MOST_MONTHS))
    failFields({ firstDueOn: { code: 'PLAN_DATES_INVALID' } }, 'PLAN_DATES_INVALID');
  const anew = !doc || ['total', 'count', 'firstDueOn', 'billIds'].some(name => name in values);
  const parts: readonly PartTerms[] =
    typed.length > 0 ? typed : anew ? equalParts(total, whole.count ?? 3, first) : (whole.parts ?? []);
  assertParts(parts, total, today);
  const plan = {
    billIds,
    total,
    firstDueOn: parts[0]?.dueOn,
    count: parts.length,
    parts: filledParts(parts, 0, today),
  };
  if (doc) return { ...values, ...plan };
  const byId = ctx.kind === 'resident' ? ctx.residentId : null;
  return { ...values, ...plan, byId, makerId: ctx.employeeId };
}

/** Refuses a second open plan for a bill; concurrent writes are serialised. */
async function assertOnlyPlan(
  { projectId }: Ctx,
  { unitId, billIds, _id }: Doc<typeof instalmentPlan>,
  session: Session,
): Promise<void> {
  await serializeBy(`plan ${unitId}`, session);
  const others = { projectId, deletedAt: null, billIds: { $in: billIds }, _id: { $ne: _id } };
  const open = await records(instalmentPlan)
    .in(session)
    .first({ projectId }, { ...others, status: { $in: ['PROPOSED', 'ACTIVE', 'DEFAULTED'] } });
  if (open) fail('PLAN_EXISTS', { code: open.code });
}

export const planBehaviour = {
  check: async (ctx, { kind, values, doc }) =>
    kind === 'create' || kind === 'update' ? completed(ctx, values, doc) : values,
  async inTransaction(ctx, session, { kind, doc }) {
    if (kind !== 'create' && kind !== 'update') return;
    await assertOnlyPlan(ctx, doc, session);
    if (kind === 'create') await notifyStaff(ctx, 'INSTALMENT_PLAN_PROPOSED', doc, 'approve', session);
  },
} satisfies BehaviourOf<typeof instalmentPlan>;

const loadBills = ({ projectId }: Ctx, doc: Doc<typeof instalmentPlan>): Promise<Doc<typeof bill>[]> =>
  records(bill)
    .withRemoved()
    .find({ projectId }, { _id: { $in: doc.billIds } });
const paidOf = (bills: readonly Doc<typeof bill>[]) => bills.reduce((sum, { paid }) => sum + paid, 0);

const accept: Action<typeof instalmentPlan, 'accept'> = async (ctx, doc, { signedFile }) => {
  const uploads = signedFile ?? [];
  const { signedFile: field } = instalmentPlan.fields;
  const fresh = uploads.length > 0 ? await checkFiles(ctx, { signedFile: field }, { signedFile: uploads }) : [];
  const files = uploads.length > 0 ? uploads : doc.signedFile;
  if (files.length === 0 && (await paymentSettings(ctx.projectId)).planNeedsFile)
    failFields({ signedFile: { code: 'PLAN_FILE_REQUIRED' } }, 'PLAN_FILE_REQUIRED');
  await needOwed(ctx, doc.unitId, doc.billIds);
  return {
    set: { signedFile: files, activeFrom: todayOf(ctx), paidBefore: paidOf(await loadBills(ctx, doc)) },
    async also(session) {
      await claimFiles(fresh, session, { entity: instalmentPlan.name, id: doc._id });
      await notifyUnit(ctx, 'INSTALMENT_PLAN_ACCEPTED', doc, session);
    },
  };
};

/** Resumes a defaulted plan; late parts must have been paid or rescheduled. */
const resume: Action<typeof instalmentPlan, 'resume'> = (ctx, doc, { parts }) => {
  const today = todayOf(ctx);
  const wanted = parts && parts.length > 0 ? parts : partsOf(doc);
  assertParts(wanted, doc.total ?? 0, '');
  const filled = filledParts(wanted, doc.received, today);
  const late = filled.find(({ status }) => status === 'LATE');
  if (late) failFields({ [`parts.${late.n - 1}.dueOn`]: { code: 'PLAN_PART_LATE' } }, 'PLAN_PART_LATE');
  return { set: { parts: filled, count: filled.length, activeFrom: today, toCheck: false } };
};

export const planActs = {
  accept,
  resume,
  decline: (ctx, doc) => ({
    set: { endedOn: todayOf(ctx) },
    also: session => notifyUnit(ctx, 'INSTALMENT_PLAN_DECLINED', doc, session),
  }),
  cancel: ctx => ({ set: { endedOn: todayOf(ctx) } }),
} satisfies ActionsOf<typeof instalmentPlan>;

/** First part that is late beyond the plan's grace days. */
export const brokenPart = (doc: Doc<typeof instalmentPlan>, today: string): PlanPart | undefined =>
  filledParts(partsOf(doc), doc.received, today).find(
    ({ dueOn, status }) => status !== 'PAID' && addDays(dueOn, doc.graceDays) < today,
  );

/** Defaults a plan; interest accrues again. */
export const breakPlan = (ctx: Ctx, doc: Doc<typeof instalmentPlan>): EffectOf<typeof instalmentPlan> => ({
  set: { parts: filledParts(partsOf(doc), doc.received, todayOf(ctx)) },
  async also(session) {
    await notifyMaker(ctx, 'INSTALMENT_PLAN_DEFAULTED', doc, session);
    if (doc.makerId) await notifyUnit(ctx, 'INSTALMENT_PLAN_DEFAULTED', doc, session);
  },
});

/** Amount paid or written off on a bill in the transaction being prepared. */
export interface MovedBill {
  paid: number;
  off: number;
}

/** Updates plans after payments, cancellations and write-offs: parts are filled in order, and a fully paid plan is completed. */
export async function plansAfter(ctx: Ctx, moved: ReadonlyMap<string, MovedBill>): Promise<Change[]> {
  const { projectId } = ctx;
  const plans = await records(instalmentPlan).find(
    { projectId },
    { status: { $in: ['ACTIVE', 'DEFAULTED'] }, billIds: { $in: [...moved.keys()] } },
  );
  const changes: Change[] = [];
  for (const doc of plans) {
    const bills = await loadBills(ctx, doc);
    const by = (name: keyof MovedBill) => bills.reduce((sum, { _id }) => sum + (moved.get(_id)?.[name] ?? 0), 0);
    const left = bills.reduce((sum, { remaining }) => sum + remaining, 0) - by('paid') - by('off');
    const received = Math.max(0, paidOf(bills) + by('paid') - doc.paidBefore);
    const set = { received, parts: filledParts(partsOf(doc), received, todayOf(ctx)) };
    if (left > 0) changes.push({ definition: instalmentPlan, action: 'update', update: { doc, set } });
    else
      changes.push({
        definition: instalmentPlan,
        action: 'complete',
        update: { doc, set: { ...set, status: 'COMPLETED', endedOn: todayOf(ctx) } },
        also: session => notifyUnit(ctx, 'INSTALMENT_PLAN_COMPLETED', doc, session),
      });
  }
  return changes;
}
