import { randomInt } from 'node:crypto';
import { conference } from '@lobby/shared/modules/conference.ts';
import { hundredthsOf, metresOf } from '@lobby/shared/modules/conference-math.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { newId, type Session } from '../../../kit/database/database.ts';
import { build } from '../../../kit/records/records.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import { eventOfAll } from '../../../kit/store/bulk-insert.ts';
import { writeEvents } from '../../../kit/store/events.ts';
import { type Doc, fieldOf, records, type Where } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import type { Change } from '../../../kit/store/save.ts';

/** What defines the electorate of a meeting. */
type Scope = Pick<Values<typeof conference>, 'blockIds' | 'eligible' | 'weighting' | 'areaField'>;

/** Maximum unit codes named in a refusal. */
const MOST_NAMED = 50;

export const blocksOf = ({ blockIds }: Pick<Scope, 'blockIds'>): string[] => blockIds ?? [];

export const loadRows = (
  ctx: Ctx,
  query: Where<typeof conferenceUnit>,
  session: Session | null = null,
): Promise<Doc<typeof conferenceUnit>[]> => records(conferenceUnit).in(session).find(ctx, query);

export async function loadMeeting(ctx: Ctx, conferenceId: string | null | undefined): Promise<Doc<typeof conference>> {
  const meeting = await records(conference).get(ctx, conferenceId);
  return meeting ?? fail('NOT_FOUND');
}

/** The meeting that a form refers to; throws at its field if there is none. */
export async function meetingAt(ctx: Ctx, conferenceId: string | null | undefined): Promise<Doc<typeof conference>> {
  const code = 'REFERENCE_NOT_FOUND';
  const ids = conferenceId ? [conferenceId] : [];
  if ((await loadRefs(ctx.projectId, conference, ids)).size === 0) failFields({ conferenceId: { code } }, code);
  return loadMeeting(ctx, conferenceId);
}

/** Units entitled to vote: of the meeting's blocks, handed over if required. */
export function eligibleUnits(ctx: Ctx, doc: Scope): Promise<Doc<typeof unit>[]> {
  const blockIds = blocksOf(doc);
  return records(unit).find(ctx, {
    ...(blockIds.length > 0 && { blockId: { $in: blockIds } }),
    ...(doc.eligible === 'HANDED_OVER' && { handoverStatus: 'HANDED_OVER' }),
  });
}

/** Votes of a unit in hundredths; null if its area is unknown. */
function votesOf({ weighting, areaField }: Scope, home: Doc<typeof unit>): number | null {
  if (weighting === 'UNIT') return 100;
  const area = areaField ? home[areaField] : null;
  return area && area > 0 ? hundredthsOf(area) : null;
}

/** Refuses units without a known area. */
function assertMeasured(doc: Scope, homes: readonly Doc<typeof unit>[]): void {
  const lacking = homes.filter(home => votesOf(doc, home) === null).map(({ code }) => code);
  if (lacking.length > 0)
    fail('CONFERENCE_AREA_MISSING', { units: lacking.toSorted().slice(0, MOST_NAMED), count: lacking.length });
}

/** Owner of each unit: an owner who is the householder, else the first owner. */
async function loadOwners(ctx: Ctx, unitIds: readonly string[]): Promise<Map<string, string>> {
  const homes = await records(residency).find(
    ctx,
    { living: true, owner: true, unitId: { $in: [...unitIds] } },
    { sort: { createdAt: 1, _id: 1 } },
  );
  const people = await loadRefs(ctx.projectId, resident, [...new Set(homes.map(home => home.residentId))]);
  const there = homes.filter(home => people.has(home.residentId));
  const sorted = there.toSorted((a, b) => Number(b.role === 'HOUSEHOLDER') - Number(a.role === 'HOUSEHOLDER'));
  return new Map(sorted.toReversed().map(home => [home.unitId, home.residentId]));
}

/** Returns the ids of those residents who have no phone number. */
async function withoutPhone(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const people = await records(resident)
    .withRemoved()
    .find(ctx, { _id: { $in: [...ids] }, phone: { $in: [null, ''] } }, { only: ['_id'] });
  return new Set(people.map(({ _id }) => _id));
}

/** Generates a six-digit code that is unique within the meeting. */
function nextCode(taken: Set<string>): string {
  for (;;) {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    if (taken.has(code)) continue;
    taken.add(code);
    return code;
  }
}

/** Current values of each unit's row. */
async function loadFacts(ctx: Ctx, doc: Scope, homes: readonly Doc<typeof unit>[]) {
  const blocks = await loadRefs(ctx.projectId, block, [...new Set(homes.map(home => home.blockId))]);
  const owners = await loadOwners(
    ctx,
    homes.map(home => home._id),
  );
  const silent = await withoutPhone(ctx, [...new Set(owners.values())]);
  return new Map(
    homes.map(home => {
      const votes = votesOf(doc, home) ?? 0;
      const place = `${blocks.get(home.blockId)?.name ?? ''} ${home.code}`.trim().slice(0, 100);
      const ownerId = owners.get(home._id) ?? null;
      const facts = { blockId: home.blockId, ownerId, place, hundredths: votes, weight: metresOf(votes) };
      return [home._id, { ...facts, withoutPhone: ownerId === null || silent.has(ownerId) }] as const;
    }),
  );
}

/** Result of freezing an electorate: totals, row changes, and the notifications. */
export interface Frozen {
  set: Pick<Doc<typeof conference>, 'units' | 'totalHundredths' | 'weightTotal'>;
  changes: Change[];
  tell: (session: Session) => Promise<void>;
}

/** Stores the electorate with its votes: adds missing rows, updates changed ones; `narrow` removes rows out of scope. */
export async function freeze(ctx: Ctx, doc: Scope & { _id: string }, narrow: boolean): Promise<Frozen> {
  const [homes, rows] = await Promise.all([eligibleUnits(ctx, doc), loadRows(ctx, { conferenceId: doc._id })]);
  assertMeasured(doc, homes);
  // Preloads the titles that row keys resolve.
  await loadRefs(
    ctx.projectId,
    unit,
    homes.map(home => home._id),
  );
  const facts = await loadFacts(ctx, doc, homes);
  const byUnit = new Map(rows.map(row => [row.unitId ?? '', row]));
  const taken = new Set(rows.flatMap(({ code6 }) => code6 ?? []));
  const bulk = { run: newId(), quiet: true } as const;
  const changes: Change[] = [];
  let units = 0;
  let total = 0;
  for (const { _id: unitId } of homes) {
    const fact = facts.get(unitId);
    if (!fact) continue;
    units++;
    total += fact.hundredths;
    const row = byUnit.get(unitId);
    byUnit.delete(unitId);
    if (row) {
      const set = Object.fromEntries(Object.entries(fact).filter(([name, value]) => fieldOf(row, name) !== value));
      const update = { doc: row, set };
      if (Object.keys(set).length > 0) changes.push({ definition: conferenceUnit, action: 'refresh', update, ...bulk });
      continue;
    }
    const values = { conferenceId: doc._id, unitId, rowKey: `${doc._id}:${unitId}`, code6: nextCode(taken), ...fact };
    const insert = await build(ctx, conferenceUnit, values);
    changes.push({ definition: conferenceUnit, action: 'create', insert, ...bulk });
  }
  for (const row of byUnit.values()) {
    if (narrow) {
      const update = { doc: row, set: { deletedAt: ctx.now } };
      changes.push({ definition: conferenceUnit, action: 'remove', update, ...bulk });
      continue;
    }
    units++;
    total += row.hundredths;
  }
  return {
    set: { units, totalHundredths: total, weightTotal: metresOf(total) },
    changes,
    async tell(session) {
      if (changes.length > 0)
        await writeEvents([eventOfAll(ctx, conferenceUnit, 'refresh', changes.length, bulk.run)], session);
    },
  };
}
