import { addDays } from '@lobby/shared/kit/dates.ts';
import type { CareKind } from '@lobby/shared/modules/care.ts';
import { maintenance, OPEN_WORKS, USUAL_DELAY_DAYS } from '@lobby/shared/modules/maintenance.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { text } from '../../../kit/base/messages.ts';
import type { Session } from '../../../kit/database/database.ts';
import { checkFiles, claimFiles } from '../../../kit/files/files.ts';
import { build } from '../../../kit/records/records.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { loadReaders } from '../../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../../platform/notifications/notifications.ts';
import { notifyPartners } from './partners.ts';

export { loadDates, loadNext } from './dates.ts';
export { notifyPartners, partnerWorksRoute } from './partners.ts';
export {
  assertNotPlanned,
  type BroughtWorks,
  broughtDate,
  type CareValues,
  dayAfterDone,
  keptDates,
  lastDayFor,
  ownDate,
  plansFor,
  type Target,
  withWorks,
} from './plans.ts';

/** The target of a work: one of these ids. */
type Thing = Partial<Record<'deviceId' | 'assetId' | 'systemId', string>>;
interface Fault extends Thing {
  /** Name of the target. */
  title: string;
  description: string;
  images?: readonly string[] | null | undefined;
  reporterName?: string | null;
  reporterPhone?: string | null;
  reported?: string;
}

/** Notifies the staff with the right to accept works of a new one. */
export async function notifyOfWork(ctx: Ctx, doc: Doc<typeof maintenance>, session: Session): Promise<void> {
  const who = await loadReaders(ctx.projectId, maintenance.code, 'updateStatus');
  const subject = { module: maintenance.code, id: doc._id, title: doc.title };
  await notify(ctx, toStaff(who), 'MAINTENANCE_NEW', subject, session);
}

/** Maximum length of a title. The title of a fault is the first line of its description, else the name of its target. */
const TITLE = 100;
function calledBy({ description, title }: Fault): string {
  const [line = ''] = description.trim().split('\n');
  if (line.length < 2) return title.slice(0, TITLE);
  return line.length > TITLE ? `${line.slice(0, TITLE - 1).trimEnd()}…` : line;
}

/** Corrective work for a fault, waiting to be accepted. */
export async function loadRepair(ctx: Ctx, { images, ...fault }: Fault): Promise<Change> {
  const today = todayOf(ctx);
  const pictures = { imagesBefore: [...(images ?? [])] };
  const fresh = await checkFiles(ctx, { imagesBefore: maintenance.fields.imagesBefore }, pictures);
  const insert = await build(ctx, maintenance, {
    ...fault,
    ...pictures,
    title: calledBy(fault),
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
      await claimFiles(fresh, session, { entity: maintenance.name, id: insert._id });
      await notifyOfWork(ctx, insert, session);
    },
  };
}

/** Work done earlier and recorded afterwards. */
interface Recorded {
  kind: 'MAINTENANCE' | 'INSPECTION';
  doneOn: string;
  contractorId?: string | null | undefined;
  result?: string | null | undefined;
  cost?: number | null | undefined;
  files?: readonly string[] | null | undefined;
  /** Result of an inspection. */
  found?: Partial<Doc<typeof maintenance>>;
}

/** A completed work for the history of its target. */
export async function recordedWork(
  ctx: Ctx,
  target: Thing,
  { name }: { name: string },
  { kind, doneOn, contractorId, result, cost, files, found }: Recorded,
): Promise<Change> {
  const attached = { attachments: [...(files ?? [])] };
  const fresh = await checkFiles(ctx, { attachments: maintenance.fields.attachments }, attached);
  const insert = await build(ctx, maintenance, {
    ...target,
    ...found,
    ...attached,
    kind,
    origin: 'MANUAL',
    status: 'COMPLETED',
    title: name.slice(0, 200),
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
    also: session => claimFiles(fresh, session, { entity: maintenance.name, id: insert._id }),
  };
}

type WorkStatus = Doc<typeof maintenance>['status'];

/** Works of a target in the given statuses. */
export const loadWorks = (
  ctx: Ctx,
  target: Thing,
  statuses: readonly WorkStatus[],
  session?: Session,
): Promise<Doc<typeof maintenance>[]> =>
  records(maintenance)
    .in(session)
    .find(ctx, { ...target, status: { $in: statuses } }, { sort: { createdAt: 1 }, limit: 200, patience: 2000 });

/** Closes works with a reason. */
function ended(
  ctx: Ctx,
  works: readonly Doc<typeof maintenance>[],
  [status, action]: readonly [string, string],
  reason: string | null | undefined,
): Change[] {
  const set = { status, reason: reason ?? null, overdue: false };
  const partners = works.map(({ contractorId }) => contractorId);
  return works.map(
    (doc, n): Change => ({
      definition: maintenance,
      action,
      update: { doc, set },
      ...(n === works.length - 1 && { also: (session: Session) => notifyPartners(ctx, partners, session) }),
    }),
  );
}

/** Cancels the planned works of a target taken out of use. */
export const cancelPlanned = async (ctx: Ctx, target: Thing, reason: string | null | undefined): Promise<Change[]> =>
  ended(ctx, await loadWorks(ctx, target, ['SCHEDULED']), ['CANCELLED', 'cancel'], reason);

/** Skips planned works that a recorded one makes up for: same kind, planned up to its day. */
export async function madeUpFor(ctx: Ctx, target: Thing, kind: CareKind, doneOn: string) {
  const planned = await loadWorks(ctx, target, ['SCHEDULED']);
  const met = planned.filter(work => work.kind === kind && work.scheduledDate <= doneOn);
  return {
    ids: met.map(({ _id }) => _id),
    changes: ended(ctx, met, ['SKIPPED', 'skip'], text(ctx, 'maintenance.recorded')),
  };
}

/** Cancels the repairs of a target that is reported as working again; refused while one is in progress. */
export async function repairsOver(ctx: Ctx, target: Thing): Promise<Change[]> {
  const open = await loadWorks(ctx, target, OPEN_WORKS);
  const repairs = open.filter(({ kind }) => kind === 'CORRECTIVE');
  const going = repairs.filter(({ status }) => status === 'IN_PROGRESS' || status === 'ON_HOLD');
  if (going.length > 0) failOpenWorks(going);
  return ended(ctx, repairs, ['CANCELLED', 'cancel'], text(ctx, 'maintenance.mended'));
}

/** Fails with the list of open works. */
export const failOpenWorks = (works: readonly Doc<typeof maintenance>[]): never =>
  fail('DEVICE_HAS_WORK', {
    names: works.map(({ code }) => code).join(', '),
    works: works.map(({ _id: id, code, status }) => ({ id, code, status })),
  });
