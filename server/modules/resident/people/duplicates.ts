import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { fold, isUnaccented, nameKey } from '@lobby/shared/kit/text-search.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { route } from '../../../kit/http/route.ts';
import { holdKeys } from '../../../kit/privacy/person-keys.ts';
import { open } from '../../../kit/privacy/personal.ts';
import { present } from '../../../kit/records/present.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { knownApart, pairOf } from '../two-people.ts';

const REASONS = ['unit', 'birthYear', 'email'] as const;
type Reason = (typeof REASONS)[number];
interface Pair {
  two: readonly [Doc<typeof resident>, Doc<typeof resident>];
  because: Reason[];
}

/** Maximum number of pairs shown; further ones follow once these are merged. */
const SHOWN = 50;
/** Maximum number of pairs of residents with the same name; above it a match means little. */
const MOST = 500;

/** Values by which two residents of one name may be the same person. Personal values are compared on the server only. */
function marksOf(doc: Doc<typeof resident>): [Reason, string][] {
  const { unitIds, birthYear, email } = doc;
  const local = email ? open(doc.projectId, email)?.split('@')[0] : null;
  return [
    ...unitIds.map((id): [Reason, string] => ['unit', id]),
    ...(birthYear ? [['birthYear', String(birthYear)] satisfies [Reason, string]] : []),
    ...(local ? [['email', local.toLowerCase()] satisfies [Reason, string]] : []),
  ];
}

/** Hùng is not Hưng, but Hung may be either. */
const mayBeOneName = (first: Doc<typeof resident>, other: Doc<typeof resident>) => {
  const [words, others] = [first, other].map(({ sortName }) => nameKey(sortName ?? '').split(' '));
  const alike = (word: string, second = '') => word === second || isUnaccented(word) || isUnaccented(second);
  return words?.every((word, n) => alike(word, others?.[n])) ?? false;
};

/** Pairs of residents of one name with a common value. */
function pairsAmong(people: readonly Doc<typeof resident>[]): Pair[] {
  const pairs = new Map<string, Pair>();
  const marked = people.flatMap(doc => marksOf(doc).map(([reason, value]) => ({ doc, reason, value })));
  for (const same of Map.groupBy(marked, ({ reason, value }) => `${reason} ${value}`).values())
    for (const [at, { doc: first, reason }] of same.entries())
      for (const { doc: other } of same.slice(at + 1)) {
        if (!mayBeOneName(first, other)) continue;
        const key = `${first._id} ${other._id}`;
        const pair: Pair = pairs.get(key) ?? { two: [first, other], because: [] };
        if (!pair.because.includes(reason)) pair.because.push(reason);
        pairs.set(key, pair);
        if (pairs.size >= MOST) return [...pairs.values()];
      }
  return [...pairs.values()];
}

/** Maximum number of names compared. */
const MOST_NAMES = 2000;
const foldedName = ({ sortName }: { sortName: string | null }) => fold(sortName ?? '');

async function loadPairs(ctx: Ctx): Promise<Pair[]> {
  const all = await records(resident).find(ctx, {}, { only: ['sortName'] });
  const namesakes = [...Map.groupBy(all, foldedName).values()].filter(same => same.length > 1).slice(0, MOST_NAMES);
  const people = await records(resident).find(
    ctx,
    { _id: { $in: namesakes.flat().map(({ _id }) => _id) } },
    { sort: { 'sorted.sortName': 1, _id: 1 }, limit: 20_000 },
  );
  await holdKeys(people);
  const apart = await knownApart(ctx);
  return [...Map.groupBy(people, foldedName).values()]
    .flatMap(pairsAmong)
    .filter(({ two: [first, other] }) => !apart.has(pairOf(first._id, other._id)))
    .sort((a, b) => b.because.length - a.because.length)
    .slice(0, SHOWN);
}

/** `GET /member/duplicates`: pairs of residents who may be the same person, the likeliest first, masked as in the list. */
export const duplicates = route({
  method: 'get',
  path: `${resident.path}/duplicates`,
  summary: 'Pairs of residents who may be the same person',
  module: resident.code,
  flags: ['delete'],
  answer: z.array(
    z.object({ two: z.array(responseSchema(resident, 'detail')).length(2), because: z.array(z.enum(REASONS)) }),
  ),
  run: async ctx =>
    (await loadPairs(ctx)).map(({ two, because }) => ({
      two: two.map(doc => present(resident, ctx.projectId, doc, 'staff', 'detail')),
      because,
    })),
});
