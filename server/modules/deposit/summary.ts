import { daysIn } from '@lobby/shared/billing/periods.ts';
import { type depositGroup, depositSummary } from '@lobby/shared/modules/deposit.contract.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import type { z } from 'zod';
import { todayOf } from '../../kit/base/local-time.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';

/** Age groups by maximum number of days held. */
const AGES = [
  ['TO_30', 30],
  ['TO_90', 90],
  ['TO_180', 180],
  ['TO_365', 365],
  ['OVER_365', Number.POSITIVE_INFINITY],
] as const;

type Group = z.infer<typeof depositGroup>;

/** Held amounts by key, largest first. */
function grouped(
  docs: readonly Doc<typeof deposit>[],
  keyOf: (doc: Doc<typeof deposit>) => string,
  nameOf = (key: string) => key,
): Group[] {
  return [...Map.groupBy(docs, keyOf)]
    .map(([key, deposits]) => ({
      key,
      name: nameOf(key),
      count: deposits.length,
      held: deposits.reduce((sum, { remaining }) => sum + remaining, 0),
    }))
    .toSorted((a, b) => b.held - a.held || (a.key < b.key ? -1 : 1));
}

export const summaryRoute: Route = route(depositSummary, {
  flags: ['aggregate'],
  async run(ctx) {
    const { projectId } = ctx;
    const docs = await records(deposit).find(
      { projectId },
      { status: 'DEPOSITED', remaining: { $gt: 0 } },
      { patience: 10_000 },
    );
    const homes = await loadRefs(projectId, unit, [...new Set(docs.map(({ unitId }) => unitId))]);
    const blockOf = ({ unitId }: Doc<typeof deposit>) => homes.get(unitId)?.blockId ?? '';
    const blocks = await loadRefs(projectId, block, [...new Set(docs.map(blockOf))].filter(Boolean));
    const today = todayOf(ctx);
    const ageOf = ({ accountingDate }: Doc<typeof deposit>) => {
      const days = daysIn({ start: accountingDate, end: today }) - 1;
      return AGES.find(([, most]) => days <= most)?.[0] ?? 'OVER_365';
    };
    const rank = ({ key }: Group) => AGES.findIndex(([name]) => name === key);
    return {
      count: docs.length,
      held: docs.reduce((sum, { remaining }) => sum + remaining, 0),
      kinds: grouped(docs, ({ kind }) => kind),
      blocks: grouped(docs, blockOf, key => blocks.get(key)?.name ?? key),
      ages: grouped(docs, ageOf).toSorted((a, b) => rank(a) - rank(b)),
    };
  },
});
