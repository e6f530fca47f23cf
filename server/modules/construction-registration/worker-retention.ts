import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { events } from '../../kit/store/events.ts';
import { records, type Where } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { receptionIn } from '../../platform/reception/reception.ts';

const BATCH = 500;

/** Query of works that ended before a moment and still have phone or identity numbers of workers. */
export const knownWorkers = (before: Date): Where<typeof constructionRegistration> => ({
  status: { $in: ['COMPLETED', 'REJECTED', 'CANCELLED'] },
  $and: [
    { $or: [{ 'workers.phone': { $type: 'string' } }, { 'workers.identifier': { $type: 'string' } }] },
    { $or: [{ actualEndAt: { $lt: before } }, { actualEndAt: null, expectedEndAt: { $lt: before } }] },
  ],
});

/** Erases phone and identity numbers of workers after the retention period, also from the history; names stay. */
async function forgetWorkers(ctx: Ctx): Promise<number> {
  const { projectId } = ctx;
  const { visitorDataDays } = await receptionIn(projectId);
  const before = new Date(ctx.now.getTime() - visitorDataDays * DAY_MS);
  const works = await records(constructionRegistration).withRemoved().find(ctx, knownWorkers(before), { limit: BATCH });
  return attemptEach(works, doc => {
    const workers = doc.workers.map(worker => ({ ...worker, phone: null, identifier: null }));
    return save(ctx, [
      {
        definition: constructionRegistration,
        action: 'forget-workers',
        update: { doc, set: { workers }, keepVersion: true, while: { deletedAt: doc.deletedAt } },
        note: { before: null, after: null },
        async also(session) {
          await events().updateMany(
            { projectId, entityId: doc._id, entity: constructionRegistration.name },
            { $unset: { 'before.workers': '', 'after.workers': '', 'row.workers': '' } },
            { session },
          );
        },
      },
    ]);
  });
}

export const forgetWorkersJob = defineJob({
  name: 'workers who are forgotten',
  every: '31 3 * * *',
  perProject: forgetWorkers,
});
