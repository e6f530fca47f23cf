import type { Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Session } from '../../../kit/database/database.ts';
import { keysAfter } from '../../../kit/records/records.ts';
import { events, flushEvents } from '../../../kit/store/events.ts';
import { sealed } from '../../../kit/store/keys/seal.ts';
import { type AnyDoc, records } from '../../../kit/store/records.ts';
import { targetOf } from '../../../kit/store/refs/refs.ts';
import type { Change } from '../../../kit/store/save.ts';
import type { Person } from './person.ts';

type Scrub = <T>(from: T) => T;

/**
 * Records of other modules that refer to the person, with their parts, removed ones included: they stay, without the references and without the
 * person's data in texts.
 */
export async function withoutPerson(ctx: Ctx, { ids, talkIds }: Person, scrub: Scrub): Promise<Change[]> {
  const changes: Change[] = [];
  const all = MODULES.filter(module => module.name !== residency.name);
  for (const definition of all) {
    const named = refsTo(resident, definition);
    if (named.length === 0) continue;
    const pointing = named.map(name => ({ [name]: { $in: ids } }));
    const query = { projectId: ctx.projectId, $or: [...pointing, { _id: { $in: talkIds } }] };
    const docs = await records(definition).withRemoved().find(ctx, query);
    for (const doc of docs) {
      const gone = named.flatMap(name => (ids.includes(String(doc[name])) ? [[name, null] as const] : []));
      changes.push(...(await cleaned(ctx, definition, doc, withTheirs(definition, Object.fromEntries(gone)), scrub)));
    }
    for (const part of all)
      for (const name of refsTo(definition, part, true)) {
        const of = { [name]: { $in: docs.map(({ _id }) => _id) } };
        for (const doc of await records(part).withRemoved().find(ctx, of))
          changes.push(...(await cleaned(ctx, part, doc, {}, scrub)));
      }
  }
  return changes;
}

/** Fields of a definition that reference another one; with `parts` only those that make it a part. */
const refsTo = (target: Definition, { fields }: Definition, parts = false): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'ref' && targetOf(field.to).name === target.name && (!parts || field.part) ? [name] : [],
  );

/** Cleared references, together with the fields that hold data of the person they name (`whose`). */
const withTheirs = ({ fields }: Definition, gone: Record<string, unknown>): Record<string, unknown> => ({
  ...gone,
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, { whose }]) => (whose && whose in gone ? [[name, null]] : [])),
  ),
});

/** Change that clears references and texts of a record; empty if nothing changes. */
async function cleaned(
  ctx: Ctx,
  definition: Definition,
  doc: AnyDoc,
  gone: Record<string, unknown>,
  scrub: Scrub,
): Promise<Change[]> {
  const changes: Record<string, unknown> = { ...textsOf(definition, doc, scrub), ...gone };
  if (Object.keys(changes).length === 0) return [];
  const set = sealed(definition, ctx.projectId, changes, { ...doc, ...changes });
  const note = { before: null, after: gone };
  const { deletedAt } = doc;
  const also = (session: Session) => forgetHistory(ctx, definition, doc, session);
  // Removed records are neither displayed nor searched, so their search keys are dropped.
  if (deletedAt)
    return [
      {
        definition,
        action: 'update',
        update: { doc, set: { ...set, keys: [] }, while: { deletedAt } },
        note,
        also,
        quiet: true,
      },
    ];
  const keys = await keysAfter(ctx, definition, { ...doc, ...changes });
  return [{ definition, action: 'update', update: { doc, set: { ...set, ...(keys && { keys }) } }, note, also }];
}

/** Removes the person's data from the history of a record. */
async function forgetHistory(ctx: Ctx, definition: Definition, doc: AnyDoc, session: Session): Promise<void> {
  const theirs = Object.entries(definition.fields).flatMap(([name, { whose }]) => (whose ? [name] : []));
  if (theirs.length === 0) return;
  const paths = theirs.flatMap(name => ['before', 'after', 'row'].map(part => `${part}.${name}`));
  const ofRecord = { projectId: ctx.projectId, entity: definition.name, entityId: doc._id };
  await flushEvents(session);
  await events().updateMany(ofRecord, { $unset: Object.fromEntries(paths.map(path => [path, ''])) }, { session });
}

/** Texts of a record without the person's data; unique values stay unique. */
function textsOf({ fields }: Definition, doc: AnyDoc, scrub: Scrub): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, unique }]) => {
      const clean = kind === 'text' || kind === 'longText' || kind === 'richText' ? scrub(doc[name]) : doc[name];
      return clean === doc[name] ? [] : [[name, unique ? `${clean}-${doc._id.slice(-6)}` : clean]];
    }),
  );
}
