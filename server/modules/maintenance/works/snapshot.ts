import { addDays } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { workItemsIn } from '@lobby/shared/modules/checklist-items.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { place } from '@lobby/shared/modules/location.ts';
import { maintenanceSnapshot } from '@lobby/shared/modules/maintenance.contract.ts';
import {
  maintenance,
  OPEN_WORKS,
  SNAPSHOT_DAYS,
  WORK_TARGETS,
  type WorkTarget,
} from '@lobby/shared/modules/maintenance.ts';
import { supply } from '@lobby/shared/modules/supply.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { loadFiles } from '../../../kit/files/files.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';

type Work = Doc<typeof maintenance>;
/** Maximum works and supplies of a snapshot. */
const MOST = 300;
const MOST_SUPPLIES = 300;
const TARGETS = {
  deviceId: device,
  systemId: technicalSystem,
  assetId: asset,
  placeId: place,
} as const satisfies Record<WorkTarget, Definition>;

/** What is read of an item; not each has a place. */
interface Thing {
  _id: string;
  name: string;
  placeId?: string | null;
  placeText?: string | null;
}

/** Items of works with their locations. */
async function findTargets(ctx: Ctx, works: readonly Work[]) {
  const things = new Map<string, { of: string; id: string; name: string; place: string | null }>();
  const targets: [string, Thing][] = [];
  for (const name of WORK_TARGETS) {
    const definition = TARGETS[name];
    const ids = works.flatMap(work => work[name] ?? []);
    const docs = await loadRefs(ctx.projectId, definition, ids);
    targets.push(...[...docs.values()].map((doc): [string, Thing] => [definition.name, doc]));
  }
  const placeIds = targets.flatMap(([, { placeId }]) => placeId ?? []);
  const places = await loadRefs(ctx.projectId, place, placeIds);
  for (const [of, doc] of targets) {
    const at = of === place.name ? doc.name : (places.get(doc.placeId ?? '')?.name ?? doc.placeText);
    things.set(doc._id, {
      of,
      id: doc._id,
      name: doc.name,
      place: at ?? null,
    });
  }
  return things;
}

const targetIdOf = (work: Work) => work.deviceId ?? work.systemId ?? work.assetId ?? work.placeId ?? '';

/** `GET /maintenance/snapshot`: data for technicians working offline. */
export const snapshotRoute: Route = route(maintenanceSnapshot, {
  flags: ['read'],
  async run(ctx) {
    const today = todayOf(ctx);
    const rows = await records(maintenance).find(
      ctx,
      {
        status: { $in: OPEN_WORKS },
        scheduledDate: { $lte: addDays(today, SNAPSHOT_DAYS - 1) },
        $or: [
          { assigneeIds: ctx.employeeId ?? '' },
          { assigneeIds: { $size: 0 }, departmentId: { $in: ctx.departmentIds } },
        ],
      },
      { sort: { scheduledDate: 1, _id: 1 }, limit: MOST },
    );
    const works = rows.filter(work => work.status !== 'WAITING');
    const things = await findTargets(ctx, works);
    const pictures = await loadFiles(
      ctx,
      works.flatMap(({ helpImages }) => helpImages),
    );
    const supplies = await records(supply).find(
      ctx,
      { status: 'IN_USE' },
      { sort: { name: 1 }, limit: MOST_SUPPLIES, only: ['name', 'unitName'] },
    );
    return {
      day: today,
      works: works.map(work => {
        const thing = things.get(targetIdOf(work)) ?? null;
        return {
          id: work._id,
          code: work.code ?? '',
          title: work.title,
          kind: work.kind,
          status: work.status,
          scheduledDate: work.scheduledDate,
          startAt: work.startAt?.toISOString() ?? null,
          dueDate: work.dueDate,
          overdue: work.overdue,
          priority: work.priority,
          description: work.description,
          target: thing && { of: thing.of, id: thing.id, name: thing.name },
          place: thing?.place ?? null,
          requiresPhoto: work.requiresPhoto,
          requiresSignature: work.requiresSignature,
          photos: work.imagesAfter.length,
          signatures: work.signatures.length,
          estimatedMinutes: work.estimatedMinutes,
          progress: work.progress,
          items: workItemsIn(work.items).map(item => ({ ...item })),
          help: work.helpImages.flatMap(id => {
            const file = pictures.get(id);
            return file ? [{ id, url: file.thumbUrl ?? file.url }] : [];
          }),
          parts: work.parts.map(({ supplyId, warehouseId, quantity }) => ({ supplyId, warehouseId, quantity })),
        };
      }),
      supplies: supplies.map(({ _id: id, name, unitName }) => ({
        id,
        name,
        unitName,
      })),
    };
  },
});
