import { addDays, dayOf } from '@lobby/shared/kit/dates.ts';
import { maintenance, USUAL_DELAY_DAYS } from '@lobby/shared/modules/maintenance.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { checkFiles, useFilesOf } from '../../kit/files/files.ts';
import { build } from '../../kit/records/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { readersOf } from '../../platform/auth/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { tellPartners } from './partners.ts';

export { partnerWorksRoute, tellPartners } from './partners.ts';
export { keptDates, plansFor, type Target } from './plans.ts';

/** The one thing that a work is about, by the field that names it. */
type Thing = Partial<Record<'deviceId' | 'assetId' | 'systemId', string>>;
interface Fault extends Thing {
  title: string;
  description: string;
  images?: unknown;
  reporterName?: string | null;
  reporterPhone?: string | null;
}

/** Who takes on works hears of a new one. */
export async function tellOfWork(ctx: Ctx, doc: Stored, session: Session): Promise<void> {
  const who = await readersOf(ctx.projectId, maintenance.code, 'updateStatus');
  const subject = { module: maintenance.code, id: doc._id, title: String(doc.title) };
  await notify(ctx, toStaff(who), 'MAINTENANCE_NEW', subject, session);
}

/** The repair that a fault asks for: waits until somebody takes it on. */
export async function repairOf(ctx: Ctx, { images, ...fault }: Fault): Promise<Change> {
  const today = dayOf(ctx.now, ctx.project.timeZone);
  const given = { imagesBefore: Array.isArray(images) ? images : [] };
  const fresh = await checkFiles(ctx, { imagesBefore: maintenance.fields.imagesBefore }, given);
  const insert = await build(ctx, maintenance, {
    ...fault,
    ...given,
    title: fault.title.slice(0, 200),
    kind: 'CORRECTIVE',
    origin: 'FAULT',
    status: 'WAITING',
    scheduledDate: today,
    dueDate: addDays(today, USUAL_DELAY_DAYS),
    priority: 'high',
    reportCount: 1,
  });
  return {
    definition: maintenance,
    action: 'create',
    insert,
    async also(session) {
      await useFilesOf(fresh, session, { entity: maintenance.name, id: insert._id });
      await tellOfWork(ctx, insert, session);
    },
  };
}

/** What was done to a thing and is told of afterwards. */
interface Recorded {
  kind: 'MAINTENANCE' | 'INSPECTION';
  doneOn: unknown;
  contractorId?: unknown;
  result?: unknown;
  cost?: unknown;
  files?: unknown;
  /** What an inspection found. */
  found?: Record<string, unknown>;
}

/** The work that was done, as its history keeps it. */
export async function recordedWork(
  ctx: Ctx,
  target: Thing,
  { name }: Record<string, unknown>,
  { kind, doneOn, contractorId, result, cost, files, found }: Recorded,
): Promise<Change> {
  const given = { attachments: Array.isArray(files) ? files : [] };
  const fresh = await checkFiles(ctx, { attachments: maintenance.fields.attachments }, given);
  const insert = await build(ctx, maintenance, {
    ...target,
    ...found,
    ...given,
    kind,
    origin: 'MANUAL',
    status: 'COMPLETED',
    title: String(name).slice(0, 200),
    scheduledDate: doneOn,
    dueDate: doneOn,
    completedOn: doneOn,
    completedBy: ctx.employeeId,
    contractorId: contractorId ?? null,
    result: result ?? null,
    otherCost: cost ?? null,
    totalCost: cost ?? 0,
    touched: true,
  });
  return {
    definition: maintenance,
    action: 'create',
    insert,
    also: session => useFilesOf(fresh, session, { entity: maintenance.name, id: insert._id }),
  };
}

/** Works of a thing in some statuses. */
export const worksOf = (ctx: Ctx, target: Thing, statuses: readonly string[], session?: Session): Promise<Stored[]> =>
  modelOf(maintenance)
    .find({ projectId: ctx.projectId, deletedAt: null, ...target, status: { $in: [...statuses] } })
    .sort({ createdAt: 1 })
    .session(session ?? null)
    .limit(200)
    .maxTimeMS(2000)
    .lean<Stored[]>();

/** What was planned of a thing that is used no more is cancelled, with the reason. */
export async function cancelPlanned(ctx: Ctx, target: Thing, reason: unknown): Promise<Change[]> {
  const planned = await worksOf(ctx, target, ['SCHEDULED']);
  const set = { status: 'CANCELLED', reason: reason ?? null, overdue: false };
  const partners = planned.map(({ contractorId }) => contractorId);
  return planned.map(
    (doc, n): Change => ({
      definition: maintenance,
      action: 'cancel',
      update: { doc, set },
      ...(n === planned.length - 1 && { also: (session: Session) => tellPartners(ctx, partners, session) }),
    }),
  );
}
