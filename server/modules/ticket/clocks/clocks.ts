import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { OPEN_STATUSES, type ticket } from '@lobby/shared/modules/ticket.ts';
import { afterWorkingTime, workingTimeBetween } from '@lobby/shared/modules/working-time.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadCalendar } from '../../work-schedule/index.ts';
import { type Level, loadLevel } from './levels.ts';

type Ticket = Doc<typeof ticket>;
/** Fields to set on a ticket. */
export type TicketSet = Partial<Ticket>;
/** How time is counted for a ticket. */
interface Clock {
  after: (from: Date, ms: number) => Date | null;
  between: (from: Date, to: Date) => number;
}

const DAY_AND_NIGHT: Clock = {
  after: (from, ms) => new Date(from.getTime() + ms),
  between: (from, to) => Math.max(0, to.getTime() - from.getTime()),
};

/** Counts the project's working hours. */
export async function workingClock(ctx: Ctx): Promise<Clock> {
  const calendar = await loadCalendar(ctx.project);
  return {
    after: (from, ms) => afterWorkingTime(calendar, from, ms),
    between: (from, to) => workingTimeBetween(calendar, from, to),
  };
}

const loadClock = async (ctx: Ctx, level: Level | null): Promise<Clock> =>
  level?.workingTime ? workingClock(ctx) : DAY_AND_NIGHT;

/** An unset flag counts as off. */
const plain = (value: unknown) => (value instanceof Date ? value.getTime() : value || null);
const same = (a: unknown, b: unknown) => plain(a) === plain(b);

/** Only the changed fields, to keep the history short. */
const differing = (doc: TicketSet, set: TicketSet): TicketSet =>
  Object.fromEntries(Object.entries(set).filter(([name, value]) => !same(doc[name as keyof Ticket], value)));

/** Adds `clockAt`, the next time at which the clocks need attention. */
export function withClockAt(doc: TicketSet, set: TicketSet): TicketSet {
  const now = { ...doc, ...set };
  const runs = OPEN_STATUSES.includes(now.status ?? '') && !now.onHold;
  const answer = now.answerLate ? null : now.answerDueAt;
  const next = runs ? [now.answerWarnAt, answer, now.dueWarnAt, now.returnAt].flatMap(at => at ?? []) : [];
  const clockAt = next.length > 0 ? new Date(Math.min(...next.map(Number))) : null;
  return { ...set, ...differing(doc, { clockAt }) };
}

/** Stops all clocks of an ended ticket. */
export const stopClocks = (doc: Ticket): TicketSet =>
  differing(doc, {
    answerDueAt: null,
    answerWarnAt: null,
    answerLate: false,
    dueWarnAt: null,
    returnAt: null,
    clockAt: null,
    onHold: false,
    heldAt: null,
  });

function answerBy(level: Level | null, clock: Clock, from: Date, first: boolean): TicketSet {
  const minutes = (first ? level?.firstAnswerMinutes : level?.nextAnswerMinutes) ?? 0;
  if (!level || minutes === 0) return { answerDueAt: null, answerWarnAt: null, answerLate: false };
  const warn = (minutes * MINUTE_MS * level.warnPercent) / 100;
  return {
    answerDueAt: clock.after(from, minutes * MINUTE_MS),
    answerWarnAt: clock.after(from, warn),
    answerLate: false,
  };
}

interface Begun {
  level: Level | null;
  from: Date;
  /** Due time entered by hand; undefined for that of the level. */
  dueAt?: Date | null | undefined;
  /** `waits`: the resident waits for an answer; `first`: for the first one. */
  waits: boolean;
  first: boolean;
}

/** Clocks of a new ticket, or after a change of its level. */
export async function begun(ctx: Ctx, { level, from, dueAt, waits, first }: Begun): Promise<TicketSet> {
  const clock = await loadClock(ctx, level);
  const hours = level?.resolutionHours ?? 0;
  const due = dueAt === undefined && hours > 0 ? clock.after(from, hours * 60 * MINUTE_MS) : dueAt;
  return {
    serviceLevel: level?.name ?? null,
    serviceLevelId: level?._id ?? null,
    ...(due !== undefined && { dueAt: due }),
    dueWarnAt: level && due ? clock.after(from, (clock.between(from, due) * level.warnPercent) / 100) : null,
    ...(waits ? answerBy(level, clock, from, first) : { answerDueAt: null, answerWarnAt: null, answerLate: false }),
  };
}

/** A message of the resident: ends a hold, and starts the time for an answer. */
export async function startAnswerClock(ctx: Ctx, doc: Ticket): Promise<TicketSet> {
  const resumed = doc.onHold ? await resumeClocks(ctx, doc) : {};
  const level = await loadLevel(doc);
  if (!level || doc.awaitsReply) return withClockAt(doc, resumed);
  const answer = answerBy(level, await loadClock(ctx, level), ctx.now, !doc.firstAnsweredAt);
  return withClockAt(doc, { ...resumed, ...answer });
}

/** A message of the staff: ends the time for an answer. */
export function endAnswerClock(ctx: Ctx, doc: Ticket): TicketSet {
  const set = {
    firstAnsweredAt: doc.firstAnsweredAt ?? ctx.now,
    answerDueAt: null,
    answerWarnAt: null,
    answerLate: false,
    returnAt: null,
  };
  return withClockAt(doc, differing(doc, set));
}

/** Stops the clocks. */
export const holdClocks = (ctx: Ctx): TicketSet => ({ onHold: true, heldAt: ctx.now, clockAt: null });

const CLOCKS = ['dueAt', 'dueWarnAt', 'answerDueAt', 'answerWarnAt', 'returnAt'] as const;

/** Resumes the clocks with the remaining time. */
export async function resumeClocks(ctx: Ctx, doc: Ticket): Promise<TicketSet> {
  const since = doc.heldAt ?? ctx.now;
  const clock = await loadClock(ctx, await loadLevel(doc));
  const later = (name: (typeof CLOCKS)[number]): TicketSet => {
    const at = doc[name];
    return at && at > since ? { [name]: clock.after(ctx.now, clock.between(since, at)) } : {};
  };
  const moved: TicketSet = Object.assign({}, ...CLOCKS.map(later));
  return withClockAt(doc, { ...moved, onHold: false, heldAt: null });
}
