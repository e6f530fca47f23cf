import { toE164 } from '@lobby/shared/kit/contact.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { OTHER_NAMES } from '@lobby/shared/kit/nouns.ts';
import { fold, foldCode, isUnaccented, joinedCode, nameKey } from '@lobby/shared/kit/text-search.ts';
import { type Ctx, can } from '../../base/context.ts';
import { blindIndex } from '../../privacy/personal.ts';
import { namesApart } from '../../records/options.ts';
import { targetOf } from '../../store/refs.ts';
import { modelOf, type Stored } from '../../store/schema.ts';
import { homesOf } from '../homes.ts';
import { placesOf } from './further-homes.ts';

/** Finds the record that a name in a cell means; `row` holds the refs of the row that are known already. */
export type FindByName = (name: string, row: Readonly<Record<string, unknown>>) => string | null;

/** How a cell may name a record, the surest first: as it is called; a code without what stands between its parts; without accents where none were typed. */
export function waysOf(name: string): string[] {
  const ways = [nameKey(name), joinedCode(name)];
  return isUnaccented(name) ? [...ways, `folded ${fold(nameKey(name))}`, `folded ${foldCode(name)}`] : ways;
}

/** The records that a ref field may point at, by name and code: read once for all rows. */
export async function namesFor(ctx: Ctx, field: Field): Promise<FindByName> {
  if (field.kind !== 'ref' && field.kind !== 'refs') return () => null;
  const target = targetOf(field.to);
  const shared = Object.entries(target.fields).flatMap(([name, one]) =>
    one.kind === 'ref' || name === field.alike || name === homesOf(target)?.all ? [name] : [],
  );
  // What is not offered any more is not begun to be pointed at by a row either.
  const offered = Object.entries(field.invalidRefCode ? (target.offered ?? {}) : {}).map(([name, value]) => [
    name,
    value === 'true' ? true : value,
  ]);
  const wanted = { ...field.where, ...Object.fromEntries(offered) };
  const personal = personalOf(ctx, target);
  const docs = await modelOf(target)
    .find(
      { projectId: ctx.projectId, deletedAt: null, ...wanted },
      shownOf(target, [...shared, ...digestsOf(personal)]),
    )
    .lean<Stored[]>();
  const byName = new Map<string, Stored[]>();
  for (const doc of docs)
    for (const key of [...keysOf(target, doc), ...blindKeysOf(personal, doc)]) {
      const known = byName.get(key);
      if (known) known.push(doc);
      else byName.set(key, [doc]);
    }
  const apart = field.kind === 'refs' ? await namesApart(ctx, target, docs) : null;
  return (name, row) => {
    // The fifth floor is one of each block: what the row says of the block tells which. Whoever has two homes is found by both.
    const isAt = (doc: Stored, ref: string) =>
      doc[ref] === row[ref] || placesOf(target, ref, doc).includes(`${row[ref]}`);
    const fits = (doc: Stored) => shared.every(ref => row[ref] === undefined || row[ref] === null || isAt(doc, ref));
    for (const way of waysOf(name)) {
      const [first, another] = (byName.get(way) ?? []).filter(fits);
      if (first) return another ? null : first._id;
    }
    // A phone or a paper says by itself who is meant, wherever they live.
    for (const way of blindWaysOf(ctx, personal, name)) {
      const [only, another] = byName.get(way) ?? [];
      if (only && !another) return only._id;
    }
    // Among several, one may stand elsewhere than the row: as the only one of its name, or with its place behind the name.
    if (apart) {
      const [only, another] = waysOf(name).flatMap(way => byName.get(way) ?? []);
      if (only && (!another || another === only)) return only._id;
      const [, called = '', place = ''] = /^(.+) \((.+)\)$/.exec(name) ?? [];
      const placed = (byName.get(nameKey(called)) ?? []).filter(doc => nameKey(apart(doc) ?? '') === nameKey(place));
      if (placed.length === 1) return placed[0]?._id ?? null;
    }
    return null;
  };
}

/** The fields by which people are told apart, for who may read them: a sheet may name somebody by their phone or their paper. */
const personalOf = (ctx: Ctx, { person, code, fields }: Definition): readonly [string, Field][] =>
  person && can(ctx, code, 'readEncrypted')
    ? Object.entries(fields).filter(([, field]) => field.personal && field.unique)
    : [];
const digestsOf = (personal: readonly [string, Field][]) => personal.map(([name]) => `blind.${name}`);

function blindKeysOf(personal: readonly [string, Field][], { blind }: Stored): string[] {
  const digests = (typeof blind === 'object' && blind ? blind : {}) as Readonly<Record<string, unknown>>;
  return personal.flatMap(([name]) => (digests[name] ? [`blind ${name} ${digests[name]}`] : []));
}

/** What a cell may say of a person beside their name, as it is stored of them. */
function blindWaysOf({ projectId }: Ctx, personal: readonly [string, Field][], cell: string): string[] {
  return personal.flatMap(([name, field]) => {
    const said = field.kind === 'phone' ? toE164(cell) : cell.trim();
    return said ? [`blind ${name} ${blindIndex(projectId, name, said)}`] : [];
  });
}

/** Every way in which a record may be named in a cell. */
export function keysOf({ title, fields }: Definition, doc: Stored): Set<string> {
  const names = [title, 'code', 'shortName', ...OTHER_NAMES].filter(name => typeof doc[name] === 'string');
  const field = (name: string) => fields[name];
  return new Set(
    names.flatMap(name => {
      const of = field(name);
      const isCode = of?.kind === 'text' && of.code;
      const called = String(doc[name]);
      const key = nameKey(called);
      return [key, `folded ${fold(key)}`, ...(isCode ? [joinedCode(called), `folded ${foldCode(called)}`] : [])];
    }),
  );
}

export const shownOf = (target: Definition, refs: readonly string[]) =>
  Object.fromEntries([target.title, 'code', 'shortName', ...OTHER_NAMES, ...refs].map(name => [name, 1]));
