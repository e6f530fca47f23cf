import { type AssignmentRule, assignmentRule } from '@lobby/shared/modules/assignment-rule.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { OPEN_STATUSES, ticket } from '@lobby/shared/modules/ticket.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { takeTurn } from '../../kit/database/turns.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { shiftsNow } from '../../platform/auth/shifts.ts';
import { workersAmong } from '../../platform/auth/workers.ts';
import { timed, workingClock } from './clocks.ts';

type Rule = Stored &
  Pick<AssignmentRule, 'typeIds' | 'blockIds' | 'employeeIds' | 'onShift' | 'method' | 'capacity' | 'returnMinutes'>;

/** When somebody was given something by a rule last: the higher, the later. */
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

const MOST_RULES = 200;
const MOST_PEOPLE = 500;
const MINUTE = 60_000;

/** The first rule that fits a request's type and block. */
async function ruleFor(doc: Stored): Promise<Rule | null> {
  const fits = (field: string, value: unknown) => ({ $or: [{ [field]: { $size: 0 } }, { [field]: value ?? '' }] });
  return modelOf(assignmentRule)
    .findOne({
      projectId: doc.projectId,
      deletedAt: null,
      active: true,
      $and: [fits('typeIds', doc.typeId), fits('blockIds', doc.blockId)],
    })
    .sort({ order: 1, _id: 1 })
    .limit(MOST_RULES)
    .maxTimeMS(2000)
    .lean<Rule>();
}

/** Who may be given something by a rule now. */
async function peopleOf(ctx: Ctx, rule: Rule): Promise<Stored[]> {
  const { projectId } = ctx;
  const people =
    rule.employeeIds.length > 0
      ? [...(await loadRefs(projectId, employee, rule.employeeIds)).values()]
      : await modelOf(employee)
          .find({ projectId, departmentId: rule.departmentId, status: 'ACTIVE', deletedAt: null })
          .sort({ 'sorted.name': 1, _id: 1 })
          .limit(MOST_PEOPLE)
          .maxTimeMS(2000)
          .lean<Stored[]>();
  const able = await workersAmong(
    projectId,
    ticket.code,
    people.map(({ _id }) => _id),
  );
  const works = rule.onShift ? await shiftsNow(ctx) : null;
  const isHere = ({ departmentId }: Stored) => works?.(typeof departmentId === 'string' ? departmentId : null) ?? true;
  return people.filter(one => able.has(one._id) && isHere(one));
}

/** How many open requests each of some people has. */
async function loadOf(projectId: string, ids: readonly string[], session: Session): Promise<Map<string, number>> {
  const rows = await modelOf(ticket)
    .aggregate<{ _id: string; n: number }>([
      { $match: { projectId, assigneeId: { $in: [...ids] }, status: { $in: [...OPEN_STATUSES] }, deletedAt: null } },
      { $group: { _id: '$assigneeId', n: { $sum: 1 } } },
    ])
    .session(session)
    .option({ maxTimeMS: 2000 });
  return new Map(rows.map(({ _id, n }) => [_id, n]));
}

/** Whose turn it is by a rule, one request after another; null where nobody has room. */
async function choose(ctx: Ctx, rule: Rule, session: Session, without: unknown): Promise<string | null> {
  await takeTurn(`assignment ${rule._id}`, session);
  const ids = (await peopleOf(ctx, rule)).map(({ _id }) => _id).filter(id => id !== without);
  if (ids.length === 0) return null;
  const load = await loadOf(ctx.projectId, ids, session);
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

async function given(ctx: Ctx, rule: Rule, employeeId: string): Promise<Record<string, unknown>> {
  const returns = rule.returnMinutes
    ? (await workingClock(ctx)).after(ctx.now, Number(rule.returnMinutes) * MINUTE)
    : null;
  return { assigneeId: employeeId, ruleId: rule._id, returnAt: returns };
}

/** Gives a new request to whose turn it is, within the transaction that stores it; without a rule it stays with whom its type names. */
export async function assignByRule(ctx: Ctx, session: Session, doc: Stored): Promise<void> {
  // A transaction that begins again chooses again.
  if (doc.ruleId) Object.assign(doc, { assigneeId: null, ruleId: null, returnAt: null });
  const rule = await ruleFor(doc);
  const chosen = rule && (await choose(ctx, rule, session, null));
  if (rule && chosen) Object.assign(doc, timed(doc, await given(ctx, rule, chosen)));
}

/** What is set of a request that nobody has answered in time: it goes to the next, or back among those that nobody has. */
export async function passOn(ctx: Ctx, session: Session, doc: Stored): Promise<Record<string, unknown>> {
  const rule = await modelOf(assignmentRule)
    .findOne({ _id: doc.ruleId, projectId: ctx.projectId, active: true, deletedAt: null })
    .lean<Rule>();
  const next = rule && (await choose(ctx, rule, session, doc.assigneeId));
  return timed(doc, rule && next ? await given(ctx, rule, next) : { assigneeId: null, ruleId: null, returnAt: null });
}
