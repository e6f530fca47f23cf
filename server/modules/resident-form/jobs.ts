import { dayOf, startOfDay } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { files } from '../../kit/files/file-store.ts';
import { Overtaken, save } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { adminsOf, readersOf } from '../../platform/auth/readers.ts';
import { notify, toStaff, toUnit, type Who } from '../../platform/notifications/notifications.ts';
import { type Project, projects, settingsOf } from '../../platform/projects/projects.ts';
import { receptionIn } from '../../platform/reception/reception.ts';
import { approversOf, endApproval } from './approvals.ts';
import { stepsOf } from './flow-steps.ts';
import { subjectOf } from './telling.ts';

const BATCH = 500;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const FORMS: readonly Definition[] = [visitor, elevatorReservation, constructionRegistration, cardRegistration];

interface Due {
  definition: Definition;
  action: string;
  query: Record<string, unknown>;
  set: (doc: Stored) => Record<string, unknown>;
  type: NotificationType;
  who: (doc: Stored) => Promise<Who>;
}

/** Marks each record whose time has come, once, and tells who is to know; another server may be at it as well. */
async function mark(ctx: Ctx, { definition, action, query, set, type, who }: Due): Promise<number> {
  const docs = await modelOf(definition)
    .find({ projectId: ctx.projectId, deletedAt: null, ...query })
    .limit(BATCH)
    .lean<Stored[]>();
  let marked = 0;
  for (const doc of docs) {
    const update = { doc, set: set(doc), keepVersion: true, while: query };
    const also = async (session: Parameters<typeof notify>[4]) =>
      notify(ctx, await who(doc), type, subjectOf(definition, doc), session);
    const done = await save(ctx, [{ definition, action, update, also }]).catch(error => {
      if (error instanceof Overtaken) return null;
      throw error;
    });
    if (done) marked++;
  }
  return marked;
}

const lateApprovals = (ctx: Ctx) =>
  FORMS.map(definition =>
    mark(ctx, {
      definition,
      action: 'remind',
      query: { status: 'WAITING', stepOverdue: false, stepDueAt: { $lte: ctx.now } },
      set: doc => ({
        stepOverdue: true,
        flowSteps: stepsOf(doc).map(step => (step.status === 'WAITING' ? { ...step, overdue: true } : step)),
      }),
      type: 'APPROVAL_OVERDUE',
      who: async doc => toStaff(idsIn(doc.stepApprovers)),
    }),
  );

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Who is asked follows who works here: of a step at which nobody is left the administrators hear, once. */
async function followApprovers(ctx: Ctx, definition: Definition): Promise<number> {
  const docs = await modelOf(definition)
    .find({ projectId: ctx.projectId, deletedAt: null, status: 'WAITING', 'flowSteps.status': 'WAITING' })
    .limit(BATCH)
    .lean<Stored[]>();
  let changed = 0;
  for (const doc of docs) {
    const step = stepsOf(doc).find(({ status }) => status === 'WAITING');
    const asked = step ? await approversOf(ctx.projectId, definition, step) : [];
    const before = idsIn(doc.stepApprovers);
    if (String(asked.toSorted()) === String(before.toSorted())) continue;
    const update = { doc, set: { stepApprovers: asked }, keepVersion: true, while: { stepApprovers: before } };
    const admins = asked.length === 0 ? await adminsOf(ctx.projectId) : [];
    const also = async (session: Parameters<typeof notify>[4]) =>
      notify(ctx, toStaff(admins), 'APPROVAL_UNANSWERED', subjectOf(definition, doc), session);
    await save(ctx, [{ definition, action: 'remind', update, also }]).catch(error => {
      if (!(error instanceof Overtaken)) throw error;
    });
    changed++;
  }
  return changed;
}

/** Guests who stay beyond what was agreed; without an hour agreed, beyond the hour at which the house closes. */
async function overstays(ctx: Ctx): Promise<number> {
  const { overstayMinutes, visitorCloseTime } = await receptionIn(ctx.projectId);
  const late = new Date(ctx.now.getTime() - overstayMinutes * MINUTE_MS);
  const today = dayOf(ctx.now, ctx.project.timeZone);
  const [hours = 0, minutes = 0] = visitorCloseTime.split(':').map(Number);
  const closing = startOfDay(today, ctx.project.timeZone).getTime() + (hours * 60 + minutes) * MINUTE_MS;
  const closed = new Date(closing <= ctx.now.getTime() ? closing : closing - DAY_MS);
  return mark(ctx, {
    definition: visitor,
    action: 'overstay',
    query: {
      ...{ status: 'IN_PROGRESS', overstay: false },
      $or: [{ expectedOutAt: { $lte: late } }, { expectedOutAt: null, actualInAt: { $lt: closed } }],
    },
    set: () => ({ overstay: true }),
    type: 'VISITOR_OVERSTAY',
    who: async () => toStaff(await readersOf(ctx.projectId, visitor.code)),
  });
}

/** Whoever did not come for a day is not expected any more; a pass for many times waits on. */
async function noShows(ctx: Ctx): Promise<number> {
  const gone = { $lte: new Date(ctx.now.getTime() - DAY_MS) };
  const query = {
    ...{ status: { $in: ['WAITING', 'APPROVED'] }, passUse: { $ne: 'REPEATED' } },
    $or: [{ expectedOutAt: gone }, { expectedOutAt: null, expectedInAt: gone }],
  };
  const docs = await modelOf(visitor)
    .find({ projectId: ctx.projectId, deletedAt: null, ...query })
    .limit(BATCH)
    .lean<Stored[]>();
  for (const doc of docs) {
    const end = await endApproval(ctx, visitor, doc);
    const update = { doc, set: { status: 'CANCELLED', reason: 'NO_SHOW', ...end.set } };
    const also = async (session: Parameters<typeof notify>[4]) => {
      await end.also?.(session);
      await notify(ctx, toUnit(doc.unitId), 'VISITOR_CANCELLED', subjectOf(visitor, doc), session);
    };
    await save(ctx, [{ definition: visitor, action: 'cancel', update, also }]).catch(error => {
      if (!(error instanceof Overtaken)) throw error;
    });
  }
  return docs.length;
}

/** Visits that nobody came for, hour by hour. */
export async function turnNoShows(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) turned += await noShows(systemCtx(settingsOf(project), now));
  return turned;
}

/** What the minutes bring to forms at the desk: late approvals, guests who stay too long. */
export async function turnForms(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const done = await Promise.all([
      ...lateApprovals(ctx),
      ...FORMS.map(definition => followApprovers(ctx, definition)),
      overstays(ctx),
    ]);
    turned += done.reduce((sum, one) => sum + one, 0);
  }
  return turned;
}

/** Pictures of guests and their papers are kept as long as the project says, and no longer (domain.md, Personal data). */
export async function clearGuestImages(now: Date): Promise<number> {
  let cleared = 0;
  for await (const project of projects().find()) cleared += await clearIn(project, now);
  return cleared;
}

async function clearIn(project: Project, now: Date): Promise<number> {
  const ctx = systemCtx(settingsOf(project), now);
  const before = new Date(now.getTime() - (await receptionIn(project._id)).visitorImageDays * DAY_MS);
  const over = { $ne: 'IN_PROGRESS' };
  const docs = await modelOf(visitor)
    .find({
      projectId: ctx.projectId,
      // Whoever is inside keeps theirs, however long.
      status: over,
      $and: [
        { $or: [{ 'idImages.0': { $exists: true } }, { 'faceImage.0': { $exists: true } }] },
        {
          $or: [
            { actualOutAt: { $lt: before } },
            { actualOutAt: null, expectedInAt: { $lt: before } },
            { actualOutAt: null, expectedInAt: null, createdAt: { $lt: before } },
          ],
        },
      ],
    })
    .limit(BATCH)
    .lean<Stored[]>();
  for (const doc of docs) {
    const ids = [doc.idImages, doc.faceImage].flatMap(held => (Array.isArray(held) ? held : []));
    const update = { doc, set: { idImages: [], faceImage: [] }, keepVersion: true };
    const also = async (session: Parameters<typeof notify>[4]) =>
      void (await files().updateMany({ _id: { $in: ids } }, { $set: { used: false, at: new Date(0) } }, { session }));
    await save(ctx, [{ definition: visitor, action: 'clear-images', update, also }]);
  }
  return docs.length;
}
