import { OPEN_STATUSES, ticket } from '@lobby/shared/modules/ticket.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { Overtaken, save } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { passOn } from './assignment.ts';
import { timed } from './clocks.ts';
import { subjectOf } from './messages.ts';
import { tellOfLate, tellOfWarning } from './tell.ts';

const BATCH = 500;
const isPast = (at: unknown, now: Date) => at instanceof Date && at <= now;

/** Warns of what will be late, tells of answers that are, and passes on what nobody has answered. Safe to run twice and on several servers. */
export async function turnClocks(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const due = await modelOf(ticket)
      .find({ projectId: project._id, clockAt: { $lte: now }, deletedAt: null })
      .limit(BATCH)
      .lean<Stored[]>();
    for (const doc of due) {
      const done = await turn(ctx, doc).catch(error => {
        // Answered or changed at this moment.
        if (error instanceof Overtaken) return null;
        throw error;
      });
      if (done) turned++;
    }
  }
  return turned;
}

function turn(ctx: Ctx, doc: Stored): Promise<Stored[]> {
  const { now } = ctx;
  const runs = OPEN_STATUSES.includes(String(doc.status)) && !doc.onHold;
  if (runs && isPast(doc.returnAt, now)) return passedOn(ctx, doc);
  const late = runs && !doc.answerLate && isPast(doc.answerDueAt, now);
  const warned = runs && !late && (isPast(doc.answerWarnAt, now) || isPast(doc.dueWarnAt, now));
  const set = timed(doc, {
    ...(isPast(doc.answerWarnAt, now) && { answerWarnAt: null }),
    ...(isPast(doc.dueWarnAt, now) && { dueWarnAt: null }),
    ...(late && { answerLate: true }),
  });
  return save(ctx, [
    {
      definition: ticket,
      action: late ? 'answerLate' : 'warning',
      // The version stays: nobody's open form goes stale by the clock.
      update: { doc, set, keepVersion: true, while: { clockAt: doc.clockAt } },
      note: { before: null, after: late ? { answerLate: true } : {} },
      also: async session => {
        if (late) await tellOfLate(ctx, doc, 'HELP_DESK_BREACHED', session);
        else if (warned) await tellOfWarning(ctx, doc, session);
      },
    },
  ]);
}

function passedOn(ctx: Ctx, doc: Stored): Promise<Stored[]> {
  const set: Record<string, unknown> = {};
  return save(ctx, [
    {
      definition: ticket,
      action: 'return',
      update: { doc, set, while: { returnAt: doc.returnAt, assigneeId: doc.assigneeId } },
      // Within the transaction: of two requests that come back at once each goes by what the other has done.
      first: async session => void Object.assign(set, await passOn(ctx, session, doc)),
      also: async session => {
        if (typeof set.assigneeId === 'string')
          await notify(ctx, toStaff([set.assigneeId]), 'HELP_DESK_ASSIGNED', subjectOf(doc), session);
        await notify(ctx, toStaff([String(doc.assigneeId)]), 'HELP_DESK_RETURNED', subjectOf(doc), session);
      },
    },
  ]);
}
