import { hourIn } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff, toUnit, type Who } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';

const BATCH = 500;
const HOUR = 7;
const ENDED = ['COMPLETED', 'REJECTED', 'CANCELLED'];

/** Updates a record and sends its notification once. */
async function mark(
  ctx: Ctx,
  definition: Definition,
  doc: Doc<typeof deposit> | Doc<typeof depositRequest>,
  set: Partial<Doc<typeof deposit>> | Partial<Doc<typeof depositRequest>>,
  [kind, who]: readonly [NotificationType, Who],
) {
  const subject = { module: deposit.code, id: doc._id, title: doc.code ?? '' };
  const also = (session: Parameters<typeof notify>[4]) => notify(ctx, who, kind, subject, session);
  return save(ctx, [{ definition, action: 'update', update: { doc, set }, also }]);
}

/** Ids of finished forms whose deposit is still held. */
async function overForms(ctx: Ctx, held: readonly Doc<typeof deposit>[]): Promise<ReadonlySet<string>> {
  const over = { _id: { $in: held.flatMap(({ originId }) => originId ?? []) }, status: { $in: ENDED } };
  const forms = await Promise.all(
    [constructionRegistration, cardRegistration].map(definition =>
      records<Definition>(definition)
        .withRemoved()
        .find(ctx, over, { only: ['_id'] }),
    ),
  );
  return new Set(forms.flat().map(({ _id }) => _id));
}

async function markOverdue(ctx: Ctx): Promise<number> {
  const waiting = await records(depositRequest).find(
    ctx,
    { status: 'WAIT_FOR_DEPOSIT', dueOn: { $lt: todayOf(ctx) }, overdue: { $ne: true } },
    { limit: BATCH },
  );
  return attemptEach(waiting, doc =>
    mark(ctx, depositRequest, doc, { overdue: true }, ['DEPOSIT_OVERDUE', toUnit(doc.unitId)]),
  );
}

async function markToGiveBack(ctx: Ctx): Promise<number> {
  const today = todayOf(ctx);
  const held = await records(deposit).find(
    ctx,
    { status: 'DEPOSITED', remaining: { $gt: 0 }, toGiveBack: { $ne: true } },
    { patience: 10_000 },
  );
  const over = await overForms(ctx, held);
  const due = held.filter(
    ({ originId, dueBackOn }) => over.has(originId ?? '') || (dueBackOn !== null && dueBackOn < today),
  );
  if (due.length === 0) return 0;
  const staff = toStaff(await loadReaders(ctx.projectId, deposit.code, 'updateStatus'));
  return attemptEach(due, doc => mark(ctx, deposit, doc, { toGiveBack: true }, ['DEPOSIT_TO_GIVE_BACK', staff]));
}

/** Notifies each morning about requested deposits that did not arrive, and deposits due for refund; idempotent, and safe on several servers. */
export const depositsJob = defineJob({
  name: 'deposits that are due',
  every: '*/15 * * * *',
  perProject: async ctx =>
    hourIn(ctx.project.timeZone, ctx.now) < HOUR ? 0 : attemptEach([markOverdue, markToGiveBack], step => step(ctx)),
});
