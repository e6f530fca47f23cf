import { type residency, resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import type { ImportRow } from '../../../kit/records/behaviour.ts';
import { type Doc, fieldOf } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { assertNoOverlap, atHome, changedHome, livingHomes, newHome } from './homes.ts';
import { isHeadFreed, isHeadTaken } from './householders.ts';
import { unitByImport } from './unit-state.ts';

/** A home that a row tells of. */
type Home = Partial<Doc<typeof residency>>;

const refuse = (field: string, code: string): never => failFields({ [field]: { code } }, code);

/** Completes a further home of an import row, or returns what changes of an existing one; null if nothing does. */
export async function completeHome(
  ctx: Ctx,
  home: Home,
  doc: Doc<typeof resident> | null,
  file: readonly ImportRow[],
): Promise<Home | null> {
  const stored = doc && (await livingHomes(ctx, doc._id)).find(other => other.unitId === home.unitId);
  const entries = stored
    ? Object.entries(atHome(home)).filter(([name, value]) => (fieldOf(stored, name) ?? null) !== value)
    : Object.entries({ role: 'MEMBER', ...atHome(home) });
  if (entries.length === 0) return null;
  const changed: Home = Object.fromEntries(entries);
  const { rentTo, visaExpiry } = resident.check({ ...stored, ...changed, visaExpiry: doc?.visaExpiry });
  if (rentTo) failFields({ rentTo });
  if (visaExpiry) failFields({ movedInAt: visaExpiry });
  if (changed.role === 'HOUSEHOLDER' && (await isHeadTaken(ctx, file, home.unitId ?? '')))
    refuse('role', 'RESIDENT_HOUSEHOLDER_EXISTS');
  if (doc && changed.movedInAt) await assertNoOverlap(ctx, doc._id, home.unitId ?? '', changed.movedInAt);
  return { unitId: home.unitId, ...changed };
}

/** Homes that an import creates or changes, with the units that become occupied. */
export async function importedHomes(
  ctx: Ctx,
  file: readonly ImportRow[],
  person: Doc<typeof resident>,
  homes: readonly Home[],
): Promise<Change[]> {
  const changes: Change[] = [];
  const stored = homes[0] === person || homes.length === 0 ? [] : await livingHomes(ctx, person._id);
  for (const home of homes) {
    const there = stored.find(other => other.unitId === home.unitId);
    if (there) {
      const { unitId: _, ...values } = home;
      const moved = changedHome(ctx, there, values);
      changes.push(moved, ...(await unitByImport(ctx, file, moved)));
      continue;
    }
    const made = await newHome(ctx, person._id, home);
    changes.push(made, ...(await unitByImport(ctx, file, made)));
    if (!made.insert.householderOf || !(await isHeadFreed(ctx, file, home.unitId ?? ''))) continue;
    // The present householder gives up the role in the same import: the new one gets it after that.
    changes.push(changedHome(ctx, { ...made.insert }, { role: 'HOUSEHOLDER' }));
    Object.assign(made.insert, { role: 'MEMBER', householderOf: null, uniq: { householderOf: null } });
  }
  return changes;
}
