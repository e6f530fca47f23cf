import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { apartBy, type Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { filterSchema } from '@lobby/shared/kit/filter-schema.ts';
import { calledIn, sayDay, titleIn } from '@lobby/shared/kit/nouns.ts';
import { many } from '@lobby/shared/kit/query-schema.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../../base/context.ts';
import { text } from '../../base/messages.ts';
import { type Route, route } from '../../http/route.ts';
import { holdKeys } from '../../privacy/person-keys.ts';
import { maskOf } from '../../privacy/personal.ts';
import type { EventRow } from '../../store/events.ts';
import { sortPath } from '../../store/keys/search-keys.ts';
import { loadRefs, targetOf } from '../../store/refs/refs.ts';
import { modelOf, type Stored } from '../../store/schema.ts';
import { loadScope, readerOf } from '../acts/act.ts';
import type { Reader } from '../present.ts';
import { joinedQuery } from './list.ts';

const offered = z.array(z.object({ id: idSchema, name: z.string(), code: z.string().nullable() }).loose());

/** `GET /options`: choices for selects, and names for ids. */
export function optionsRoute(definition: Definition): Route {
  return route({
    method: 'get',
    path: `${definition.path}/options`,
    batch: true,
    summary: `Names of ${definition.name}s, for selects and links`,
    module: definition.code,
    // Readers of modules that refer to it are admitted too; the HTTP layer derives them from the definitions.
    flags: ['read'],
    residents: definition.resident !== undefined,
    query: () =>
      z.strictObject({
        q: z.string().max(200).optional(),
        ids: many(idSchema).optional(),
        filter: filterSchema(definition).optional(),
      }),
    answer: offered,
    async run(ctx, { query }) {
      const scope = await loadScope(ctx, definition);
      const filter = await joinedQuery(definition, { ...query.filter, q: query.q }, ctx, {
        ...scope,
        ...(query.ids && { _id: { $in: query.ids } }),
      });
      const sort = sortPath(definition, definition.list.defaultSort.replace('-', ''));
      // Both sort keys in the same direction, to match the index.
      const down = definition.list.defaultSort.startsWith('-') ? -1 : 1;
      const docs = await modelOf(definition)
        .find(filter)
        .sort({ [sort]: down, _id: down })
        .limit(query.ids ? 200 : 100)
        .maxTimeMS(2000)
        .lean<Stored[]>();
      const [apart, named] = await Promise.all([
        namesApart(ctx, definition, docs),
        loadNames(ctx, definition, docs),
        ...(phoneOf(definition) ? [holdKeys(docs)] : []),
      ]);
      return docs.map(doc => optionOf(definition, doc, readerOf(ctx), { name: named(doc), apart: apart(doc) }));
    },
  });
}

/** Kinds of fields by which a select groups, colours or filters. */
const NARROWING: ReadonlySet<string> = new Set(['choice', 'flag', 'ref', 'refs']);

/** Titles that distinguish records of the same name: the block of a floor, the unit of a resident. */
export async function namesApart(
  { projectId }: Pick<Ctx, 'projectId'>,
  definition: Definition,
  docs: readonly Stored[],
) {
  const titlesBy = new Map<string, Map<string, string>>();
  for (const name of apartBy(definition)) {
    const field = definition.fields[name];
    if (field?.kind !== 'ref') continue;
    const target = targetOf(field.to);
    const refs = await loadRefs(
      projectId,
      target,
      docs.flatMap(doc => (typeof doc[name] === 'string' ? [doc[name]] : [])),
    );
    titlesBy.set(name, new Map([...refs].map(([id, ref]) => [id, titleIn(target, ref)])));
  }
  return (doc: Stored) =>
    [...titlesBy]
      .map(([name, titles]) => titles.get(String(doc[name])))
      .filter(Boolean)
      .join(' · ') || null;
}

/** Whether an option includes a field. */
const isShownByOption = ({ title, titledBy }: Definition, name: string, field: Field | undefined): boolean =>
  [title, titledBy, 'nameEn', 'code', 'shortName'].includes(name) || (field !== undefined && NARROWING.has(field.kind));

/** Whether a change affects how records are named or chosen where they are referred to. */
export function renames(definition: Definition, { action, entityId, after }: EventRow): boolean {
  if (!entityId || ['remove', 'restore', 'erase'].includes(action)) return true;
  if (action === 'create') return false;
  return Object.keys(after ?? {}).some(
    name => name in (definition.offered ?? {}) || isShownByOption(definition, name, definition.fields[name]),
  );
}

/** The kind of a record in words, where its definition has one: a bicycle, a goods receipt. */
function kindWords(ctx: Ctx, { name, fields }: Definition, doc: Stored): string | null {
  const kind = ['type', 'kind'].find(field => fields[field]?.kind === 'choice' && typeof doc[field] === 'string');
  return kind ? text(ctx, `${name}.options.${kind}.${String(doc[kind])}`) : null;
}

/** Names of records: the title, or that of the record it is titled by; without a name its kind and the day of creation. */
async function loadNames(ctx: Ctx, definition: Definition, docs: readonly Stored[]) {
  const { projectId } = ctx;
  const { title, name } = definition;
  const field = definition.fields[title];
  // A choice as title is named by its words.
  if (field?.kind === 'choice') return (doc: Stored) => text(ctx, `${name}.options.${title}.${doc[title]}`);
  const target = field?.kind === 'ref' ? targetOf(field.to) : null;
  const ids = docs.flatMap(doc => (typeof doc[title] === 'string' ? [doc[title]] : []));
  const refs = target && (await loadRefs(projectId, target, ids));
  return (doc: Stored): string =>
    (target
      ? calledIn(target, refs?.get(String(doc[title])), ctx.language)
      : calledIn(definition, doc, ctx.language)) ||
    [kindWords(ctx, definition, doc), sayDay(dayOf(doc.createdAt, VIETNAM))].filter(Boolean).join(' · ');
}

/** Name of the phone field whose last digits distinguish records of the same name. */
const phoneOf = (definition: Definition): string | undefined =>
  apartBy(definition).find(name => definition.fields[name]?.kind === 'phone');

/** Returns the last digits of the phone, masked as in lists. */
function phoneEnd(definition: Definition, doc: Stored): string | null {
  const name = phoneOf(definition);
  const [field, value] = [name && definition.fields[name], name && doc[name]];
  const end = field && typeof value === 'string' ? maskOf(doc.projectId, field, value)?.split('*').at(-1) : null;
  return end || null;
}

/** A record as an option of a select; of personal values only the end of a phone number. */
function optionOf(
  definition: Definition,
  doc: Stored,
  reader: Reader,
  { name: called, apart }: { name: string; apart: string | null },
): Record<string, unknown> {
  const option: Record<string, unknown> = {
    id: doc._id,
    name: called,
    code: typeof doc.code === 'string' ? doc.code : apart,
    ...(typeof doc.code === 'string' && apart && { note: apart }),
  };
  if (phoneOf(definition) && reader !== 'resident') option.phoneEnd = phoneEnd(definition, doc);
  for (const [name, field] of Object.entries(definition.fields))
    if (
      !field.personal &&
      !(field.staffOnly && reader === 'resident') &&
      (NARROWING.has(field.kind) || name === 'shortName')
    )
      option[name] = doc[name] ?? null;
  return option;
}
