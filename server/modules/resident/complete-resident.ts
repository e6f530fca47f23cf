import { fold } from '@lobby/shared/kit/words.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/context.ts';
import { failFields } from '../../kit/fail.ts';
import { modelOf, type Stored } from '../../kit/model.ts';
import type { ImportRow } from '../../kit/records.ts';
import type { Change } from '../../kit/save.ts';
import { atHome, changedHome, householderOf, livingHomes, newHome } from './homes.ts';
import { withUnit } from './unit-state.ts';

type Values = Record<string, unknown>;

/** Vietnamese lists go by the given name, the last of the words. */
export function sortNameOf(name: string): string {
  const words = fold(name).split(' ');
  return [words.at(-1), ...words.slice(0, -1)].join(' ');
}

/** What follows from the values themselves. */
function derived(values: Values): Values {
  const { name, birthday } = values;
  return {
    ...(typeof name === 'string' && { sortName: sortNameOf(name) }),
    ...(birthday !== undefined && { birthYear: typeof birthday === 'string' ? Number(birthday.slice(0, 4)) : null }),
  };
}

const refuse = (field: string, code: string): never => failFields({ [field]: { code } }, code);

/** Completes a resident; homes change by their acts, and no unit gets a second householder. */
export async function completeResident(ctx: Ctx, values: Values, doc: Stored | null): Promise<Values> {
  if (doc && values.unitId !== undefined && values.unitId !== doc.unitId) refuse('unitId', 'RESIDENT_MOVES_BY_ACTS');
  if (values.role === 'HOUSEHOLDER' && doc?.role !== 'HOUSEHOLDER')
    if (await householderOf(ctx, doc?.unitId ?? values.unitId)) refuse('role', 'RESIDENT_HOUSEHOLDER_EXISTS');
  return { ...values, ...derived(values), ...(!doc && { unitIds: [values.unitId] }) };
}

/** The same for the rows of a spreadsheet, with one look at the householders there are. */
export async function completeRows(ctx: Ctx, rows: readonly ImportRow[]): Promise<void> {
  const heads = rows.filter(({ values }) => values.role === 'HOUSEHOLDER' && typeof values.unitId === 'string');
  const units = heads.map(({ values }) => String(values.unitId));
  const taken = new Set<unknown>(
    await modelOf(residency).distinct('uniq.householderOf', {
      projectId: ctx.projectId,
      deletedAt: null,
      'uniq.householderOf': { $in: units },
    }),
  );
  for (const { values, errors } of heads) {
    if (taken.has(values.unitId)) errors.role = { code: 'RESIDENT_HOUSEHOLDER_EXISTS' };
    taken.add(values.unitId);
  }
  for (const row of rows) row.values = { ...row.values, ...derived(row.values), unitIds: [row.values.unitId] };
}

/** A new resident has a home; what an edit says of it is said of the home too. The units of an import are looked at together (`filledBy`). */
export async function homesOf(ctx: Ctx, doc: Stored, before: Stored | null, imported = false): Promise<Change[]> {
  if (!before) {
    const home = await newHome(ctx, doc._id, doc);
    return imported ? [home] : withUnit(ctx, home, true);
  }
  const changed = Object.entries(atHome(doc)).filter(([name, value]) => before[name] !== value);
  if (changed.length === 0) return [];
  const main = (await livingHomes(ctx, doc._id)).find(home => home.unitId === doc.unitId);
  return main ? [changedHome(ctx, main, Object.fromEntries(changed))] : [];
}
