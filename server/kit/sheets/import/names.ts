import { toE164 } from '@lobby/shared/kit/contact.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { OTHER_NAMES } from '@lobby/shared/kit/nouns.ts';
import { fold, foldCode, isUnaccented, joinedCode, nameKey } from '@lobby/shared/kit/text-search.ts';
import { type Ctx, can } from '../../base/context.ts';
import { blindIndex } from '../../privacy/personal.ts';
import { namesApart } from '../../records/lists/options.ts';
import { targetOf } from '../../store/refs/refs.ts';
import { modelOf, type Stored } from '../../store/schema.ts';
import { homesOf } from '../homes.ts';
import { placesOf } from './further-homes.ts';

/** Finds a record by the name in a cell. `row` holds the references of the row found so far. */
export type FindByName = (name: string, row: Readonly<Record<string, unknown>>) => string | null;

/**
 * Forms by which a name matches records, the most certain first: the name, a code without separators, and without accents if
 * none were typed.
 */
export function waysOf(name: string): string[] {
  const ways = [nameKey(name), joinedCode(name)];
  return isUnaccented(name) ? [...ways, `folded ${fold(nameKey(name))}`, `folded ${foldCode(name)}`] : ways;
}

/** Looks up records for a ref field by name and code, loaded once for all rows. */
export async function namesFor(ctx: Ctx, field: Field): Promise<FindByName> {
  if (field.kind !== 'ref' && field.kind !== 'refs') return () => null;
  const target = targetOf(field.to);
  const shared = Object.entries(target.fields).flatMap(([name, part]) =>
    part.kind === 'ref' || name === field.alike || name === homesOf(target)?.all ? [name] : [],
  );
  // New references only to records that are still offered.
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
      const namesakes = byName.get(key);
      if (namesakes) namesakes.push(doc);
      else byName.set(key, [doc]);
    }
  const apart = field.kind === 'refs' ? await namesApart(ctx, target, docs) : null;
  return (name, row) => {
    // Names such as "floor 5" exist in each block, so the row's other references decide. A person with several homes is
    // found by each of them.
    const isAt = (doc: Stored, ref: string) =>
      doc[ref] === row[ref] || placesOf(target, ref, doc).includes(`${row[ref]}`);
    const fits = (doc: Stored) => shared.every(ref => row[ref] === undefined || row[ref] === null || isAt(doc, ref));
    for (const way of waysOf(name)) {
      const [first, another] = (byName.get(way) ?? []).filter(fits);
      if (first) return another ? null : first._id;
    }
    // A phone or document number identifies a person wherever they live.
    for (const way of blindWaysOf(ctx, personal, name)) {
      const [only, another] = byName.get(way) ?? [];
      if (only && !another) return only._id;
    }
    // No match at the row's place: takes the only record of this name elsewhere, or one given as `name (place)`.
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

/** Fields that identify people, if the caller may read them: a sheet may name a person by phone or document number. */
const personalOf = (ctx: Ctx, { person, code, fields }: Definition): readonly [string, Field][] =>
  person && can(ctx, code, 'readEncrypted')
    ? Object.entries(fields).filter(([, field]) => field.personal && field.unique)
    : [];
const digestsOf = (personal: readonly [string, Field][]) => personal.map(([name]) => `blind.${name}`);

function blindKeysOf(personal: readonly [string, Field][], { blind }: Stored): string[] {
  const digests = (typeof blind === 'object' && blind ? blind : {}) as Readonly<Record<string, unknown>>;
  return personal.flatMap(([name]) => (digests[name] ? [`blind ${name} ${digests[name]}`] : []));
}

/** Blind indexes of a cell that may hold a person's phone or document number. */
function blindWaysOf({ projectId }: Ctx, personal: readonly [string, Field][], cell: string): string[] {
  return personal.flatMap(([name, field]) => {
    const plain = field.kind === 'phone' ? toE164(cell) : cell.trim();
    return plain ? [`blind ${name} ${blindIndex(projectId, name, plain)}`] : [];
  });
}

/** All forms in which a cell may name a record. */
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
