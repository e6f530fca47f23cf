import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { allProgress, oneProgress } from '@lobby/shared/kit/progress.contract.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../base/context.ts';
import { fail } from '../base/errors.ts';
import { clockNow } from '../database/clock.ts';
import { type Route, route } from '../http/route.ts';
import { type Progress, runsIn } from './runs.ts';

const byId = z.strictObject({ id: idSchema });

/** Marks runs as failed whose server is gone, since nothing resumes them. */
async function mend(ctx: Ctx): Promise<void> {
  await runsIn().updateMany(
    { projectId: ctx.projectId, state: 'running', until: { $lt: clockNow() } },
    { $set: { state: 'failed' } },
  );
}

function shown({
  _id,
  done,
  of,
  refused,
  state,
  entity,
  action,
  input,
  actor,
}: Progress): AnswerOf<typeof oneProgress> {
  // Runs from before the actor was stored have no name.
  return { id: _id, done, of, refused, state, entity, action, input, by: actor ?? { id: '', name: '' } };
}

type Overseer = (ctx: Ctx) => Promise<boolean>;
let oversees: Overseer = async () => false;
/** Sets how it is decided who sees and cancels other people's runs. Called once at start. */
export function configureOverseers(look: Overseer): void {
  oversees = look;
}

/** Filter for the runs that the caller sees: an Admin all of the project, others their own. */
const seenBy = async (ctx: Ctx) => ({
  projectId: ctx.projectId,
  ...(!(await oversees(ctx)) && { userId: ctx.userId }),
});

/** Routes to follow and cancel runs, for the owner and for Admins. */
export const runRoutes: Route[] = [
  route(allProgress, {
    async run(ctx) {
      await mend(ctx);
      const runs = await runsIn()
        .find({ ...(await seenBy(ctx)), state: 'running' })
        .sort({ at: -1 })
        .limit(20)
        .toArray();
      return runs.map(shown);
    },
  }),
  route(oneProgress, {
    async run(ctx, { params }) {
      await mend(ctx);
      const run = await runsIn().findOne({ _id: params.id, ...(await seenBy(ctx)) });
      return run ? shown(run) : fail('NOT_FOUND');
    },
  }),
  route({
    method: 'put',
    path: '/progress/:id/cancel',
    summary: 'Stop work in the background after its present chunk',
    module: 'PROGRESS',
    params: byId,
    answer: z.object({ id: z.string() }),
    async run(ctx, { params }) {
      const run = await runsIn().findOneAndUpdate(
        { _id: params.id, ...(await seenBy(ctx)), state: 'running' },
        { $set: { state: 'cancelled' } },
      );
      return run ? { id: params.id } : fail('NOT_FOUND');
    },
  }),
];
