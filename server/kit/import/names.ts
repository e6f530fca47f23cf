import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { fold } from '@lobby/shared/kit/words.ts';
import type { Ctx } from '../context.ts';
import { modelOf, type Stored } from '../model.ts';
import { targetOf } from '../refs.ts';

/** Finds the record that a name in a cell means; `row` holds the refs of the row that are known already. */
export type FindByName = (name: string, row: Readonly<Record<string, unknown>>) => string | null;

const plain = (words: string) => fold(words).replace(/\s+/g, ' ').trim();

/** The records that a ref field may point at, by name and code: read once for all rows. */
export async function namesFor(ctx: Ctx, field: Field): Promise<FindByName> {
  if (field.kind !== 'ref' && field.kind !== 'refs') return () => null;
  const target = targetOf(field.to);
  const shared = Object.entries(target.fields).flatMap(([name, one]) => (one.kind === 'ref' ? [name] : []));
  const docs = await modelOf(target)
    .find({ projectId: ctx.projectId, deletedAt: null, ...field.where }, shownOf(target, shared))
    .lean<Stored[]>();
  const byName = new Map<string, Stored[]>();
  for (const doc of docs)
    for (const name of new Set([doc[target.title], doc.code, doc.shortName].filter(one => typeof one === 'string'))) {
      const key = plain(name);
      const known = byName.get(key);
      if (known) known.push(doc);
      else byName.set(key, [doc]);
    }
  return (name, row) => {
    const found = byName.get(plain(name)) ?? [];
    // The fifth floor is one of each block: what the row says of the block tells which.
    const fitting = found.filter(doc =>
      shared.every(ref => row[ref] === undefined || row[ref] === null || doc[ref] === row[ref]),
    );
    return fitting.length === 1 ? (fitting[0]?._id ?? null) : null;
  };
}

const shownOf = (target: Definition, refs: readonly string[]) =>
  Object.fromEntries([target.title, 'code', 'shortName', ...refs].map(name => [name, 1]));
