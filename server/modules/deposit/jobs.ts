import { hourIn } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/readers.ts';
import { notify, toStaff, toUnit, type Who } from '../../platform/notifications/notifications.ts';
import { type Project, projects, settingsOf } from '../../platform/projects/projects.ts';
import { todayOf } from '../lock-date/index.ts';

const BATCH = 500;
const HOUR = 7;
const ENDED = ['COMPLETED', 'REJECTED', 'CANCELLED'];

/** Updates a record and sends its notification once; returns false on a concurrent change. */
async function marked(
  ctx: Ctx,
  definition: Definition,
  doc: Doc<typeof deposit> | Doc<typeof depositRequest>,
  set: Record<string, unknown>,
  [kind, who]: readonly [NotificationType, Who],
): Promise<boolean> {
  const subject = { module: deposit.code, id: doc._id, title: String(doc.code) };
  try {
    const also = (session: Parameters<typeof notify>[4]) => notify(ctx, who, kind, subject, session);
    await save(ctx, [{ definition, action: 'update', update: { doc, set }, also }]);
    return true;
  } catch (error) {
    if (!(error instanceof VersionConflict)) throw error;
    return false;
  }
}

/** Ids of finished forms whose deposit is still held. */
async function overForms(ctx: Ctx, held: readonly Doc<typeof deposit>[]): Promise<ReadonlySet<string>> {
  const over = { _id: { $in: held.flatMap(({ originId }) => originId ?? []) }, status: { $in: ENDED } };
  const found = await Promise.all(
    [constructionRegistration, cardRegistration].map(definition =>
      records<Definition>(definition)
        .withRemoved()
        .find(ctx, over, { only: ['_id'] }),
    ),
  );
  return new Set(found.flat().map(({ _id }) => _id));
}

async function turn(ctx: Ctx, { timeZone }: Project): Promise<number> {
  if (hourIn(timeZone, ctx.now) < HOUR) return 0;
  const own = { projectId: ctx.projectId, deletedAt: null };
  const today = todayOf(ctx);
  let turned = 0;
  const waiting = await records(depositRequest).find(
    ctx,
    { ...own, status: 'WAIT_FOR_DEPOSIT', dueOn: { $lt: today }, overdue: { $ne: true } },
    { limit: BATCH },
  );
  for (const doc of waiting)
    if (await marked(ctx, depositRequest, doc, { overdue: true }, ['DEPOSIT_OVERDUE', toUnit(doc.unitId)])) turned++;
  const held = await records(deposit).find(
    ctx,
    { ...own, status: 'DEPOSITED', remaining: { $gt: 0 }, toGiveBack: { $ne: true } },
    { patience: 10_000 },
  );
  const over = await overForms(ctx, held);
  const due = held.filter(
    ({ originId, dueBackOn }) => over.has(String(originId)) || (typeof dueBackOn === 'string' && dueBackOn < today),
  );
  if (due.length === 0) return turned;
  const staff = toStaff(await loadReaders(ctx.projectId, deposit.code, 'updateStatus'));
  for (const doc of due)
    if (await marked(ctx, deposit, doc, { toGiveBack: true }, ['DEPOSIT_TO_GIVE_BACK', staff])) turned++;
  return turned;
}

/** Notifies each morning about requested deposits that did not arrive, and deposits due for refund; idempotent, and safe on several servers. */
export async function runDepositsJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) turned += await turn(systemCtx(settingsOf(project), now), project);
  return turned;
}
