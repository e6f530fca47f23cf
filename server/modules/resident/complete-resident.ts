import { dayOf } from '@lobby/shared/kit/dates.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { mergedAmong } from '../../kit/privacy/person-keys.ts';
import { type Done, oncePerImport, type Request } from '../../kit/records/behaviour.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf } from '../../kit/store/schema.ts';
import { movedResidentAddress } from '../../platform/accounts/resident-address.ts';
import { atHome, changedHome, householderOf, livingHomes, newHome } from './homes.ts';
import { unmarked } from './papers.ts';
import { emptied, filledByImport, refilled, withUnit } from './unit-state.ts';

type Values = Record<string, unknown>;

/** Vietnamese lists go by the given name, the last of the words. */
export function sortNameOf(name: string): string {
  const words = name.split(' ');
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

/** The units that have a householder, among those to which an import brings one. */
const headedUnits = oncePerImport(
  async ({ projectId }, rows) =>
    new Set<unknown>(
      await modelOf(residency).distinct('uniq.householderOf', {
        projectId,
        deletedAt: null,
        'uniq.householderOf': {
          $in: rows.flatMap(({ values }) => (values.role === 'HOUSEHOLDER' ? String(values.unitId) : [])),
        },
      }),
    ),
);

async function hasHouseholder(ctx: Ctx, request: Request): Promise<boolean> {
  const unitId = request.doc?.unitId ?? request.values.unitId;
  if (request.kind !== 'import') return (await householderOf(ctx, unitId)) !== null;
  const headed = await headedUnits(ctx, request.rows);
  // The first row of a unit takes the place; the next finds it taken.
  return headed.has(unitId) || !headed.add(unitId);
}

/**
 * Completes a resident; homes change by their acts, and no unit gets a second householder. Whoever was erased or merged into another does not
 * come back.
 */
export async function completeResident(ctx: Ctx, request: Request): Promise<Values> {
  const { kind, values, doc } = request;
  if (kind === 'restore' && (doc.name === '' || (await mergedAmong([doc._id])).size > 0)) fail('NOT_FOUND');
  if (doc && values.unitId !== undefined && values.unitId !== doc.unitId) refuse('unitId', 'RESIDENT_MOVES_BY_ACTS');
  if (values.role === 'HOUSEHOLDER' && doc?.role !== 'HOUSEHOLDER' && (await hasHouseholder(ctx, request)))
    refuse('role', 'RESIDENT_HOUSEHOLDER_EXISTS');
  if (doc) {
    const moved = kind === 'update' ? await movedResidentAddress(ctx, doc, values) : {};
    return { ...values, ...derived(values), ...unmarked(ctx, doc, values), ...moved };
  }
  // Of an import nobody knows the day.
  const since = kind === 'create' ? (values.movedInAt ?? dayOf(ctx.now, ctx.project.timeZone)) : values.movedInAt;
  return { ...values, ...derived(values), movedInAt: since, unitIds: [values.unitId] };
}

/** What belongs to a change of a resident: a new one has a home, an edit is of the home too, and units are in use or empty as people come and go. */
export async function homesOf(ctx: Ctx, done: Done): Promise<Change[]> {
  const { kind, doc, before } = done;
  if (kind === 'create') return withUnit(ctx, await newHome(ctx, doc._id, doc), true);
  if (kind === 'import') return [await newHome(ctx, doc._id, doc), ...(await filledByImport(ctx, done.rows, doc))];
  if (kind === 'remove') return emptied(ctx, await livingHomes(ctx, before._id));
  if (kind === 'restore') return refilled(ctx, doc);
  const changed = Object.entries(atHome(doc)).filter(([name, value]) => before[name] !== value);
  if (changed.length === 0) return [];
  const main = (await livingHomes(ctx, doc._id)).find(home => home.unitId === doc.unitId);
  return main ? [changedHome(ctx, main, Object.fromEntries(changed))] : [];
}
