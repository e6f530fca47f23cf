import { DAY_MS, HOUR_MS } from '@lobby/shared/kit/dates.ts';
import type { Task, task } from '@lobby/shared/modules/task.ts';
import type { Ticket } from '@lobby/shared/modules/ticket.ts';
import { kinOf } from '../modules/task/index.ts';
import { baseOf, idsOf, type Made } from './documents.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';
import { type Colleague, departmentId } from './staff.ts';
import { TASK_TEXTS, type TaskText } from './texts/tasks.ts';

/** Status, and days from now when a task was given and is due. */
type Course = readonly [status: Task['status'], given: number, due: number];

/** Current tasks; all others are finished or cancelled. */
const TODAY: readonly Course[] = [
  ['IN_PROGRESS', -2, 1],
  ['NOT_STARTED', -1, 4],
  ['IN_PROGRESS', -6, -1],
  ['PENDING', -1, 6],
  ['IN_PROGRESS', -3, 2],
  ['ON_HOLD', -8, 5],
  ['NOT_STARTED', 0, 9],
  ['NOT_STARTED', -4, -2],
  ['ON_HOLD', -9, -3],
  ['EXPIRED', -20, -9],
  ['NOT_STARTED', -2, 3],
  ['IN_PROGRESS', -1, 1],
  ['NOT_STARTED', 0, 5],
  ['IN_PROGRESS', -5, 6],
  ['NOT_STARTED', -1, 2],
  ['PENDING', 0, 12],
];

const moment = (now: Date, days: number, hour: number) =>
  new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + days * DAY_MS + (hour - 7) * HOUR_MS);

/** Tasks of the last year with their steps. */
export function tasksOf(site: Site, team: readonly Colleague[], now: Date): Made<typeof task>[] {
  const id = idsOf('task', site.key);
  const codes = new Map<string, number>();
  const codeOf = (at: Date) => {
    const month = at.toISOString().slice(2, 7).replace('-', '');
    const number = (codes.get(month) ?? 0) + 1;
    codes.set(month, number);
    return `CV-${month}-${String(number).padStart(5, '0')}`;
  };
  const amount = site.key === 'banmai' ? 14 : 96;
  const past = Array.from({ length: amount }, (_, n): Course => {
    const start = -Math.round(350 - (n * 340) / amount);
    return [n % 11 === 4 ? 'CANCELLED' : n % 17 === 9 ? 'REJECTED' : 'COMPLETED', start, start + 3 + (n % 9)];
  });
  const made: Made<typeof task>[] = [];
  for (const [n, course] of [...past, ...TODAY].entries()) {
    const text = TASK_TEXTS[n % TASK_TEXTS.length];
    if (!text) continue;
    const whole = oneOf(site, team, text, course, now, { id: id(made.length), codeOf, n });
    made.push(whole);
    const parts: Made<typeof task>[] = [];
    const steps = course[0] === 'CANCELLED' || course[0] === 'REJECTED' ? [] : (text.steps ?? []);
    for (const [step, title] of steps.entries()) {
      const done = course[0] === 'COMPLETED' || (course[0] !== 'NOT_STARTED' && course[0] !== 'PENDING' && step === 0);
      const status = done ? 'COMPLETED' : step === 1 && course[0] === 'IN_PROGRESS' ? 'IN_PROGRESS' : 'NOT_STARTED';
      const part = oneOf(site, team, { ...text, title, content: '', result: '' }, [status, course[1], course[2]], now, {
        id: id(made.length + parts.length),
        codeOf,
        n,
      });
      parts.push({ ...part, parentId: whole._id, repeat: null, ...kinOf([whole]) });
      whole.subtaskCount++;
      if (done) whole.subtaskDone++;
    }
    Object.assign(whole, kinOf(parts));
    made.push(...parts);
  }
  return made;
}

/** A task linked to a ticket. */
export function taskOfTicket(
  site: Site,
  team: readonly Colleague[],
  ticket: Pick<Ticket, 'title' | 'unitId' | 'blockId'> & { _id: string },
  now: Date,
  n: number,
): Made<typeof task> {
  const status = n % 3 === 1 ? 'ON_HOLD' : 'IN_PROGRESS';
  const text = { ...TASK_TEXTS[0], title: ticket.title, content: '', result: '', type: 'TECHNICAL', by: 'technician' };
  const code = `CV-${now.toISOString().slice(2, 7).replace('-', '')}-${90_001 + n}`;
  const made = oneOf(site, team, text as TaskText, [status, -1, 2 + n], now, {
    id: idsOf('task-of-ticket', site.key)(n),
    codeOf: () => code,
    n,
  });
  return { ...made, ticketId: ticket._id, unitId: ticket.unitId, blockId: ticket.blockId, repeat: null };
}

function oneOf(
  site: Site,
  team: readonly Colleague[],
  text: TaskText,
  [status, start, due]: Course,
  now: Date,
  { id, codeOf, n }: { id: string; codeOf: (at: Date) => string; n: number },
): Made<typeof task> {
  const random = randomOf(`task ${site.key} ${id}`);
  const among = (position: string) =>
    team.filter(member => member.active && member.positions.some(key => key === position));
  const worker = random.pick([...among(text.by), ...(among(text.by).length === 0 ? team : [])]);
  const giver = random.pick(among('service').length > 0 ? among('service') : team);
  const approver = among('admin')[0] ?? giver;
  const at = new Date(moment(now, start, 8 + (n % 8)).getTime() + random.int(0, 59) * 60_000);
  const dueAt = moment(now, due, 17);
  const started = status !== 'NOT_STARTED' && status !== 'PENDING' && status !== 'REJECTED' && status !== 'CANCELLED';
  const done = status === 'COMPLETED';
  const open = !done && status !== 'CANCELLED' && status !== 'REJECTED';
  return {
    ...baseOf(id, at),
    projectId: site.id,
    status,
    code: codeOf(at),
    title: text.title,
    content: text.content || null,
    type: text.type,
    priority: random.weighted([
      ['normal', 6],
      ['high', 2],
      ['low', 1],
      ['urgent', status === 'EXPIRED' ? 2 : 0.4],
    ]),
    parentId: null,
    ticketId: null,
    roomId: null,
    roomMessageId: null,
    residentId: null,
    unitId: null,
    placeId: null,
    blockId: null,
    departmentId: departmentId(site, text.by),
    assigneeId: status === 'PENDING' && n % 2 === 0 ? null : worker.id,
    approverId: status === 'PENDING' || status === 'REJECTED' ? approver.id : null,
    memberIds: random.chance(0.3) ? [giver.id] : [],
    followerIds: [],
    leftIds: [],
    unreadIds: [],
    messageCount: 0,
    creatorId: giver.id,
    kinIds: [],
    kinDepartmentIds: [],
    kinOpen: false,
    labelIds: [],
    needsApproval: status === 'PENDING' || status === 'REJECTED',
    startAt: null,
    dueAt,
    repeat: open ? (text.repeat ?? null) : null,
    repeatUntil: null,
    images: [],
    attachments: [],
    overdue: open && status !== 'EXPIRED' && dueAt <= now,
    subtaskCount: 0,
    subtaskDone: 0,
    progress: done ? 100 : status === 'IN_PROGRESS' ? 40 : 0,
    dueSoonTold: open && dueAt.getTime() - now.getTime() < DAY_MS ? 1 : 0,
    receivedAt: started ? new Date(at.getTime() + 4 * HOUR_MS) : null,
    result: done ? text.result || null : null,
    progressNote: null,
    reason:
      status === 'CANCELLED'
        ? 'Nhà thầu đã làm trong gói bảo trì.'
        : status === 'REJECTED'
          ? 'Chưa có kinh phí trong quý này.'
          : status === 'ON_HOLD'
            ? 'Chờ nhà cung cấp giao vật tư.'
            : null,
    startedAt: started ? new Date(at.getTime() + 5 * HOUR_MS) : null,
    completedAt: done ? new Date(Math.min(dueAt.getTime() - 3 * HOUR_MS, now.getTime() - HOUR_MS)) : null,
    rating: done && random.chance(0.5) ? random.int(3, 5) : null,
    ratingComment: null,
  };
}
