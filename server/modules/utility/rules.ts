import { formula } from '@lobby/shared/modules/tariff-version.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { OPEN_BOOKINGS, utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import { lackingOf } from '@lobby/shared/modules/utility-rules.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { ordered } from '../../kit/records/lists/ordered.ts';
import type { ActionsOf, BehaviourOf, DoneOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { type Amenity, isFrame } from './frames.ts';

type AmenityValues = Values<typeof utility>;

/** Serialises changes to bookings and terms of an amenity together with its whole and parts. */
export const takeTurnAt = ({ _id, wholeId }: Pick<Amenity, '_id' | 'wholeId'>, session: Session): Promise<void> =>
  serializeBy(`amenity ${wholeId ?? _id}`, session);

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const changed = (a: AmenityValues, b: AmenityValues, names: readonly (keyof AmenityValues)[]) =>
  names.find(name => !same(a[name], b[name]));

/** Refuses an invalid whole: the amenity itself, a part, or any if the amenity has parts (rules.md 5). */
async function assertWhole(ctx: Ctx, amenity: Amenity): Promise<void> {
  if (!amenity.wholeId) return;
  const live = { projectId: ctx.projectId, deletedAt: null };
  const whole = await records(utility).first(ctx, { ...live, _id: amenity.wholeId });
  const hasParts = await records(utility).exists(ctx, { ...live, wholeId: amenity._id });
  if (amenity.wholeId === amenity._id || whole?.wholeId || hasParts)
    failFields({ wholeId: { code: 'UTILITY_WHOLE_INVALID' } }, 'UTILITY_WHOLE_INVALID');
}

/** Completes an amenity: the edition of its rules, and the tiers of its formula. */
async function complete(ctx: Ctx, { kind, values, doc }: RequestOf<typeof utility>): Promise<AmenityValues> {
  if (kind === 'remove' || kind === 'restore') return values;
  const whole: AmenityValues = { priceType: 'FREE', ...doc, ...values };
  const imported = { visible: false, active: false };
  const set: AmenityValues = { ...values, ...(kind === 'import' && imported) };
  if (values.formulaId) {
    const found = await needRef(ctx, formula, values.formulaId, 'formulaId');
    if (found.type === 'PERCENT')
      failFields({ formulaId: { code: 'REFERENCE_NOT_SUITABLE' } }, 'REFERENCE_NOT_SUITABLE');
    set.priceTiers = found.tiers.map(({ to, price }) => ({ to, price }));
    set.formula = found.type;
    Object.assign(whole, set);
  }
  if (kind === 'create' || (kind === 'update' && doc?.active)) {
    const [lacking] = lackingOf(whole);
    if (lacking) failFields({ [lacking]: { code: 'REQUIRED' } });
  }
  if (changed(doc ?? { rulesFile: [] }, whole, ['rules', 'rulesFile'])) set.rulesVersion = (doc?.rulesVersion ?? 0) + 1;
  return set;
}

type Held = Doc<typeof utilityBooking>;

/** Refuses changes of terms that would break open bookings, naming these (rules.md 5). */
async function keepPromises(ctx: Ctx, session: Session, { doc, before, kind }: DoneOf<typeof utility>): Promise<void> {
  if (kind !== 'update') return;
  const [after, earlier] = [doc, before];
  const fixed = changed(earlier, after, ['type', 'timeStep', 'wholeId', 'partnerId']);
  const times = changed(earlier, after, ['serveTime']);
  const lower = after.limitPerSlot < earlier.limitPerSlot ? 'limitPerSlot' : undefined;
  if (!fixed && !times && !lower) return;
  await takeTurnAt(earlier, session);
  const open = await records(utilityBooking)
    .in(session)
    .find(
      ctx,
      { utilityId: doc._id, status: { $in: OPEN_BOOKINGS } },
      { sort: { startAt: 1 }, limit: 500, patience: 2000 },
    );
  const isKept = ({ slots }: Held) =>
    slots.every(({ from, to }) => isFrame(after, { from: new Date(from), to: new Date(to) }, ctx.project.timeZone));
  const broken = fixed
    ? open
    : open.filter(booking => (times && !isKept(booking)) || (lower && isTight(open, booking, after)));
  if (broken.length === 0) return;
  const code = 'AMENITY_WITH_ORDERS_CANNOT_BE_CHANGED';
  fail(code, {
    fields: { [fixed ?? times ?? lower ?? '']: { code } },
    bookings: broken.slice(0, 20).map(booking => ({ id: booking._id, code: booking.code })),
  });
}

/** Whether a frame of a booking exceeds the new capacity. */
function isTight(open: readonly Held[], booking: Held, { limitPerSlot }: Amenity): boolean {
  const meets = (slots: Held['slots']) =>
    booking.slots.some(slot => slots.some(other => slot.from < other.to && other.from < slot.to));
  return open.filter(other => meets(other.slots)).reduce((sum, { quantity }) => sum + quantity, 0) > limitPerSlot;
}

/** Updates the number of amenities of a group. */
export async function countAmenities(ctx: Ctx, { doc, before, kind }: DoneOf<typeof utility>): Promise<Change[]> {
  const was = kind === 'restore' ? null : before;
  if (was?.groupId === doc?.groupId) return [];
  const change = async (id: string, by: number): Promise<Change[]> => {
    const group = await records(utilityGroup).withRemoved().get(ctx, id);
    const update = { set: {}, inc: { amenityCount: by }, keepVersion: true };
    return group ? [{ definition: utilityGroup, action: 'count', update: { doc: group, ...update } }] : [];
  };
  return [...(was ? await change(was.groupId, -1) : []), ...(doc ? await change(doc.groupId, 1) : [])];
}

const TAKEN = 'UTILITY_DISPLAY_ORDER_EXISTS';
export const amenityOrder = ordered(utility, TAKEN);

/** Offers to those on the waiting list when amenities get more places, change their hours or are activated. */
export type OpenedOf = (ctx: Ctx, amenities: readonly Amenity[]) => Promise<Change[]>;

export const amenityRules = (opened: OpenedOf): BehaviourOf<typeof utility> => ({
  check: complete,
  changes: async (ctx, done) => [
    ...(await countAmenities(ctx, done)),
    ...(done.kind === 'update' ? await opened(ctx, [done.doc]) : []),
  ],
  first: amenityOrder.first,
  async inTransaction(ctx, session, done) {
    await amenityOrder.inTransaction(ctx, session, done);
    if (done.doc) await assertWhole(ctx, done.doc);
    await keepPromises(ctx, session, done);
  },
});

const groupOrder = ordered(utilityGroup, TAKEN);
export const groupRules = { first: groupOrder.first, inTransaction: groupOrder.inTransaction } satisfies BehaviourOf<
  typeof utilityGroup
>;

/** Activation; deactivation has a reason. */
export const groupActs = {
  activate: () => ({ set: { active: true, reason: null } }),
  deactivate: () => ({ set: { active: false } }),
} satisfies ActionsOf<typeof utilityGroup>;

export const amenityActs = (opened: OpenedOf): ActionsOf<typeof utility> => ({
  async activate(ctx, doc) {
    const fields = lackingOf(doc);
    if (fields.length > 0) fail('UTILITY_INCOMPLETE', { fields: Object.fromEntries(fields.map(REQUIRED)) });
    const set = { active: true, reason: doc.visible ? null : doc.reason };
    return { set, with: await opened(ctx, [{ ...doc, ...set }]) };
  },
  deactivate: () => ({ set: { active: false } }),
  show: (_ctx, doc) => ({ set: { visible: true, reason: doc.active ? null : doc.reason } }),
  hide: () => ({ set: { visible: false } }),
});
const REQUIRED = (name: string) => [name, { code: 'REQUIRED' }] as const;
