import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { fold, foldCode } from '@lobby/shared/kit/text-search.ts';
import type { Ctx } from '../../base/context.ts';
import { targetOf } from '../../store/refs.ts';
import { modelOf, type Stored } from '../../store/schema.ts';

/** Finds the record that a name in a cell means; `row` holds the refs of the row that are known already. */
export type FindByName = (name: string, row: Readonly<Record<string, unknown>>) => string | null;

const plain = (words: string) => fold(words).replace(/\s+/g, ' ').trim();

/** The records that a ref field may point at, by name and code: read once for all rows. */
export async function namesFor(ctx: Ctx, field: Field): Promise<FindByName> {
  if (field.kind !== 'ref' && field.kind !== 'refs') return () => null;
  const target = targetOf(field.to);
  const shared = Object.entries(target.fields).flatMap(([name, one]) =>
    one.kind === 'ref' || name === field.alike ? [name] : [],
  );
  const docs = await modelOf(target)
    .find({ projectId: ctx.projectId, deletedAt: null, ...field.where }, shownOf(target, shared))
    .lean<Stored[]>();
  const byName = new Map<string, Stored[]>();
  for (const doc of docs)
    for (const key of keysOf(target, doc)) {
      const known = byName.get(key);
      if (known) known.push(doc);
      else byName.set(key, [doc]);
    }
  return (name, row) => {
    // Codes are found as they are everywhere: with or without what stands between their parts.
    const found = byName.get(plain(name)) ?? byName.get(foldCode(name)) ?? [];
    // The fifth floor is one of each block: what the row says of the block tells which.
    const fitting = found.filter(doc =>
      shared.every(ref => row[ref] === undefined || row[ref] === null || doc[ref] === row[ref]),
    );
    return fitting.length === 1 ? (fitting[0]?._id ?? null) : null;
  };
}

/** Every way in which a record may be named in a cell. */
function keysOf({ title, fields }: Definition, doc: Stored): Set<string> {
  const names = [title, 'code', 'shortName'].filter(name => typeof doc[name] === 'string');
  const field = (name: string) => fields[name];
  return new Set(
    names.flatMap(name => {
      const of = field(name);
      const isCode = of?.kind === 'text' && of.code;
      return [plain(String(doc[name])), ...(isCode ? [foldCode(String(doc[name]))] : [])];
    }),
  );
}

const shownOf = (target: Definition, refs: readonly string[]) =>
  Object.fromEntries([target.title, 'code', 'shortName', ...refs].map(name => [name, 1]));
