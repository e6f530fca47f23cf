import { addDays } from '@lobby/shared/kit/dates.ts';
import type { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { exclusionKey, reminderExclusion } from '@lobby/shared/modules/reminder.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { type ActionsOf, perform, type RequestOf, type Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';

/** Manual exclusions of units or notices on a day, with their reasons. */
export async function loadStops(
  projectId: string,
  unitIds: readonly string[],
  day: string,
): Promise<(notice: Pick<Doc<typeof feeNotice>, '_id' | 'unitId'>) => string | undefined> {
  const rows = await records(reminderExclusion).find(
    { projectId },
    { status: 'ACTIVE', unitId: { $in: [...unitIds] } },
  );
  const hold = new Map(
    rows
      .filter(({ untilOn }) => !untilOn || untilOn >= day)
      .map(({ unitId, feeNoticeId, reason }): [string, string] => [exclusionKey(unitId, feeNoticeId), reason]),
  );
  return ({ _id, unitId }) => hold.get(exclusionKey(unitId, _id)) ?? hold.get(exclusionKey(unitId, null));
}

/** Maximum duration of an exclusion. */
const MOST_DAYS = 366;

/** Requires an end date within a year, and one active exclusion per unit or notice. */
export async function completeExclusion(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof reminderExclusion>,
): Promise<Values<typeof reminderExclusion>> {
  const { untilOn } = values;
  const today = todayOf(ctx);
  if (untilOn) {
    if (untilOn < today) failFields({ untilOn: { code: 'DATE_IN_PAST' } });
    if (untilOn > addDays(today, MOST_DAYS)) failFields({ untilOn: { code: 'TOO_LARGE', params: { max: MOST_DAYS } } });
  }
  const merged = { ...doc, ...values };
  const once = exclusionKey(merged.unitId, merged.feeNoticeId);
  return { ...values, once, ...(kind === 'create' && { creatorId: ctx.employeeId }) };
}

export const exclusionActs = {
  include: (_ctx, _doc, { liftReason }) => ({
    set: { liftReason: liftReason ?? null, once: null, 'uniq.once': null },
  }),
} satisfies ActionsOf<typeof reminderExclusion>;

/** Expires exclusions whose end date has passed. */
export async function endExclusions(ctx: Ctx): Promise<void> {
  const over = await records(reminderExclusion).find(
    ctx,
    { status: 'ACTIVE', untilOn: { $lt: todayOf(ctx) } },
    { only: ['_id'], limit: 500 },
  );
  await attemptEach(over, ({ _id }) =>
    perform(ctx, { definition: reminderExclusion, name: 'expire', id: _id, input: {} }, () => ({
      set: { once: null, 'uniq.once': null },
    })),
  );
}
