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
function filledFrom(target: Doc<typeof resident>, other: Doc<typeof resident>): ByName {
  const set: ByName = {};
  const otherValue = (name: string) => fieldOf(other, name);
  const take = (name: string, from = name) => {
    set[name] = fields[name]?.personal ? open(other.projectId, String(otherValue(from))) : otherValue(from);
  };
  for (const name of Object.keys(fields))
    if (!DERIVED.has(name) && isEmpty(fieldOf(target, name)) && !isEmpty(otherValue(name))) take(name);
  for (const name of ['phone', 'email'] as const)
    if (
      !set[name] &&
      !isEmpty(other[name]) &&
      isEmpty(target[`${name}2`]) &&
      target.blind?.[name] !== other.blind?.[name]
    )
      take(`${name}2`, name);
  // If dates of the two records contradict each other, those of the kept one stay.
  for (const name of Object.keys(resident.check({ ...target, ...set }))) delete set[name];
  // Values are sealed with the key of the kept record.
  return sealed(resident, target.projectId, set, { ...target, ...set });
}

/** Roles, the most significant first. */
const BY_WEIGHT = ['HOUSEHOLDER', 'CO_HOUSEHOLDER', 'EMPOWER', 'RENTER', 'MEMBER'];
const weightOf = ({ role }: Doc<typeof residency>) => BY_WEIGHT.indexOf(role);

/** Gains of the kept residency from another one of the same unit: the more significant role, the earlier date, missing values. */
function homeOfBoth(home: Doc<typeof residency>, other: Doc<typeof residency>): Home {
  const lacks = Object.entries(atHome(other)).filter(
    ([name, value]) => isEmpty(fieldOf(home, name)) && !isEmpty(value),
  );
  const set: Home = Object.fromEntries(lacks);
  if (weightOf(other) < weightOf(home)) set.role = other.role;
  if (other.owner && !home.owner) set.owner = true;
  if (other.movedInAt && home.movedInAt && other.movedInAt < home.movedInAt) set.movedInAt = other.movedInAt;
  const { rentFrom, rentTo } = { ...home, ...set };
  if (rentFrom && rentTo && rentTo < rentFrom) {
    delete set.rentFrom;
    delete set.rentTo;
  }
  return set;
}

/** Merges the homes of both; `main` are the changes of the kept record's main home. */
async function homesAfter(
  ctx: Ctx,
  target: Doc<typeof resident>,
  other: Doc<typeof resident>,
): Promise<{ changes: Change[]; main: Home }> {
  const homes = await records(residency).find(
    ctx,
    { residentId: { $in: [target._id, other._id] } },
    { sort: { createdAt: 1, _id: 1 } },
  );
  const living = homes.filter(home => home.residentId === target._id && home.living === true);
  const changes: Change[] = [];
  let main: Home = {};
  for (const home of homes.filter(residence => residence.residentId === other._id)) {
    const twin = home.living === true && living.find(residence => residence.unitId === home.unitId);
    if (!twin) {
      changes.push({ definition: residency, action: 'update', update: { doc: home, set: { residentId: target._id } } });
      continue;
    }
    changes.push({ definition: residency, action: 'remove', update: { doc: home, set: { deletedAt: ctx.now } } });
    const gained = homeOfBoth(twin, home);
    if (Object.keys(gained).length === 0) continue;
    changes.push(changedHome(ctx, twin, gained));
    if (twin.unitId === target.unitId) main = gained;
  }
  return { changes, main };
}

/** If the kept record takes over the other's account, the account's contacts become the first ones, its own the second ones. */
function contactsAfter(target: Doc<typeof resident>, other: Doc<typeof resident>): ByName {
  if (!takesAccount(target, other)) return {};
  const set: Partial<Doc<typeof resident>> = {};
  if (other.newEmail) set.newEmail = open(other.projectId, other.newEmail);
  for (const name of ['phone', 'email'] as const) {
    const [theirs, ours] = [other[name], target[name]];
    if (!theirs) continue;
    set[name] = open(other.projectId, theirs);
    const contact = ours ? open(target.projectId, ours) : null;
    if (contact && contact !== set[name] && isEmpty(target[`${name}2`])) set[`${name}2`] = contact;
  }
  return sealed(resident, target.projectId, set, { ...target, ...set });
}
const takesAccount = (target: Doc<typeof resident>, other: Doc<typeof resident>) =>
  isEmpty(target.userId) && !isEmpty(other.userId);

/** The remaining account: that of the kept record, else that of the other. */
function accountAfter(target: Doc<typeof resident>, other: Doc<typeof resident>): Partial<Doc<typeof resident>> {
  return {
    ...(takesAccount(target, other) && { userId: other.userId, appState: other.appState }),
    ...(other.appUsage && { appUsage: true }),
  };
}

async function merge(
  ctx: Ctx,
  target: Doc<typeof resident>,
  other: Doc<typeof resident>,
  all: readonly Definition[],
): Promise<AnyDoc> {
  await holdKeys([target, other]);
  await loadHoldKeys([target._id]);
  const homes = await homesAfter(ctx, target, other);
  const moves = target.living !== true && other.living === true;
  const set: ByName = {
    ...filledFrom(target, other),
    ...contactsAfter(target, other),
    ...accountAfter(target, other),
    ...(moves && { living: true, unitId: other.unitId, ...atHome(other) }),
    ...homes.main,
    unitIds: [...new Set([...target.unitIds, ...other.unitIds])],
  };
  set.keys = await keysAfter(ctx, resident, { ...target, ...set });
  const both = !isEmpty(target.userId) && !isEmpty(other.userId);
  // The other record is removed first, which frees its unique values.
  const gone: Change = {
    definition: resident,
    action: 'remove',
    update: { doc: other, set: { deletedAt: ctx.now, mergedIntoId: target._id } },
    async also(session) {
      if (both) await blockWithin(ctx, session, other);
      await mergeKeys(other._id, target._id, session);
    },
  };
  const merged: Change = {
    definition: resident,
    action: 'merge',
    update: { doc: target, set },
    async also(session) {
      const after: AnyDoc = { ...target, ...set };
      const { userId } = after;
      if (typeof userId === 'string' && userId) await movePhoneWithin(ctx, session, userId, target, after);
    },
  };
  const [, saved] = await save(ctx, [
    gone,
    merged,
    ...homes.changes,
    ...(await nameAnew(ctx, resident, { from: other._id, to: target._id, parts: false }, all)),
  ]);
  return saved ?? target;
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
        const target = await load(ctx, resident, params.id);
        if (withId === params.id) failFields({ withId: { code: 'RESIDENT_MERGES_WITH_ITSELF' } });
        if (target.version !== version) fail('STATUS_CHANGED', await lastChange(resident, target, false));
        const other = await records(resident).get(ctx, withId);
        if (!other) return failFields({ withId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
        return merge(ctx, target, other, all);
      });
      return loadDetail(ctx, resident, saved);
    },
  });
