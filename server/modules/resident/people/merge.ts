import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { holdKeys, loadHoldKeys, mergeKeys } from '../../../kit/privacy/person-keys.ts';
import { open } from '../../../kit/privacy/personal.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { lastChange } from '../../../kit/records/acts/last-change.ts';
import { nameAnew } from '../../../kit/records/lists/name-anew.ts';
import { keysAfter } from '../../../kit/records/records.ts';
import { loadDetail } from '../../../kit/serve.ts';
import { sealed } from '../../../kit/store/keys/seal.ts';
import { type AnyDoc, type Doc, fieldOf, records } from '../../../kit/store/records.ts';
import { type Change, retryOnConflict, save } from '../../../kit/store/save.ts';
import { movePhoneWithin } from '../../../platform/accounts/addresses/resident-logins.ts';
import { blockWithin } from '../../../platform/accounts/invitations/residents.ts';
import { atHome, changedHome } from '../homes/homes.ts';

/** Values by the names of fields, sealed where they are personal. */
type ByName = Record<string, unknown>;
type Home = Partial<Doc<typeof residency>>;

/** Fields that a merge does not fill in: they follow from homes, names and accounts. */
const DERIVED = new Set([
  'unitId',
  'role',
  'relationship',
  'owner',
  'movedInAt',
  'rentFrom',
  'rentTo',
  'unitIds',
  'living',
  'ending',
  'sortName',
  'userId',
  'appState',
  'appUsage',
  'newEmail',
]);
const { fields }: Definition = resident;
const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** Values that the kept record lacks; a different phone or e-mail becomes the second one. */
function filledFrom(kept: Doc<typeof resident>, other: Doc<typeof resident>): ByName {
  const set: ByName = {};
  const given = (name: string) => fieldOf(other, name);
  const take = (name: string, from = name) => {
    set[name] = fields[name]?.personal ? open(other.projectId, String(given(from))) : given(from);
  };
  for (const name of Object.keys(fields))
    if (!DERIVED.has(name) && isEmpty(fieldOf(kept, name)) && !isEmpty(given(name))) take(name);
  for (const name of ['phone', 'email'] as const)
    if (!set[name] && !isEmpty(other[name]) && isEmpty(kept[`${name}2`]) && kept.blind?.[name] !== other.blind?.[name])
      take(`${name}2`, name);
  // If dates of the two records contradict each other, those of the kept one stay.
  for (const name of Object.keys(resident.check({ ...kept, ...set }))) delete set[name];
  // Values are sealed with the key of the kept record.
  return sealed(resident, kept.projectId, set, { ...kept, ...set });
}

/** Roles, the most significant first. */
const BY_WEIGHT = ['HOUSEHOLDER', 'CO_HOUSEHOLDER', 'EMPOWER', 'RENTER', 'MEMBER'];
const weightOf = ({ role }: Doc<typeof residency>) => BY_WEIGHT.indexOf(role);

/** Gains of the kept residency from another one of the same unit: the more significant role, the earlier date, missing values. */
function homeOfBoth(own: Doc<typeof residency>, other: Doc<typeof residency>): Home {
  const lacks = Object.entries(atHome(other)).filter(([name, value]) => isEmpty(fieldOf(own, name)) && !isEmpty(value));
  const set: Home = Object.fromEntries(lacks);
  if (weightOf(other) < weightOf(own)) set.role = other.role;
  if (other.owner && !own.owner) set.owner = true;
  if (other.movedInAt && own.movedInAt && other.movedInAt < own.movedInAt) set.movedInAt = other.movedInAt;
  const { rentFrom, rentTo } = { ...own, ...set };
  if (rentFrom && rentTo && rentTo < rentFrom) {
    delete set.rentFrom;
    delete set.rentTo;
  }
  return set;
}

/** Merges the homes of both; `main` are the changes of the kept record's main home. */
async function homesAfter(
  ctx: Ctx,
  kept: Doc<typeof resident>,
  other: Doc<typeof resident>,
): Promise<{ changes: Change[]; main: Home }> {
  const homes = await records(residency).find(
    ctx,
    { residentId: { $in: [kept._id, other._id] } },
    { sort: { createdAt: 1, _id: 1 } },
  );
  const own = homes.filter(home => home.residentId === kept._id && home.living === true);
  const changes: Change[] = [];
  let main: Home = {};
  for (const home of homes.filter(one => one.residentId === other._id)) {
    const twin = home.living === true && own.find(one => one.unitId === home.unitId);
    if (!twin) {
      changes.push({ definition: residency, action: 'update', update: { doc: home, set: { residentId: kept._id } } });
      continue;
    }
    changes.push({ definition: residency, action: 'remove', update: { doc: home, set: { deletedAt: ctx.now } } });
    const gained = homeOfBoth(twin, home);
    if (Object.keys(gained).length === 0) continue;
    changes.push(changedHome(ctx, twin, gained));
    if (twin.unitId === kept.unitId) main = gained;
  }
  return { changes, main };
}

/** If the kept record takes over the other's account, the account's contacts become the first ones, its own the second ones. */
function contactsAfter(kept: Doc<typeof resident>, other: Doc<typeof resident>): ByName {
  if (!takesAccount(kept, other)) return {};
  const set: Partial<Doc<typeof resident>> = {};
  if (other.newEmail) set.newEmail = open(other.projectId, other.newEmail);
  for (const name of ['phone', 'email'] as const) {
    const [theirs, ours] = [other[name], kept[name]];
    if (!theirs) continue;
    set[name] = open(other.projectId, theirs);
    const own = ours ? open(kept.projectId, ours) : null;
    if (own && own !== set[name] && isEmpty(kept[`${name}2`])) set[`${name}2`] = own;
  }
  return sealed(resident, kept.projectId, set, { ...kept, ...set });
}
const takesAccount = (kept: Doc<typeof resident>, other: Doc<typeof resident>) =>
  isEmpty(kept.userId) && !isEmpty(other.userId);

/** The remaining account: that of the kept record, else that of the other. */
function accountAfter(kept: Doc<typeof resident>, other: Doc<typeof resident>): Partial<Doc<typeof resident>> {
  return {
    ...(takesAccount(kept, other) && { userId: other.userId, appState: other.appState }),
    ...(other.appUsage && { appUsage: true }),
  };
}

async function merge(
  ctx: Ctx,
  kept: Doc<typeof resident>,
  other: Doc<typeof resident>,
  all: readonly Definition[],
): Promise<AnyDoc> {
  await holdKeys([kept, other]);
  await loadHoldKeys([kept._id]);
  const homes = await homesAfter(ctx, kept, other);
  const moves = kept.living !== true && other.living === true;
  const set: ByName = {
    ...filledFrom(kept, other),
    ...contactsAfter(kept, other),
    ...accountAfter(kept, other),
    ...(moves && { living: true, unitId: other.unitId, ...atHome(other) }),
    ...homes.main,
    unitIds: [...new Set([...kept.unitIds, ...other.unitIds])],
  };
  set.keys = await keysAfter(ctx, resident, { ...kept, ...set });
  const both = !isEmpty(kept.userId) && !isEmpty(other.userId);
  // The other record is removed first, which frees its unique values.
  const gone: Change = {
    definition: resident,
    action: 'remove',
    update: { doc: other, set: { deletedAt: ctx.now, mergedIntoId: kept._id } },
    async also(session) {
      if (both) await blockWithin(ctx, session, other);
      await mergeKeys(other._id, kept._id, session);
    },
  };
  const merged: Change = {
    definition: resident,
    action: 'merge',
    update: { doc: kept, set },
    async also(session) {
      const after: AnyDoc = { ...kept, ...set };
      const { userId } = after;
      if (typeof userId === 'string' && userId) await movePhoneWithin(ctx, session, userId, kept, after);
    },
  };
  const [, saved] = await save(ctx, [
    gone,
    merged,
    ...homes.changes,
    ...(await nameAnew(ctx, resident, { from: other._id, to: kept._id, parts: false }, all)),
  ]);
  return saved ?? kept;
}

/** `PUT /member/:id/merge`: merges the other record of a person into this one, and removes it, in one transaction. */
export const mergeRoute = (all: readonly Definition[]): Route =>
  route({
    method: 'put',
    path: `${resident.path}/:id/merge`,
    summary: 'Merge another record of the same person into this one, and remove it',
    module: resident.code,
    flags: ['delete'],
    params: z.strictObject({ id: idSchema }),
    body: z.strictObject({ withId: idSchema, version: z.int().min(1).max(1_000_000_000) }),
    answer: responseSchema(resident, 'detail'),
    async run(ctx, { params, body: { withId, version } }) {
      const saved = await retryOnConflict(async () => {
        const kept = await load(ctx, resident, params.id);
        if (withId === params.id) failFields({ withId: { code: 'RESIDENT_MERGES_WITH_ITSELF' } });
        if (kept.version !== version) fail('STATUS_CHANGED', await lastChange(resident, kept, false));
        const other = await records(resident).get(ctx, withId);
        if (!other) return failFields({ withId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
        return merge(ctx, kept, other, all);
      });
      return loadDetail(ctx, resident, saved);
    },
  });
