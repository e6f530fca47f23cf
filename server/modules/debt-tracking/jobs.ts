import type { Definition } from '@lobby/shared/kit/definition.ts';
import { debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import { filledParts, instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { act, type Rule } from '../../kit/records/act.ts';
import { asRule } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { todayOf } from '../lock-date/index.ts';
import { breakPlan, brokenPart, partsOf } from './plans.ts';
import { breakPromise } from './promises.ts';

const BATCH = 500;

/** Performs a daily act on a record; returns false if it was refused. */
async function done(ctx: Ctx, definition: Definition, name: string, id: string, rule: Rule): Promise<boolean> {
  try {
    await act(ctx, definition, name, id, {}, rule);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
}

/** Updates the late status of a plan's parts; returns false if nothing changed. */
async function markParts(ctx: Ctx, doc: Doc<typeof instalmentPlan>, today: string): Promise<boolean> {
  const parts = filledParts(partsOf(doc), Number(doc.received), today);
  if (parts.every((one, n) => one.status === partsOf(doc)[n]?.status)) return false;
  try {
    await save(ctx, [{ definition: instalmentPlan, action: 'update', update: { doc, set: { parts } } }]);
    return true;
  } catch (error) {
    // A payment was booked concurrently.
    if (!(error instanceof VersionConflict)) throw error;
    return false;
  }
}

/** Marks promises as broken and plans as defaulted once their dates have passed; idempotent, and safe on several servers. */
export async function runDebtsJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const today = todayOf(ctx);
    const own = { projectId: ctx.projectId, deletedAt: null };
    const promises = await records(debtPromise).find(
      ctx,
      { ...own, status: 'OPEN', promisedOn: { $lt: today } },
      { limit: BATCH },
    );
    for (const { _id } of promises) if (await done(ctx, debtPromise, 'break', _id, asRule(breakPromise))) turned++;
    const plans = await records(instalmentPlan).find(ctx, { ...own, status: 'ACTIVE' }, { limit: BATCH });
    for (const doc of plans) {
      const late = brokenPart(doc, today) !== undefined;
      const changed = late
        ? await done(ctx, instalmentPlan, 'default', doc._id, asRule(breakPlan))
        : await markParts(ctx, doc, today);
      if (changed) turned++;
    }
  }
  return turned;
}
