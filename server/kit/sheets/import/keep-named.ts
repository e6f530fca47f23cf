import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../../base/context.ts';
import type { ImportRow } from '../../records/behaviour.ts';
import { targetOf } from '../../store/refs/refs.ts';
import { modelOf, type Stored } from '../../store/schema.ts';
import { keysOf, shownOf, waysOf } from './names.ts';

/**
 * Keeps references that a record has already, even if new ones to them are not allowed: a partner no longer offered, or one
 * of two people with the same name. Only a different name is looked up among the offered records.
 */
export async function keepNamed(ctx: Ctx, definition: Definition, rows: readonly ImportRow[]): Promise<void> {
  const open = rows.filter(row => row.doc && row.unnamed);
  for (const name of new Set(open.flatMap(({ unnamed = {} }) => Object.keys(unnamed)))) {
    const field = definition.fields[name];
    if (field?.kind !== 'ref') continue;
    const target = targetOf(field.to);
    const unresolved = open.filter(({ unnamed }) => unnamed?.[name]);
    const docs = await modelOf(target)
      .find(
        { projectId: ctx.projectId, _id: { $in: unresolved.map(({ doc }) => String(doc?.[name] ?? '')) } },
        shownOf(target, []),
      )
      .lean<Stored[]>();
    const keysById = new Map(docs.map(doc => [doc._id, keysOf(target, doc)]));
    for (const row of unresolved) {
      const id = row.doc?.[name];
      const called = keysById.get(String(id ?? ''));
      if (!called || !waysOf(row.unnamed?.[name] ?? '').some(way => called.has(way))) continue;
      delete row.errors[name];
      if (row.states && name in row.states) row.states[name] = id;
    }
  }
}
