import { partOf } from '@lobby/shared/kit/notification-target.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { leavingEndings } from '@lobby/shared/modules/resident.contract.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { text } from '../../../kit/base/messages.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load, loadChanges } from '../../../kit/records/acts/act.ts';
import { presentChange } from '../../../kit/records/present.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { loadReaders } from '../../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../../platform/notifications/notifications.ts';
import type { Ending, OpenOf } from '../../../platform/server-module.ts';
import { homeIn } from './homes.ts';

/** Whether nobody else lives in the unit: open records belong to the household and end with its last resident. */
const isLast = async ({ projectId }: Ctx, residentId: string, unitId: string): Promise<boolean> =>
  !(await records(residency).exists({ projectId }, { unitId, living: true, residentId: { $ne: residentId } }));

const openIn = async (ctx: Ctx, parts: readonly OpenOf[], unitId: string): Promise<Ending[]> =>
  (await Promise.all(parts.map(part => part(ctx, unitId)))).flat();

/** A change that also notifies the readers of its module. */
const toldOf = (ctx: Ctx, { definition, doc, tells }: Ending, change: Change, unitId: string): Change => ({
  ...change,
  async also(session) {
    await change.also?.(session);
    if (!tells) return;
    const home = await records(unit).get(ctx, unitId);
    const subject = { module: definition.code, id: doc._id, title: home?.code ?? '', ...partOf(definition) };
    await notify(ctx, toStaff(await loadReaders(ctx.projectId, definition.code)), tells, subject, session);
  },
});

/** Ends the open records of households whose last resident leaves the units, in the same transaction. */
export async function endedBy(
  ctx: Ctx,
  parts: readonly OpenOf[],
  doc: Doc<typeof resident>,
  unitIds: readonly string[],
): Promise<Change[]> {
  const reason = text('vi', 'resident.leaving.reason');
  const changes: Change[] = [];
  const keys = new Set<string>();
  // If several endings change the same record (a pass of a visit), the first one counts.
  const add = (change: Change) => {
    const key = `${change.definition.name} ${change.update?.doc._id ?? change.insert?._id}`;
    if (keys.has(key)) return;
    keys.add(key);
    changes.push(change);
  };
  for (const unitId of unitIds) {
    const open = (await isLast(ctx, doc._id, unitId)) ? await openIn(ctx, parts, unitId) : [];
    const heard = new Set<NotificationType>();
    for (const entry of open) {
      if (keys.has(`${entry.definition.name} ${entry.doc._id}`)) continue;
      const leaving = { ...ctx, leavingUnitId: unitId };
      const [main, ...others] = await loadChanges(leaving, { ...entry, input: { reason } });
      const { tells } = entry;
      add(tells && !heard.has(tells) ? toldOf(ctx, entry, main, unitId) : main);
      if (tells) heard.add(tells);
      for (const change of others) add(change);
    }
  }
  return changes;
}

/** `GET /resident/:id/leaving`: records that end with a move-out, shown before it is confirmed; by default out of the main unit. */
export const leavingRoute = (parts: readonly OpenOf[]): Route =>
  route(leavingEndings, {
    flags: ['updateStatus'],
    async run(ctx, { params: { id }, query }) {
      const doc = await load(ctx, resident, id);
      const unitId = query.unitId ?? doc.unitId;
      await homeIn(ctx, doc._id, unitId);
      const last = await isLast(ctx, doc._id, unitId);
      const open = last ? await openIn(ctx, parts, unitId) : [];
      return {
        last,
        records: open.map(({ definition, doc: record }) => {
          const { title } = definition;
          // Names of guests are masked, as in their lists.
          const shown = presentChange(definition, ctx.projectId, { [title]: record[title] ?? null }, 'staff');
          return {
            entity: definition.name,
            id: record._id,
            title: String(shown?.[title] ?? ''),
            status: String(record.status ?? ''),
          };
        }),
      };
    },
  });
