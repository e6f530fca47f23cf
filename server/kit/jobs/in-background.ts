import type { Ctx } from '../base/context.ts';
import { newId, transaction } from '../database/database.ts';
import { log } from '../ops/log.ts';
import { takeKey } from '../store/idempotency.ts';
import { noteProgress, type Progress, publishProgress, runsIn } from './runs.ts';

interface Work {
  /** What is worked on, and what is done. */
  entity: string;
  action: string;
  of: number;
}

/**
 * Does work in the background and answers what it can be followed by; `work` tells how far it is, and what was refused. The key is taken at once, so
 * that a repetition is told of the same work.
 */
export async function inBackground(
  ctx: Ctx,
  { entity, action, of }: Work,
  work: (note: (done: number) => Promise<void>) => Promise<{ done: number; refused: Progress['refused'] }>,
): Promise<{ progressId: string }> {
  const _id = newId();
  const answer = { progressId: _id };
  const { once } = ctx;
  if (once) await transaction(session => takeKey(once, answer, ctx.now, session));
  ctx.once = null;
  await publishProgress(ctx, { _id, entity, action, of });
  const note = (done: number, state: 'running' | 'done' | 'failed') => noteProgress(_id, { done, of, state });
  work(done => note(done, 'running'))
    .then(async ({ done, refused }) => {
      await runsIn().updateOne({ _id }, { $set: { refused } });
      await note(done, 'done');
    })
    .catch(async error => {
      log.error({ error: String(error), progress: _id }, `${entity}: ${action} could not be done in the background`);
      await note(0, 'failed').catch(() => {});
    });
  return answer;
}
