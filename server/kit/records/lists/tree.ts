import { byName } from '@lobby/shared/kit/collation.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../../base/context.ts';
import { failFields } from '../../base/errors.ts';
import { type Route, route } from '../../http/route.ts';
import { sortPath } from '../../store/keys/search-keys.ts';
import { needRef } from '../../store/refs/refs.ts';
import { setCycleCode } from '../../store/refs/tree-cycles.ts';
import { modelOf, type Stored } from '../../store/schema.ts';
import { loadScope } from '../acts/act.ts';
import type { Request } from '../behaviour.ts';

/** Limit of nodes drawn at once. */
const MOST = 5000;

/** A `check` for records nested by `parentId`: refuses to move one into itself or into its descendants. */
export function outsideItself(definition: Definition, code: string) {
  // Two concurrent moves may each be valid alone, so `save` checks again within its transaction.
  setCycleCode(definition, code);
  return async (ctx: Ctx, { values, doc }: Request): Promise<Record<string, unknown>> => {
    const above = new Set<string>();
    for (let id = values.parentId; typeof id === 'string' && !above.has(id); ) {
      above.add(id);
      if (id === doc?._id) failFields({ parentId: { code } }, code);
      id = (await needRef(ctx, definition.name, id, 'parentId')).parentId;
    }
    return values;
  };
}

/**
 * `GET /tree`: the whole tree by name, each node with the number of `leaf` records that name it in `field`. Residents get
 * only nodes that lead to records they see.
 */
export function treeRoute(definition: Definition, leaf: Definition, field: string): Route {
  return route({
    method: 'get',
    path: `${definition.path}/tree`,
    summary: `All ${definition.name}s as a tree, with how many ${leaf.name}s each has`,
    module: definition.code,
    flags: ['read'],
    residents: leaf.resident !== undefined,
    answer: z.array(
      z.object({ id: idSchema, version: z.int(), name: z.string(), parentId: idSchema.nullable(), count: z.int() }),
    ),
    async run(ctx) {
      const live = { projectId: ctx.projectId, deletedAt: null };
      const [nodes, counts] = await Promise.all([
        modelOf(definition)
          .find(live, { name: 1, parentId: 1, version: 1 })
          .sort({ [sortPath(definition, 'name')]: 1, _id: 1 })
          .limit(MOST)
          .maxTimeMS(5000)
          .lean<Stored[]>(),
        modelOf(leaf)
          .aggregate<{ _id: string; count: number }>([
            { $match: { ...live, ...(await loadScope(ctx, leaf)), [field]: { $type: 'string' } } },
            { $group: { _id: `$${field}`, count: { $sum: 1 } } },
          ])
          .option({ maxTimeMS: 5000 }),
      ]);
      const countOf = new Map(counts.map(({ _id, count }) => [_id, count]));
      const shown = ctx.kind === 'resident' ? wayTo(nodes, countOf) : nodes;
      return shown
        .toSorted((a, b) => byName(String(a.name), String(b.name)))
        .map(({ _id, version, name, parentId }) => ({
          id: _id,
          version,
          name,
          parentId: parentId ?? null,
          count: countOf.get(_id) ?? 0,
        }));
    },
  });
}

/** Nodes with records, and their ancestors. */
function wayTo(nodes: readonly Stored[], countOf: ReadonlyMap<string, number>): readonly Stored[] {
  const byId = new Map(nodes.map(node => [node._id, node]));
  const shown = new Set<Stored>();
  for (const id of countOf.keys())
    for (let node = byId.get(id); node && !shown.has(node); node = byId.get(String(node.parentId))) shown.add(node);
  return nodes.filter(node => shown.has(node));
}
