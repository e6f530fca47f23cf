import { residency } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { type ImportRow, oncePerImport } from '../../../kit/records/behaviour.ts';
import { records } from '../../../kit/store/records.ts';

/** Roles in a row, with their units. */
const rolesIn = ({ values, doc, home }: ImportRow): { unitId: string; role: unknown }[] => [
  { unitId: String(values.unitId ?? doc?.unitId), role: values.role },
  ...(home ? [{ unitId: String(home.unitId), role: home.role }] : []),
];

/** Whether a row takes the role of householder in a unit from this person. */
const gives = (row: ImportRow, residentId: string, unitId: string) =>
  (row.doc ?? row.of?.doc)?._id === residentId &&
  rolesIn(row).some(home => home.unitId === unitId && home.role !== undefined && home.role !== 'HOUSEHOLDER');

/** Units for which an import brings a householder. */
const broughtBy = (rows: readonly ImportRow[]): string[] =>
  rows.flatMap(row => rolesIn(row).flatMap(home => (home.role === 'HOUSEHOLDER' ? home.unitId : [])));
export const takenUnits = oncePerImport(async (_ctx, rows) => new Set(broughtBy(rows)));

/** Units for which an import names a householder although the present one keeps the role. */
const headedUnits = oncePerImport(async ({ projectId }, rows) => {
  const brought = broughtBy(rows);
  const heads = await records(residency).find(
    { projectId },
    { 'uniq.householderOf': { $in: brought } },
    { only: ['unitId', 'residentId'] },
  );
  const remaining = heads.filter(({ residentId, unitId }) => !rows.some(row => gives(row, residentId, unitId)));
  return {
    headed: new Set<unknown>(remaining.map(({ unitId }) => unitId)),
    freed: new Set(heads.map(head => head.unitId)),
  };
});

/** Whether the place of householder is taken; the first row of an import takes it, the next one finds it taken. */
export async function isHeadTaken(ctx: Ctx, file: readonly ImportRow[], unitId: string): Promise<boolean> {
  const { headed } = await headedUnits(ctx, file);
  return headed.has(unitId) || !headed.add(unitId);
}

/** Whether the present householder gives up the role in the same import. */
export const isHeadFreed = async (ctx: Ctx, file: readonly ImportRow[], unitId: string): Promise<boolean> =>
  (await headedUnits(ctx, file)).freed.has(unitId);
