import type { residency } from '@lobby/shared/modules/resident.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { keysAfter } from '../../kit/records/records.ts';
import type { Action, ActionsOf } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import type { OpenOf } from '../../platform/server-module.ts';
import { accountActs } from './account-acts.ts';
import { erase } from './erasure/erase.ts';
import { assertNoOverlap, atHome, changedHome, homeIn, livingHomes, loadHouseholder, newHome } from './homes/homes.ts';
import { endedBy } from './homes/move-out.ts';
import { withHouseholder, withUnit } from './homes/unit-state.ts';

/** Values of the main home on a resident, with search keys. */
async function mainHome(
  ctx: Ctx,
  doc: Doc<typeof resident>,
  home: Partial<Doc<typeof residency>>,
): Promise<Partial<Doc<typeof resident>>> {
  const set = { unitId: home.unitId, ...NOTHING_AT_HOME, ...atHome(home) };
  return { ...set, keys: await keysAfter(ctx, resident, { ...doc, ...set }) };
}
const NOTHING_AT_HOME = { relationship: null, owner: false, movedInAt: null, rentFrom: null, rentTo: null };

const moveIn: Action<typeof resident, 'move-in'> = async (ctx, doc, input) => {
  const { unitId } = input;
  const refuse = (field: string, code: string): never => failFields({ [field]: { code } }, code);
  if (doc.unitIds.includes(unitId)) refuse('unitId', 'RESIDENT_ALREADY_IN_UNIT');
  if (input.role === 'HOUSEHOLDER' && (await loadHouseholder(ctx, unitId)))
    refuse('role', 'RESIDENT_HOUSEHOLDER_EXISTS');
  const home = { ...input, movedInAt: input.movedInAt ?? todayOf(ctx) };
  const { rentTo, visaExpiry } = resident.check({ ...home, visaExpiry: doc.visaExpiry });
  if (rentTo) failFields({ rentTo });
  if (visaExpiry) failFields({ movedInAt: visaExpiry });
  await assertNoOverlap(ctx, doc._id, unitId, home.movedInAt);
  const first = doc.living === false;
  return {
    set: {
      living: true,
      ...(first && { appUsage: true }),
      unitIds: [...(first ? [] : doc.unitIds), unitId],
      ...(first && (await mainHome(ctx, doc, home))),
    },
    with: await withUnit(ctx, await newHome(ctx, doc._id, home), true),
  };
};

const moveOut =
  (parts: readonly OpenOf[]): Action<typeof resident, 'move-out'> =>
  async (ctx, doc, input) => {
    const home = await homeIn(ctx, doc._id, input.unitId);
    const left = (await livingHomes(ctx, doc._id)).filter(other => other._id !== home._id);
    const next = left[0];
    const movedOutAt = input.movedOutAt ?? todayOf(ctx);
    if (home.movedInAt && movedOutAt < home.movedInAt)
      failFields({ movedOutAt: { code: 'DATES_REVERSED' } }, 'DATES_REVERSED');
    return {
      set: {
        unitIds: left.map(stay => stay.unitId),
        ...(next
          ? doc.unitId === input.unitId && (await mainHome(ctx, doc, next))
          : { living: false, appUsage: false }),
      },
      with: [
        ...(await withUnit(ctx, changedHome(ctx, home, { living: false, movedOutAt }), false)),
        ...(await endedBy(ctx, parts, doc, [home.unitId])),
      ],
    };
  };

/** Changes the role in a unit; also on the resident if it is the main home. */
function newRole(
  ctx: Ctx,
  person: Doc<typeof resident>,
  home: Doc<typeof residency>,
  role: Doc<typeof residency>['role'],
): Change[] {
  const copy: Change = { definition: resident, action: 'update', update: { doc: person, set: { role } } };
  return [changedHome(ctx, home, { role }), ...(person.unitId === home.unitId ? [copy] : [])];
}

const makeHouseholder: Action<typeof resident, 'make-householder'> = async (ctx, doc, input) => {
  const home = await homeIn(ctx, doc._id, input.unitId);
  const before = await loadHouseholder(ctx, input.unitId);
  if (before?.home._id === home._id) return {};
  return {
    ...(doc.unitId === home.unitId && { set: { role: 'HOUSEHOLDER' } }),
    // The former householder is changed first, so that the unit never has two.
    with: [
      ...(before ? newRole(ctx, before.person, before.home, 'MEMBER') : []),
      ...(await withHouseholder(ctx, changedHome(ctx, home, { role: 'HOUSEHOLDER' }))),
    ],
  };
};

/** Homes change by these actions, which keep dates and history (product.md 4). */
export const residentActs = (parts: readonly OpenOf[]): ActionsOf<typeof resident> => ({
  ...accountActs,
  erase,
  'move-in': moveIn,
  'move-out': moveOut(parts),
  'make-householder': makeHouseholder,
  'main-home': async (ctx, doc, input) => ({
    set: await mainHome(ctx, doc, await homeIn(ctx, doc._id, input.unitId)),
  }),
  'app-usage': (_ctx, _doc, input) => ({ set: { appUsage: input.appUsage } }),
});
