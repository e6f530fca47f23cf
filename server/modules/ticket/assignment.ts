import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { assignmentRule } from '@lobby/shared/modules/assignment-rule.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { OPEN_TICKETS, ticket } from '@lobby/shared/modules/ticket.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { clockNow } from '../../kit/database/clock.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { log } from '../../kit/ops/log.ts';
import type { BehaviourOf } from '../../kit/records/typed-behaviour.ts';
import type { EventRow } from '../../kit/store/events.ts';
import { loadKept } from '../../kit/store/kept.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { type Change, save, VersionConflict } from '../../kit/store/save.ts';
import { shiftsNow } from '../../platform/auth/members/shifts.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { workersAmong } from '../../platform/auth/rights/workers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { loadProject, settingsOf } from '../../platform/projects/projects.ts';
import { type TicketSet, withClockAt, workingClock } from './clocks/clocks.ts';
import { subjectOf } from './talk/messages.ts';

type Ticket = Doc<typeof ticket>;
type Rule = Doc<typeof assignmentRule>;
type Person = Doc<typeof employee>;

/** Last assignment of an employee by a rule; a higher `n` is later. */
interface Turn {
  /** `<rule id>/<employee id>` */
  _id: string;
  projectId: string;
  ruleId: string;
  employeeId: string;
  n: number;
}
export const assignmentTurnCollection: Collection = {
  name: 'assignment-turns',
  indexes: [{ key: { projectId: 1, ruleId: 1, n: -1 } }],
};
const turns = () => db().collection<Turn>(assignmentTurnCollection.name);

const MOST_PEOPLE = 500;
const MOST_WAITING = 200;

/** First rule that covers a ticket's type and block. */
async function findRule({ projectId, typeId, blockId }: Ticket): Promise<Rule | null> {
  const covers = (ids: readonly string[], id: string | null) => ids.length === 0 || (id !== null && ids.includes(id));
  const rules = await loadKept({ projectId }, assignmentRule, { active: true });
  const fitting = rules.filter(rule => covers(rule.typeIds, typeId) && covers(rule.blockIds, blockId));
  return fitting.toSorted((a, b) => a.order - b.order)[0] ?? null;
}

/** Employees that a rule means and who may handle tickets. */
async function findAble(ctx: Ctx, rule: Pick<Rule, 'departmentId' | 'employeeIds'>): Promise<Person[]> {
  const { projectId } = ctx;
  const people =
    rule.employeeIds.length > 0
      ? [...(await loadRefs(projectId, employee, rule.employeeIds)).values()]
      : await records(employee).find(
          ctx,
          { departmentId: rule.departmentId, status: 'ACTIVE' },
          { sort: { 'sorted.name': 1, _id: 1 }, limit: MOST_PEOPLE, patience: 2000 },
        );
  const able = await workersAmong(
    projectId,
    ticket.code,
    people.map(({ _id }) => _id),
  );
  return people.filter(({ _id }) => able.has(_id));
}

/** Employees that a rule can assign to now. */
async function findPeople(ctx: Ctx, rule: Rule): Promise<Person[]> {
  const able = await findAble(ctx, rule);
  const works = rule.onShift ? await shiftsNow(ctx) : null;
  return able.filter(({ departmentId }) => works?.(departmentId) ?? true);
}

const NOT_FIT = 'ASSIGNMENT_NOT_FIT';

/** Fields that decide whom a rule means. */
const WHOM = ['departmentId', 'employeeIds', 'active'] as const;

/**
 * Refuses people by name who may not handle tickets, and departments of which nobody may: they would never be given one. A
 * rule that was switched off may mean anybody.
 */
export const assignmentBehaviour = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'remove' || kind === 'restore') return values;
    if (values.employeeIds?.length) {
      const able = await workersAmong(ctx.projectId, ticket.code, values.employeeIds);
      const names = await namesOf(
        ctx,
        values.employeeIds.filter(id => !able.has(id)),
      );
      if (names)
        failFields({ employeeIds: { code: NOT_FIT, params: { why: 'assignment-rule.fit.people', names } } }, NOT_FIT);
    }
    if (WHOM.every(name => values[name] === undefined)) return values;
    const { departmentId = null, employeeIds = [], active = true } = { ...doc, ...values };
    const isFit = !active || (await findAble(ctx, { departmentId, employeeIds: employeeIds ?? [] })).length > 0;
    if (!isFit) {
      const field = employeeIds?.length ? 'employeeIds' : 'departmentId';
      failFields({ [field]: { code: NOT_FIT, params: { why: 'assignment-rule.fit.department' } } }, NOT_FIT);
    }
    return { ...values, unfit: false };
  },
} satisfies BehaviourOf<typeof assignmentRule>;

const namesOf = async ({ projectId }: Ctx, ids: readonly string[]): Promise<string> =>
  [...(await loadRefs(projectId, employee, ids)).values()].map(({ name }) => name).join(', ');

/** Marks active rules that nobody is left to be given tickets by, tells who keeps rules once, and unmarks them again. */
export async function markUnfit(ctx: Ctx): Promise<void> {
  for (const rule of await loadKept(ctx, assignmentRule, { active: true })) {
    const unfit = (await findAble(ctx, rule)).length === 0;
    if (unfit === (rule.unfit ?? false)) continue;
    const change: Change = {
      definition: assignmentRule,
      action: unfit ? 'unfit' : 'fit',
      // Open forms of the rule do not become stale.
      update: { doc: rule, set: { unfit }, keepVersion: true, while: { unfit: rule.unfit ?? false } },
      async also(session) {
        const subject = { module: assignmentRule.code, id: rule._id, title: rule.name };
        const keepers = await loadReaders(ctx.projectId, assignmentRule.code, 'write');
        if (unfit) await notify(ctx, toStaff(keepers), 'ASSIGNMENT_RULE_UNFIT', subject, session);
      },
    };
    await save(ctx, [change]).catch(error => {
      // Another server marked it.
      if (!(error instanceof VersionConflict)) throw error;
    });
  }
}

/** Number of open tickets by assignee. */
async function countOpen(ctx: Ctx, ids: readonly string[], session: Session): Promise<Map<string, number>> {
  const rows = await records(ticket)
    .in(session)
    .aggregate<{ _id: string; n: number }>(
      ctx,
      { assigneeId: { $in: ids }, status: { $in: OPEN_TICKETS } },
      [{ $group: { _id: '$assigneeId', n: { $sum: 1 } } }],
      2000,
    );
  return new Map(rows.map(({ _id, n }) => [_id, n]));
}

/** Chooses the next assignee by a rule; null if nobody has capacity. Serialised per rule. */
async function choose(ctx: Ctx, rule: Rule, session: Session, without: string | null): Promise<string | null> {
  await serializeBy(`assignment ${rule._id}`, session);
  const ids = (await findPeople(ctx, rule)).map(({ _id }) => _id).filter(id => id !== without);
  if (ids.length === 0) return null;
  const load = await countOpen(ctx, ids, session);
  const before = await turns().find({ projectId: ctx.projectId, ruleId: rule._id }, { session }).toArray();
  const last = new Map(before.map(({ employeeId, n }) => [employeeId, n]));
  const has = (id: string) => load.get(id) ?? 0;
  const [chosen] = ids
    .filter(id => !rule.capacity || has(id) < rule.capacity)
    .toSorted(
      (a, b) => (rule.method === 'LEAST_BUSY' ? has(a) - has(b) : 0) || (last.get(a) ?? 0) - (last.get(b) ?? 0),
    );
  if (!chosen) return null;
  await turns().updateOne(
    { _id: `${rule._id}/${chosen}` },
    {
      $set: {
        projectId: ctx.projectId,
        ruleId: rule._id,
        employeeId: chosen,
        n: Math.max(0, ...before.map(({ n }) => n)) + 1,
      },
    },
    { upsert: true, session },
  );
  return chosen;
}

async function assignment(ctx: Ctx, rule: Rule, employeeId: string): Promise<TicketSet> {
  const returnAt = rule.returnMinutes ? (await workingClock(ctx)).after(ctx.now, rule.returnMinutes * MINUTE_MS) : null;
  return { assigneeId: employeeId, ruleId: rule._id, ruleName: rule.name, returnAt };
}

/** Assigns a new ticket by rule, within its transaction; without a rule the default assignee of the type stays. */
export async function assignByRule(ctx: Ctx, session: Session, doc: Ticket): Promise<void> {
  // A retried transaction chooses again.
  if (doc.ruleId) Object.assign(doc, { assigneeId: null, ruleId: null, ruleName: null, returnAt: null });
  const rule = await findRule(doc);
  const chosen = rule && (await choose(ctx, rule, session, null));
  if (rule && chosen) Object.assign(doc, withClockAt(doc, await assignment(ctx, rule, chosen)));
}

/**
 * Changes of a ticket not answered in time: the next assignee by its rule, or none. The rule stays, so that it is not given
 * back to who let it lapse.
 */
export async function passOn(ctx: Ctx, session: Session, doc: Ticket): Promise<TicketSet> {
  const rule = await records(assignmentRule).first(ctx, { _id: doc.ruleId, active: true });
  const next = rule && (await choose(ctx, rule, session, doc.assigneeId));
  return withClockAt(
    doc,
    rule && next ? await assignment(ctx, rule, next) : { assigneeId: null, ruleName: null, returnAt: null },
  );
}

/** A rule and whether it has somebody for a ticket now. */
async function fittingRule(ctx: Ctx, doc: Ticket): Promise<Rule | null> {
  const rule = await findRule(doc);
  return rule && (await findPeople(ctx, rule)).length > 0 ? rule : null;
}

/**
 * Assigns open tickets that no rule has assigned yet and nobody has: their type or block has changed, or nobody could be
 * assigned to before. Oldest first, or of `ids` alone; returns the number of those assigned.
 */
export async function assignWaiting(ctx: Ctx, ids?: readonly string[]): Promise<number> {
  if ((await loadKept(ctx, assignmentRule, { active: true })).length === 0) return 0;
  const waiting = await records(ticket).find(
    ctx,
    { assigneeId: null, ruleId: null, status: { $in: OPEN_TICKETS }, ...(ids && { _id: { $in: ids } }) },
    { sort: { createdAt: 1, _id: 1 }, limit: MOST_WAITING },
  );
  let count = 0;
  for (const doc of waiting) {
    const rule = await fittingRule(ctx, doc);
    if (rule && (await assignTo(ctx, doc, rule))) count++;
  }
  return count;
}

/** Assigns a ticket by a rule; false if all its people have as many as they may, or somebody was quicker. */
async function assignTo(ctx: Ctx, doc: Ticket, rule: Rule): Promise<boolean> {
  const set: TicketSet = {};
  const change: Change = {
    definition: ticket,
    action: 'rule',
    update: { doc, set, while: { assigneeId: null } },
    async first(session) {
      const chosen = await choose(ctx, rule, session, null);
      if (!chosen) throw new VersionConflict();
      Object.assign(set, withClockAt(doc, await assignment(ctx, rule, chosen)));
    },
    also: session =>
      notify(
        ctx,
        toStaff(set.assigneeId ? [set.assigneeId] : []),
        'HELP_DESK_ASSIGNED_BY_RULE',
        subjectOf(doc),
        session,
      ),
  };
  return save(ctx, [change]).then(
    () => true,
    error => {
      if (error instanceof VersionConflict) return false;
      throw error;
    },
  );
}

/** After the commit: tries the rules for tickets that nobody has and whose type or block has changed, before the job does. */
export function assignMoved(rows: readonly EventRow[]): void {
  const moved = rows.filter(
    ({ entity, action, after, row, quiet }) =>
      entity === ticket.name &&
      action === 'update' &&
      !quiet &&
      row?.assigneeId === null &&
      (after?.typeId !== undefined || after?.blockId !== undefined),
  );
  for (const { projectId, entityId } of moved) if (entityId) void assignNow(projectId, entityId);
}

async function assignNow(projectId: string, id: string): Promise<void> {
  try {
    const project = await loadProject(projectId);
    if (project) await assignWaiting(systemCtx(settingsOf(project), clockNow()), [id]);
  } catch (error) {
    log.error({ error: String(error) }, 'a ticket could not be assigned by rule');
  }
}
