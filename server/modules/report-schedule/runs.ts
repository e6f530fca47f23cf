import { createHash } from 'node:crypto';
import type { Day } from '@lobby/shared/kit/dates.ts';
import {
  type LeftOutBy,
  type Received,
  reportSchedule,
  type SentResult,
} from '@lobby/shared/modules/report-schedule.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { clockNow } from '../../kit/database/clock.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { queueMail } from '../../kit/mail/queue.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { senderOf } from '../../platform/accounts/mails.ts';
import { type Project, projects, settingsOf } from '../../platform/projects/projects.ts';
import type { Recipient } from './recipients.ts';
import { periodOf } from './schedule-times.ts';

interface Part {
  employeeId: string;
  state: Received;
  reason: LeftOutBy | null;
  rows: number | null;
}
/** A sending of a schedule, with the outcome for each recipient. */
export interface Sending {
  _id: string;
  projectId: string;
  scheduleId: string;
  day: Day;
  period: { from: Day; to: Day } | null;
  by: 'TIME' | 'HAND';
  at: Date;
  parts: Part[];
}

/** Retention: long enough to compare a month with the same one of the year before. */
const KEPT_S = 400 * 86_400;
export const sendingCollection: Collection = {
  name: 'report-sendings',
  indexes: [{ key: { scheduleId: 1, at: -1 } }, { key: { at: 1 }, options: { expireAfterSeconds: KEPT_S } }],
};
export const sendings = () => db().collection<Sending>(sendingCollection.name);

const MOST_FAILURES = 3;
/** Deterministic id: of several servers one inserts it, and no mail is sent twice. */
const idOf = (...parts: readonly string[]) => createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 24);

interface Begun {
  occurrence: Date;
  day: Day;
  by: Sending['by'];
  recipients: readonly Recipient[];
  /** Too late to be sent. */
  late?: boolean;
}

/** Records a sending and queues its mails, in the transaction of its cause. */
export async function beginSending(
  ctx: Ctx,
  project: Project,
  schedule: Doc<typeof reportSchedule>,
  begun: Begun,
  session: Session,
): Promise<void> {
  const { occurrence, day, by, recipients, late = false } = begun;
  const run: Sending = {
    _id: idOf('sending', schedule._id, by, occurrence.toISOString()),
    projectId: ctx.projectId,
    scheduleId: schedule._id,
    day,
    period: periodOf(schedule.period, day),
    by,
    at: ctx.now,
    parts: recipients.map(({ employeeId }) => ({
      employeeId,
      rows: null,
      ...(late ? ({ state: 'LEFT_OUT', reason: 'LATE' } as const) : ({ state: 'QUEUED', reason: null } as const)),
    })),
  };
  await sendings().insertOne(run, { session });
  if (late) return;
  for (const { employeeId, email, language } of recipients)
    await queueMail(
      {
        id: idOf('mail', run._id, employeeId),
        kind: 'reportSchedule',
        to: email,
        projectId: ctx.projectId,
        language: schedule.language ?? language,
        sender: senderOf({ whiteLabel: project.whiteLabel ?? '' }),
        values: { projectId: ctx.projectId, runId: run._id, employeeId },
      },
      ctx.now,
      session,
    );
}

function resultOf(parts: readonly Part[]): SentResult | null {
  if (parts.some(({ state }) => state === 'QUEUED')) return null;
  const count = (state: Received) => parts.filter(part => part.state === state).length;
  if (count('EMPTY') > 0 && count('SENT') + count('FAILED') === 0) return 'EMPTY';
  if (count('SENT') === 0) return 'FAILED';
  return count('SENT') + count('EMPTY') === parts.length ? 'SENT' : 'PARTLY';
}

/** Stores the outcome of a completed sending; the third failure in a row pauses the schedule. */
async function settle({ projectId, scheduleId, parts }: Sending): Promise<void> {
  const lastResult = resultOf(parts);
  const project = lastResult && (await projects().findOne({ _id: projectId }));
  const doc = project && (await records(reportSchedule).withRemoved().get({ projectId }, scheduleId));
  if (!lastResult || !project || !doc) return;
  const failures = lastResult === 'FAILED' ? doc.failures + 1 : 0;
  const paused = failures >= MOST_FAILURES && doc.status === 'ACTIVE';
  const set = {
    lastResult,
    failures,
    ...(paused && { status: 'PAUSED', reason: text('vi', 'report-schedule.pausedBy.failures') }),
  };
  const ctx = systemCtx(settingsOf(project), clockNow());
  await save(ctx, [{ definition: reportSchedule, action: 'update', update: { doc, set, keepVersion: true } }]);
}

/** Records the outcome for a recipient. */
export async function note(run: Sending, employeeId: string, part: Partial<Part>): Promise<void> {
  const set = Object.fromEntries(Object.entries(part).map(([name, value]) => [`parts.$.${name}`, value]));
  const after = await sendings().findOneAndUpdate(
    { _id: run._id, parts: { $elemMatch: { employeeId } } },
    { $set: set },
    { returnDocument: 'after' },
  );
  if (after) await settle(after);
}
