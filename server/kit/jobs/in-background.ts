import type { Ctx } from '../base/context.ts';
import { newId, transaction } from '../database/database.ts';
import { log } from '../ops/log.ts';
import { takeKey } from '../store/idempotency.ts';
import { noteProgress, type Progress, publishProgress, runsIn } from './runs.ts';

interface Work {
  /** Name of the definition and of the act. */
  entity: string;
  action: string;
  of: number;
}

/**
 * Runs work in the background and returns its progress id. `work` reports progress and refusals. The Idempotency-Key is
 * taken at once, so that a repeated request gets the same id.
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
