import type { billRun } from '@lobby/shared/modules/bill-run.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { noteProgress } from '../../../kit/jobs/runs.ts';
import type { BehaviourOf, EffectOf } from '../../../kit/records/typed-behaviour.ts';
import { assertMonthNotLocked } from '../../lock-date/index.ts';
import type { RunDoc } from '../types.ts';
import { publishRunProgress } from './calls.ts';
import { keepOnlyMade, NOTHING_COUNTED, runItems } from './items.ts';
import { runBillsSoon } from './run.ts';

type RunEffect = EffectOf<typeof billRun>;

/** Continues the run at once. */
async function goOn(ctx: Ctx, run: RunDoc, set: Partial<RunDoc> = {}): Promise<RunEffect> {
  await publishRunProgress(ctx, run);
  return { set, also: async () => runBillsSoon() };
}

/** Restarts the calculation: prices, readings and people may have changed since the preview. */
async function beginAgain(ctx: Ctx, run: RunDoc, set: Partial<RunDoc> = {}): Promise<RunEffect> {
  const effect = await goOn(ctx, run, { ...NOTHING_COUNTED, ...set });
  return {
    ...effect,
    async also(session) {
      await runItems().deleteMany({ runId: run._id }, { session });
      await effect.also?.(session);
    },
  };
}

const noteStopped = ({ _id, done, units }: RunDoc) => noteProgress(_id, { done, of: units, state: 'cancelled' });

export const runActions: NonNullable<BehaviourOf<typeof billRun>['actions']> = {
  async start(ctx, run) {
    await assertMonthNotLocked(ctx, run.month, { document: run.code });
    return beginAgain(ctx, run, { previewTotal: run.total });
  },
  resume: (ctx, run) => goOn(ctx, run),
  // Created bills stay; bills created elsewhere meanwhile are skipped.
  async retry(ctx, run) {
    const made = await runItems().findOne({ runId: run._id, billId: { $ne: null } });
    return made ? goOn(ctx, run, keepOnlyMade(run)) : beginAgain(ctx, run);
  },
  pause: (_ctx, run) => ({ also: () => noteStopped(run) }),
  cancel: (_ctx, run) => ({ also: () => noteStopped(run) }),
};
