import type { Definition, Parts } from '@lobby/shared/kit/definition.ts';
import { filterSchema } from '@lobby/shared/kit/filter-schema.ts';
import type { payslip } from '@lobby/shared/modules/payslip.ts';
import type { receipt } from '@lobby/shared/modules/receipt.ts';
import { z } from 'zod';
import { type Route, route } from '../../../kit/http/route.ts';
import { loadScope } from '../../../kit/records/acts/act.ts';
import { joinedQuery } from '../../../kit/records/lists/list.ts';
import { records } from '../../../kit/store/records.ts';

const group = z.object({ key: z.string().nullable(), count: z.int(), amount: z.int() });

interface Group {
  _id: string | null;
  count: number;
  amount: number;
}

/** Parts of a split voucher, as an aggregation expression. */
const partsOf = (parts: readonly Parts[]) => ({
  $concatArrays: parts.map(({ in: lines, by = {}, as = {} }) => ({
    $map: {
      input: `$${lines}`,
      as: 'one',
      in: {
        ...Object.fromEntries(Object.entries(by).map(([name, field]) => [name, `$$one.${field}`])),
        ...as,
        amount: '$$one.amount',
      },
    },
  })),
});
const ofPart = (field: string) => field.startsWith('parts.');

/** Sums by a field of the vouchers or of their parts; several parts of one voucher in a group count once. */
const groupBy = (field: string) => [
  ...(ofPart(field) ? [{ $unwind: '$parts' }] : []),
  {
    $group: { _id: { of: '$_id', key: `$${field}` }, amount: { $sum: ofPart(field) ? '$parts.amount' : '$amount' } },
  },
  { $group: { _id: '$_id.key', count: { $sum: 1 }, amount: { $sum: '$amount' } } },
  { $sort: { amount: -1, _id: 1 } },
];

/** `GET /summary`: totals of the filtered vouchers, by each of these fields. */
export function summaryRoute<N extends string>(
  definition: typeof receipt | typeof payslip,
  by: Readonly<Record<N, string>>,
): Route {
  const names = Object.keys(by) as N[];
  const groups = Object.fromEntries(names.map(name => [name, z.array(group)])) as Record<N, z.ZodArray<typeof group>>;
  return route({
    method: 'get',
    path: `${definition.path}/summary`,
    summary: `Sums of the ${definition.name}s under a filter`,
    module: definition.code,
    flags: ['aggregate'],
    query: z.strictObject({ filter: filterSchema(definition).default({}) }),
    answer: z.object({ count: z.int(), amount: z.int(), ...groups }),
    async run(ctx, { query: { filter } }) {
      const found = await joinedQuery(definition, filter, ctx, await loadScope(ctx, definition));
      const facets = Object.fromEntries([
        ['all', [{ $group: { _id: null, count: { $sum: 1 }, amount: { $sum: '$amount' } } }]],
        ...names.map(name => [name, groupBy(by[name])]),
      ]);
      const { parts }: Definition = definition;
      const sums = await records(definition).aggregate<Record<string, Group[]>>(
        ctx,
        found,
        [...(parts ? [{ $set: { parts: partsOf(parts) } }] : []), { $facet: facets }],
        10_000,
      );
      const [all] = sums[0]?.all ?? [];
      const totals = names.map(name => [
        name,
        (sums[0]?.[name] ?? []).map(({ _id, count, amount }) => ({ key: _id ?? null, count, amount })),
      ]);
      return { count: all?.count ?? 0, amount: all?.amount ?? 0, ...Object.fromEntries(totals) };
    },
  });
}
