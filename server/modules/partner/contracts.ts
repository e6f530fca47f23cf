import { addDays } from '@lobby/shared/kit/dates.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { partnerContract } from '@lobby/shared/modules/partner-contract.ts';
import { usualReminder } from '@lobby/shared/modules/rental-contract.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Action, ActionsOf, BehaviourOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';

/** Days before the end of a contract in which its partner is marked. */
const ENDING_DAYS = 30;

/** Whether an end date is within `ENDING_DAYS`. */
export const endsSoon = (day: string | null, today: string): boolean =>
  day !== null && day <= addDays(today, ENDING_DAYS);

/** Updates the next contract end shown on a partner, after one of its contracts (`changed`, null once removed) has changed. */
async function partnerAfter(
  ctx: Ctx,
  id: string,
  partnerId: string,
  changed: Doc<typeof partnerContract> | null,
): Promise<Change[]> {
  const { projectId } = ctx;
  const doc = await records(partner).get({ projectId }, partnerId);
  if (!doc) return [];
  const set: Partial<Doc<typeof partner>> = {};
  return [
    {
      definition: partner,
      action: 'update',
      update: { doc, set, keepVersion: true },
      // Read within the transaction: concurrent changes of two contracts of a partner both write it, so one of them retries.
      async first(session) {
        const next = await records(partnerContract)
          .in(session)
          .first(ctx, { partnerId: doc._id, status: 'ACTIVE', _id: { $ne: id } }, { sort: { expiryDate: 1 } });
        const days = [next?.expiryDate, changed?.status === 'ACTIVE' ? changed.expiryDate : null];
        const [contractEndsOn = null] = days.flatMap(day => day ?? []).sort();
        set.contractEndsOn = contractEndsOn;
        set.contractEnding = endsSoon(contractEndsOn, todayOf(ctx));
      },
    },
  ];
}

/** Completes the reminder day; a new contract whose end is past starts as EXPIRED. */
export const contractBehaviour = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'remove' || kind === 'restore') return values;
    const whole: Values<typeof partnerContract> = { ...doc, ...values };
    const { startDate, expiryDate } = whole;
    if (!startDate || !expiryDate)
      return failFields({ [startDate ? 'expiryDate' : 'startDate']: { code: 'REQUIRED' } });
    const moved = doc && doc.expiryDate !== whole.expiryDate && values.remindDate === undefined;
    const remindDate = (moved ? null : whole.remindDate) ?? usualReminder(startDate, expiryDate);
    const over = expiryDate < todayOf(ctx);
    const again = remindDate !== doc?.remindDate && remindDate > todayOf(ctx);
    return { ...values, remindDate, ...(!doc && over && { status: 'EXPIRED' }), ...(again && { expiring: false }) };
  },
  async changes(ctx, { doc, before }) {
    const contract = doc ?? before;
    const changes = await partnerAfter(ctx, contract._id, contract.partnerId, doc);
    const left = before && doc && before.partnerId !== doc.partnerId;
    return left ? [...changes, ...(await partnerAfter(ctx, contract._id, before.partnerId, null))] : changes;
  },
} satisfies BehaviourOf<typeof partnerContract>;

const terminate: Action<typeof partnerContract, 'terminate'> = async (ctx, doc, { endedDate }) => {
  if (endedDate < doc.startDate) failFields({ endedDate: { code: 'DATES_REVERSED' } }, 'DATES_REVERSED');
  return { set: { endedDate, expiring: false }, with: await partnerAfter(ctx, doc._id, doc.partnerId, null) };
};

/** Expires a contract after its last day; refused if it was prolonged meanwhile. */
export const expire: Action<typeof partnerContract, 'expire'> = async (ctx, doc) =>
  doc.expiryDate < todayOf(ctx)
    ? { set: { expiring: false }, with: await partnerAfter(ctx, doc._id, doc.partnerId, null) }
    : fail('STATUS_NOT_ALLOWED');

export const contractActs = { terminate, expire } satisfies ActionsOf<typeof partnerContract>;
