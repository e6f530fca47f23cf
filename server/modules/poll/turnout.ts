import { contentRange } from '@lobby/shared/kit/paging.ts';
import { pollTurnout, type turnoutBlock, type turnoutRow } from '@lobby/shared/modules/poll.contract.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import type { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { entitledHomes, entitledTo } from './entitled.ts';
import { loadTurnouts, namedVotes } from './votes.ts';

/** Smallest number of votes in a block that does not identify voters. */
const FEW = 5;

/** Entitled voters and votes by block; null where that would identify voters. */
async function byBlock(ctx: Ctx, doc: Doc<typeof poll>): Promise<z.infer<typeof turnoutBlock>[] | null> {
  const [homes, voted] = [await entitledHomes(ctx, doc), await loadTurnouts(ctx, doc)];
  if (doc.anonymous === true && voted.some(row => row.voted < FEW)) return null;
  const units = await loadRefs(ctx.projectId, unit, [...new Set(homes.map(home => home.unitId))]);
  const able = new Map<string, Set<string>>();
  for (const { unitId, residentId } of homes) {
    const at = units.get(unitId)?.blockId ?? '';
    able.set(at, (able.get(at) ?? new Set()).add(doc.weight === 'UNIT' ? unitId : residentId));
  }
  const votedIn = new Map(voted.map(row => [row.blockId ?? '', row.voted]));
  const ids = [...new Set([...able.keys(), ...votedIn.keys()])];
  const names = await loadRefs(ctx.projectId, block, ids.filter(Boolean));
  return ids
    .map(id => ({
      blockId: id || null,
      name: id ? (names.get(id)?.name ?? '') : null,
      entitled: able.get(id)?.size ?? 0,
      voted: votedIn.get(id) ?? 0,
    }))
    .toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? ''));
}

/** Homes with votes, and their voters. */
async function byUnit(ctx: Ctx, doc: Doc<typeof poll>): Promise<z.infer<typeof turnoutRow>[]> {
  const votes = await namedVotes(ctx, doc);
  const people = await records(resident)
    .withRemoved()
    .find(ctx, { userId: { $in: votes.map(vote => vote.userId) } }, { only: ['userId', 'name', 'unitIds'] });
  const byUser = new Map(people.map(person => [person.userId, person]));
  const homes = new Map<string | null, z.infer<typeof turnoutRow>['people']>();
  for (const { userId, unitId, at } of votes) {
    const who = byUser.get(userId);
    const [first] = who?.unitIds ?? [];
    const home = unitId ?? first ?? null;
    homes.set(home, [...(homes.get(home) ?? []), { name: who?.name ?? null, at: at.toISOString() }]);
  }
  const units = await loadRefs(
    ctx.projectId,
    unit,
    [...homes.keys()].filter(id => id !== null),
  );
  return [...homes]
    .map(([unitId, people]) => ({ unitId, unitCode: units.get(unitId ?? '')?.code ?? null, people }))
    .toSorted((a, b) => (a.unitCode ?? '').localeCompare(b.unitCode ?? '', 'vi', { numeric: true }));
}

/** `GET /poll/:id/turnout`: voters; of an anonymous poll the number by block. */
export const turnoutRoute = route(pollTurnout, {
  flags: ['read'],
  async run(ctx, { params, query: { page, limit }, res }) {
    const doc = await load(ctx, poll, params.id);
    const units = doc.anonymous === true ? null : await byUnit(ctx, doc);
    const from = (page - 1) * limit;
    const shown = units?.slice(from, from + limit) ?? null;
    res.set('Content-Range', contentRange(from, shown?.length ?? 0, units?.length ?? 0));
    return {
      voted: doc.voted,
      // Before the poll opens, the number entitled now.
      entitled: doc.openedAt ? doc.entitled : await entitledTo(ctx, doc),
      blocks: await byBlock(ctx, doc),
      units: shown,
    };
  },
});
