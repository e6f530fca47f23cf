import { residency, resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { build } from '../../../kit/records/records.ts';
import { sealed } from '../../../kit/store/keys/seal.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';

type Home = Partial<Doc<typeof residency>>;

/** Fields that both a resident and their residency hold. */
const AT_HOME = ['role', 'relationship', 'owner', 'movedInAt', 'rentFrom', 'rentTo'] as const;

/** What a resident and their residency both hold. */
type AtHome = Pick<Home, (typeof AT_HOME)[number]>;

export const atHome = (values: AtHome): AtHome =>
  Object.fromEntries(AT_HOME.flatMap(name => (values[name] === undefined ? [] : [[name, values[name]]])));

const ofHouseholder = ({ role, unitId }: Home) => (role === 'HOUSEHOLDER' ? (unitId ?? null) : null);

/** Creates a residency. */
export async function newHome(
  ctx: Ctx,
  residentId: string,
  values: AtHome & Pick<Home, 'unitId'>,
): Promise<Change & { insert: Doc<typeof residency> }> {
  const home = { ...atHome(values), residentId, unitId: values.unitId, householderOf: ofHouseholder(values) };
  return { definition: residency, action: 'create', insert: await build(ctx, residency, home, true) };
}

/** Updates a residency; `householderOf` follows the role. */
export function changedHome(ctx: Ctx, doc: Doc<typeof residency>, values: Home): Change {
  const set: Home = { ...values };
  if (values.living === false) set.householderOf = null;
  else if (values.role !== undefined) set.householderOf = ofHouseholder({ ...doc, ...values });
  return { definition: residency, action: 'update', update: { doc, set: sealed(residency, ctx.projectId, set) } };
}

/** Current homes of a resident. */
export const livingHomes = (ctx: Ctx, residentId: string): Promise<Doc<typeof residency>[]> =>
  records(residency).find(ctx, { residentId, living: true }, { sort: { createdAt: 1, _id: 1 } });

/** Refuses a stay that overlaps with an earlier one in the same unit. */
export async function assertNoOverlap(
  { projectId }: Ctx,
  residentId: string,
  unitId: string,
  movedInAt: string | null | undefined,
): Promise<void> {
  if (!movedInAt) return;
  const before = await records(residency).first(
    { projectId },
    { residentId, unitId, living: false, movedOutAt: { $gt: movedInAt } },
    { sort: { movedOutAt: -1 } },
  );
  if (!before) return;
  const error = {
    code: 'RESIDENT_STAY_OVERLAPS',
    params: { until: (before.movedOutAt ?? '').split('-').reverse().join('/') },
  };
  failFields({ movedInAt: error }, error.code);
}

/** Residency of a resident in a unit; refused at `unitId` if they do not live there. */
export async function homeIn(ctx: Ctx, residentId: string, unitId: string | undefined): Promise<Doc<typeof residency>> {
  const residence = (await livingHomes(ctx, residentId)).find(home => home.unitId === unitId);
  return residence ?? failFields({ unitId: { code: 'RESIDENT_NOT_IN_UNIT' } }, 'RESIDENT_NOT_IN_UNIT');
}

/** Householder of a unit with the residency; null if there is none. */
export async function loadHouseholder(
  ctx: Ctx,
  unitId: string,
): Promise<{ home: Doc<typeof residency>; person: Doc<typeof resident> } | null> {
  const home = await records(residency).first(ctx, { 'uniq.householderOf': unitId });
  const person = home && (await records(resident).get(ctx, home.residentId));
  return home && person ? { home, person } : null;
}
