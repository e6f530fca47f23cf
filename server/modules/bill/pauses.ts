import { addDays, type Day } from '@lobby/shared/kit/dates.ts';
import { debtDispute } from '@lobby/shared/modules/debt-tracking.ts';
import { filledParts, instalmentPlan, type PlanPart } from '@lobby/shared/modules/instalment-plan.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

/** Days on which a bill costs no interest, both among them. */
export interface Pause {
  from: Day;
  to: Day;
}

const FAR = '9999-12-31';
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** From the day after a dispute was opened through the day it closed; a refusal may count them after all. */
function ofDispute({ openedOn, closedOn, status, chargeInterest }: Stored): Pause | null {
  if (status === 'REJECTED' && chargeInterest === true) return null;
  return { from: addDays(String(openedOn), 1), to: text(closedOn) ?? FAR };
}

/** While a plan is kept: up to the day of the first part that is late. One that was not kept pauses nothing. */
function ofPlan({ activeFrom, endedOn, status, parts, received }: Stored, today: Day): Pause | null {
  if (!text(activeFrom) || (status !== 'ACTIVE' && status !== 'COMPLETED')) return null;
  const from = addDays(String(activeFrom), 1);
  if (status === 'COMPLETED') return { from, to: text(endedOn) ?? FAR };
  const late = filledParts(parts as PlanPart[], Number(received), today).find(one => one.status === 'LATE');
  return { from, to: late?.dueOn ?? FAR };
}

/** When bills cost no interest, by bill: in dispute, or in a plan that is kept. */
export async function pausesOf(
  projectId: string,
  billIds: readonly string[],
  today: Day,
): Promise<ReadonlyMap<string, readonly Pause[]>> {
  const own = { projectId, deletedAt: null, billIds: { $in: [...billIds] } };
  const [disputes, plans] = await Promise.all([
    modelOf(debtDispute).find(own).maxTimeMS(10_000).lean<Stored[]>(),
    modelOf(instalmentPlan).find(own).maxTimeMS(10_000).lean<Stored[]>(),
  ]);
  const found = new Map<string, Pause[]>();
  const add = (doc: Stored, pause: Pause | null) => {
    if (!pause || pause.to < pause.from) return;
    for (const id of doc.billIds as string[]) found.set(id, [...(found.get(id) ?? []), pause]);
  };
  for (const doc of disputes) add(doc, ofDispute(doc));
  for (const doc of plans) add(doc, ofPlan(doc, today));
  return found;
}

export const isPaused = (pauses: readonly Pause[], day: Day): boolean =>
  pauses.some(({ from, to }) => from <= day && day <= to);

/** The days on which interest begins or ends to be paused. */
export const pauseDays = (pauses: readonly Pause[]): Day[] =>
  pauses.flatMap(({ from, to }) => (to === FAR ? [from] : [from, addDays(to, 1)]));

/** The plans that a bill is in: once it was adjusted, somebody looks whether their parts still fit. */
export async function plansToCheck({ projectId }: Ctx, billId: string): Promise<Change[]> {
  const open = { status: { $in: ['PROPOSED', 'ACTIVE', 'DEFAULTED'] }, toCheck: { $ne: true } };
  const plans = await modelOf(instalmentPlan)
    .find({ projectId, deletedAt: null, billIds: billId, ...open })
    .lean<Stored[]>();
  return plans.map(doc => ({
    definition: instalmentPlan,
    action: 'update',
    update: { doc, set: { toCheck: true }, keepVersion: true },
  }));
}
