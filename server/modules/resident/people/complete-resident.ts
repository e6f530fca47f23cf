import type { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { mergedAmong } from '../../../kit/privacy/person-keys.ts';
import type { DoneOf, RequestOf, Values } from '../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { fieldOf } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { movedResidentAddress } from '../../../platform/accounts/addresses/resident-address.ts';
import type { OpenOf } from '../../../platform/server-module.ts';
import { assertNoOverlap, atHome, changedHome, livingHomes, loadHouseholder, newHome } from '../homes/homes.ts';
import { isHeadTaken } from '../homes/householders.ts';
import { importedHomes } from '../homes/imported-homes.ts';
import { endedBy } from '../homes/move-out.ts';
import { emptyUnits, refillUnits, unitByImport, withHouseholder, withUnit } from '../homes/unit-state.ts';
import { clearEndingMark } from './papers.ts';

type ResidentValues = Values<typeof resident>;

/** Vietnamese names are sorted by the given name, which is their last word. */
export function sortNameOf(name: string): string {
  const words = name.split(' ');
  return [words.at(-1), ...words.slice(0, -1)].join(' ');
}

/** Values derived from name and birthday. */
function derived(values: ResidentValues): Pick<ResidentValues, 'sortName' | 'birthYear'> {
  const { name, birthday } = values;
  return {
    ...(typeof name === 'string' && { sortName: sortNameOf(name) }),
    ...(birthday !== undefined && { birthYear: birthday ? Number(birthday.slice(0, 4)) : null }),
  };
}

const refuse = (field: string, code: string): never => failFields({ [field]: { code } }, code);

async function hasHouseholder(ctx: Ctx, request: RequestOf<typeof resident>): Promise<boolean> {
  const unitId = request.doc?.unitId ?? request.values.unitId ?? '';
  const { file } = request.kind === 'import' || request.kind === 'update' ? request : {};
  return file ? isHeadTaken(ctx, file, unitId) : (await loadHouseholder(ctx, unitId)) !== null;
}

/**
 * Completes a resident: units change by actions only, and a unit has at most one householder. Residents who were erased or merged are not restored.
 */
export async function completeResident(ctx: Ctx, request: RequestOf<typeof resident>): Promise<ResidentValues> {
  const { kind, values, doc } = request;
  if (kind === 'restore' && (doc.name === '' || (await mergedAmong([doc._id])).size > 0)) fail('NOT_FOUND');
  if (doc && values.unitId !== undefined && values.unitId !== doc.unitId) refuse('unitId', 'RESIDENT_MOVES_BY_ACTS');
  if (values.role === 'HOUSEHOLDER' && doc?.role !== 'HOUSEHOLDER' && (await hasHouseholder(ctx, request)))
    refuse('role', 'RESIDENT_HOUSEHOLDER_EXISTS');
  if (doc) {
    if (typeof values.movedInAt === 'string') await assertNoOverlap(ctx, doc._id, doc.unitId, values.movedInAt);
    const moved = kind === 'update' ? await movedResidentAddress(ctx, doc, values) : {};
    return { ...values, ...derived(values), ...clearEndingMark(ctx, doc, values), ...moved };
  }
  // For imported residents the day of moving in may be unknown.
  const since = kind === 'create' ? (values.movedInAt ?? todayOf(ctx)) : values.movedInAt;
  return { ...values, ...derived(values), movedInAt: since, unitIds: [values.unitId ?? ''] };
}

/** Changes to the homes of a removed resident: units become empty, and open records of a household end with its last resident. */
async function left(ctx: Ctx, parts: readonly OpenOf[], before: Doc<typeof resident>): Promise<Change[]> {
  const homes = await livingHomes(ctx, before._id);
  const unitIds = homes.map(home => home.unitId);
  return [...(await emptyUnits(ctx, homes)), ...(await endedBy(ctx, parts, before, unitIds))];
}

/** Further changes of a resident: homes are created and updated, and units become occupied or empty. */
export async function loadHomes(ctx: Ctx, done: DoneOf<typeof resident>, parts: readonly OpenOf[]): Promise<Change[]> {
  const { kind, doc, before } = done;
  if (kind === 'create') return withUnit(ctx, await newHome(ctx, doc._id, doc), true);
  if (kind === 'import') return importedHomes(ctx, done.file, doc, [doc, ...done.homes]);
  if (kind === 'remove') return left(ctx, parts, before);
  if (kind === 'restore') return refillUnits(ctx, before);
  const further = done.file ? await importedHomes(ctx, done.file, doc, done.homes ?? []) : [];
  const changed = Object.entries(atHome(doc)).filter(([name, value]) => fieldOf(before, name) !== value);
  if (changed.length === 0) return further;
  const main = (await livingHomes(ctx, doc._id)).find(home => home.unitId === doc.unitId);
  if (!main) return further;
  const home = changedHome(ctx, main, Object.fromEntries(changed));
  const changes = done.file ? [home, ...(await unitByImport(ctx, done.file, home))] : await withHouseholder(ctx, home);
  return [...changes, ...further];
}
