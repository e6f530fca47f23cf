import { addDays, type Day } from '@lobby/shared/kit/dates.ts';
import { debtDispute } from '@lobby/shared/modules/debt-tracking.ts';
import { filledParts, instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';

type Dispute = Doc<typeof debtDispute>;
type Plan = Doc<typeof instalmentPlan>;

/** A period without interest, both days included. */
export interface Pause {
  from: Day;
  to: Day;
}

const FAR = '9999-12-31';

/** From the day after a dispute was opened to the day it closed; a rejection may charge interest for these days after all. */
function ofDispute({ openedOn, closedOn, status, chargeInterest }: Dispute): Pause | null {
  if (!openedOn || (status === 'REJECTED' && chargeInterest === true)) return null;
  return { from: addDays(openedOn, 1), to: closedOn ?? FAR };
}

/** While an instalment plan is kept: until its first late part. A plan that failed pauses nothing. */
function ofPlan({ activeFrom, endedOn, status, parts, received }: Plan, today: Day): Pause | null {
  if (!activeFrom || (status !== 'ACTIVE' && status !== 'COMPLETED')) return null;
  const from = addDays(activeFrom, 1);
  if (status === 'COMPLETED') return { from, to: endedOn ?? FAR };
  const late = filledParts(parts, received, today).find(part => part.status === 'LATE');
  return { from, to: late?.dueOn ?? FAR };
}

/** Interest-free periods by bill: disputes, and instalment plans that are kept. */
export async function loadPauses(
  projectId: string,
  billIds: readonly string[],
  today: Day,
): Promise<ReadonlyMap<string, readonly Pause[]>> {
  const where = { billIds: { $in: billIds } };
  const [disputes, plans] = await Promise.all([
    records(debtDispute).find({ projectId }, where, { patience: 10_000 }),
    records(instalmentPlan).find({ projectId }, where, { patience: 10_000 }),
  ]);
  const found = new Map<string, Pause[]>();
  const add = ({ billIds }: Dispute | Plan, pause: Pause | null) => {
    if (!pause || pause.to < pause.from) return;
    for (const id of billIds) found.set(id, [...(found.get(id) ?? []), pause]);
  };
  for (const doc of disputes) add(doc, ofDispute(doc));
  for (const doc of plans) add(doc, ofPlan(doc, today));
  return found;
}

export const isPaused = (pauses: readonly Pause[], day: Day): boolean =>
  pauses.some(({ from, to }) => from <= day && day <= to);

/** Days on which a pause begins or has ended. */
export const pauseDays = (pauses: readonly Pause[]): Day[] =>
  pauses.flatMap(({ from, to }) => (to === FAR ? [from] : [from, addDays(to, 1)]));

/** Flags the instalment plans of an adjusted bill for review, as their parts may no longer fit. */
export async function plansToCheck(ctx: Ctx, billId: string): Promise<Change[]> {
  const plans = await records(instalmentPlan).find(ctx, {
    billIds: billId,
    status: { $in: ['PROPOSED', 'ACTIVE', 'DEFAULTED'] },
    toCheck: { $ne: true },
  });
  return plans.map(doc => ({
    definition: instalmentPlan,
    action: 'update',
    update: { doc, set: { toCheck: true }, keepVersion: true },
  }));
}
