import { addDays, DAY_MS, startOfDay } from '@lobby/shared/kit/dates.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBan } from '@lobby/shared/modules/utility-ban.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { text } from '../../../kit/base/messages.ts';
import type { Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import { build } from '../../../kit/records/records.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { type Change, VersionConflict } from '../../../kit/store/save.ts';
import { notify, toUnit } from '../../../platform/notifications/notifications.ts';
import type { Amenity } from '../../utility/index.ts';
import type { Booking } from '../slots/occupancy.ts';

/** Default days for which a no-show counts, and for which a ban lasts. */
const REMEMBERED = 90;
const BAN_DAYS = 30;
const MOST_HOMES = 500;

export type Ban = Doc<typeof utilityBan>;
/** A no-show booking. */
type Missed = Pick<Booking, '_id' | 'startAt'>;

/** Active bans of a household, latest end first; bans after no-shows apply from their creation. */
export async function loadBans(ctx: Ctx, unitId: string): Promise<Ban[]> {
  const day = todayOf(ctx);
  const found = await records(utilityBan).find(
    ctx,
    { unitId, status: 'ACTIVE', until: { $gte: day } },
    { sort: { until: -1 }, limit: 100, patience: 2000 },
  );
  return found.filter(({ cause, from }) => cause === 'NO_SHOW' || from <= day);
}

const bars = ({ scope, utilityId, groupId }: Ban, amenity: Pick<Amenity, '_id' | 'groupId'>): boolean =>
  scope === 'ALL' || (scope === 'AMENITY' ? utilityId === amenity._id : groupId === amenity.groupId);

/** Ban of a household for an amenity; undefined if there is none. */
export const banOn = async (ctx: Ctx, amenity: Amenity, unitId: string): Promise<Ban | undefined> =>
  (await loadBans(ctx, unitId)).find(ban => bars(ban, amenity));

/**
 * First day of the present household in a unit, without a gap in residence: null if nobody lives there, '' if nobody lived there before. No-shows and
 * bans of earlier households do not count.
 */
export async function householdSince(ctx: Ctx, unitId: string): Promise<string | null> {
  const stays = await records(residency).find(
    ctx,
    { unitId },
    { only: ['movedInAt', 'movedOutAt', 'living'], limit: MOST_HOMES, patience: 2000 },
  );
  return sinceOf(stays.map(stay => ({ from: stay.movedInAt, to: stay.living ? null : stay.movedOutAt })));
}

/** See `householdSince`; days as YYYY-MM-DD, unknown days count as earliest. */
export function sinceOf(stays: readonly { from: string | null; to: string | null }[]): string | null {
  if (!stays.some(({ to }) => to === null)) return null;
  const sorted = stays.map(({ from, to }) => ({ from: from ?? '', to })).sort((a, b) => (a.from < b.from ? -1 : 1));
  let since = '';
  let last: string | null = '';
  for (const { from, to } of sorted) {
    if (last === null) break;
    if (last !== '' && from > last) since = from;
    last = to === null || to > last ? to : last;
  }
  return since;
}

/** Recent no-shows of a household for an amenity that no ban is based on, in order. */
async function loadMissed(
  ctx: Ctx,
  amenity: Amenity,
  unitId: string,
  session: Session | null = null,
): Promise<Missed[]> {
  const since = (await householdSince(ctx, unitId)) ?? todayOf(ctx);
  const remembered = new Date(ctx.now.getTime() - (amenity.noShowDays ?? REMEMBERED) * DAY_MS);
  const moved = since === '' ? remembered : startOfDay(since, ctx.project.timeZone);
  const bans = await records(utilityBan)
    .in(session)
    .find(ctx, { unitId, cause: 'NO_SHOW' }, { only: ['bookingIds'], patience: 2000 });
  return records(utilityBooking)
    .in(session)
    .find(
      ctx,
      {
        unitId,
        utilityId: amenity._id,
        noShow: true,
        _id: { $nin: bans.flatMap(ban => ban.bookingIds) },
        startAt: { $gt: moved > remembered ? moved : remembered },
      },
      { only: ['startAt'], sort: { startAt: 1 }, limit: 50, patience: 2000 },
    );
}

const sameIds = (a: readonly Missed[], b: readonly Missed[]) =>
  a.length === b.length && a.every(({ _id }, at) => _id === b[at]?._id);

/** Further changes after a no-show, or its withdrawal. */
export interface Following {
  with: Change[];
  also(session: Session): Promise<void>;
}

/** Ban after a further no-show, if the limit is reached (rules.md, issue of the amenities): from the following day, for the amenity's group. */
export async function afterMiss(ctx: Ctx, amenity: Amenity, booking: Booking): Promise<Following> {
  const { unitId } = booking;
  const others = async (session: Session | null = null) =>
    (await loadMissed(ctx, amenity, unitId, session)).filter(({ _id }) => _id !== booking._id);
  const before = await others();
  const missed = [...before, booking];
  const limit = amenity.noShowLimit;
  const ban = limit && missed.length >= limit ? await banAfter(ctx, amenity, unitId, missed) : null;
  return {
    with: ban ? [{ definition: utilityBan, action: 'create', insert: ban }] : [],
    async also(session) {
      await serializeBy(`ban ${unitId}`, session);
      // Another booking was marked or withdrawn concurrently.
      if (!sameIds(await others(session), before)) throw new VersionConflict();
      if (ban) await notifyOfBan(ctx, 'UNIT_BANNED', ban, session);
    },
  };
}

async function banAfter(
  ctx: Ctx,
  amenity: Amenity,
  unitId: string,
  missed: readonly Missed[],
): Promise<Doc<typeof utilityBan>> {
  const from = addDays(todayOf(ctx), 1);
  const days = amenity.banDays ?? BAN_DAYS;
  const params = { count: missed.length, name: amenity.name, days: amenity.noShowDays ?? REMEMBERED };
  return build(ctx, utilityBan, {
    unitId,
    scope: 'GROUP',
    groupId: amenity.groupId,
    cause: 'NO_SHOW',
    from,
    until: addDays(from, days - 1),
    bookingIds: missed.map(({ _id }) => _id),
    reason: text('vi', 'utility-ban.missed', params),
  });
}

/** Lifts the bans based on a booking whose mark is withdrawn, if too few others remain. */
export async function afterShow(ctx: Ctx, amenity: Amenity | null, booking: Booking): Promise<Following> {
  const bans = await records(utilityBan).find(
    ctx,
    { unitId: booking.unitId, status: 'ACTIVE', bookingIds: booking._id },
    { patience: 2000 },
  );
  const falls = bans.filter(ban => ban.bookingIds.length - 1 < (amenity?.noShowLimit ?? 1));
  const liftReason = text('vi', 'utility-ban.taken-back', { code: booking.code ?? '' });
  return {
    with: bans.map(doc => ({
      definition: utilityBan,
      action: falls.includes(doc) ? 'lift' : 'update',
      update: {
        doc,
        set: falls.includes(doc)
          ? { status: 'LIFTED', liftReason }
          : { bookingIds: doc.bookingIds.filter(id => id !== booking._id) },
      },
    })),
    async also(session) {
      await serializeBy(`ban ${booking.unitId}`, session);
      for (const ban of falls) await notifyOfBan(ctx, 'UNIT_BAN_ENDED', ban, session);
    },
  };
}

/** Notifies a household of a ban or its end; the text is the reason of the ban. */
export const notifyOfBan = (
  ctx: Ctx,
  type: 'UNIT_BANNED' | 'UNIT_BAN_ENDED',
  ban: Doc<typeof utilityBan>,
  session: Session,
) => notify(ctx, toUnit(ban.unitId), type, { module: utilityBan.code, id: ban._id, title: ban.reason }, session);

/** No-shows of a household by amenity, and the end of its bans. */
export async function loadStanding(ctx: Ctx, unitId: string) {
  const amenities = await records(utility).find(
    ctx,
    { type: { $ne: 'NO_RESERVATION' }, partnerId: null, active: true },
    { sort: { displayOrder: 1 }, limit: 200, patience: 2000 },
  );
  const bans = await loadBans(ctx, unitId);
  const standing = amenities.map(amenity => ({ amenity, ban: bans.find(ban => bars(ban, amenity)) }));
  return Promise.all(
    standing
      .filter(({ amenity, ban }) => ban || amenity.noShowLimit)
      .map(async ({ amenity, ban }) => ({
        utilityId: amenity._id,
        groupId: amenity.groupId,
        name: amenity.name,
        noShows: amenity.noShowLimit ? (await loadMissed(ctx, amenity, unitId)).length : 0,
        limit: amenity.noShowLimit,
        windowDays: amenity.noShowDays ?? REMEMBERED,
        until: ban?.until ?? null,
      })),
  );
}
