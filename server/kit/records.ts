import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import type { Field, Fields } from '@lobby/shared/kit/fields.ts';
import { fold } from '@lobby/shared/kit/words.ts';
import { nextCode } from './codes.ts';
import type { Ctx } from './context.ts';
import { newId, type Session } from './database.ts';
import { fail, failFields, Refusal } from './fail.ts';
import type { FileOwner } from './file-store.ts';
import { checkFiles, expandFiles, useFilesOf } from './files.ts';
import { newKey } from './key-ring.ts';
import { filled, isEnding, keysOf, modelOf, nested, type Stored, sealed, stored } from './model.ts';
import { holdKeys, holdKeysOf } from './person-keys.ts';
import { present } from './present.ts';
import { checkRefs, targetOf } from './refs.ts';
import { type Change, Overtaken, save } from './save.ts';

/** A row of a spreadsheet that is to become a record: its values, and what is wrong with it by field. */
export interface ImportRow {
  /** As the spreadsheet counts, from 1. */
  row: number;
  values: Record<string, unknown>;
  errors: FieldErrors;
  /** The record that the row is about; `values` are then what it changes. */
  doc?: Stored;
  /** Fields whose cells say that there is to be nothing. */
  emptied?: string[];
  /** Personal cells as our own export masks them. */
  masked?: Record<string, string>;
}

/** What is special about creating or editing a module's records. */
export interface Behaviour {
  /** Adds to, checks or completes the values of a create (`doc` null) or an edit; may return further changes of the same transaction. */
  beforeSave?: (ctx: Ctx, values: Record<string, unknown>, doc: Stored | null) => Promise<Record<string, unknown>>;
  /** The same as `beforeSave` for all new rows of an import at once, where one by one would be slow or would not see the others. */
  beforeImport?: (ctx: Ctx, rows: ImportRow[]) => Promise<void>;
  /** Changes of other records that belong to a create (`before` null) or an edit, in its transaction; an import takes their inserts. */
  alongside?: (ctx: Ctx, doc: Stored, before: Stored | null, imported?: boolean) => Promise<Change[]>;
  /** Further statements of the transaction of a create (`before` null), an edit or a removal (`doc` null); a refusal undoes the change. */
  within?: (ctx: Ctx, session: Session, doc: Stored | null, before: Stored | null) => Promise<void>;
  /** Changes of other records that belong to an import or a removal, in its transaction. */
  besideImport?: (ctx: Ctx, docs: readonly Stored[]) => Promise<Change[]>;
  besideRemoval?: (ctx: Ctx, doc: Stored) => Promise<Change[]>;
  /** What belongs to the return of a removed record beside its parts; may refuse it. */
  besideRestore?: (ctx: Ctx, doc: Stored) => Promise<Change[]>;
  /** Refuses a removal. */
  beforeRemove?: (ctx: Ctx, doc: Stored) => Promise<void>;
}

/** Refuses text that holds one of the project's forbidden words, naming it (domain.md 12). */
export function refuseForbidden(ctx: Ctx, fields: Fields, values: Record<string, unknown>): void {
  if (ctx.project.forbiddenWords.length === 0) return;
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if ((field.kind !== 'text' && field.kind !== 'longText') || typeof value !== 'string') continue;
    const word = forbiddenWord(ctx.project.forbiddenWords, value);
    if (word) failFields({ [name]: { code: 'TEXT_FORBIDDEN', params: { word } } }, 'TEXT_FORBIDDEN');
  }
}

/** The first forbidden word that stands in a text as a word of its own, accents and case aside. */
export function forbiddenWord(words: readonly string[], text: string): string | undefined {
  const body = spaced(text);
  const needles = spacedWords.get(words) ?? words.map(spaced);
  spacedWords.set(words, needles);
  const at = needles.findIndex(needle => body.includes(needle));
  return words[at];
}

const spaced = (text: string) => ` ${fold(text).replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
const spacedWords = new WeakMap<readonly string[], string[]>();

/** Fields that a caller may give: residents not those of staff. */
export function inputFields(definition: Definition, reader: Ctx['kind']): Fields {
  const given = Object.entries(definition.fields).filter(
    ([, field]: [string, Field]) => !field.readOnly && !(reader === 'resident' && field.staffOnly),
  );
  return Object.fromEntries(given);
}

/** Builds the stored document of new values: code, search keys, sealed personal fields; `part`: of a record that is saved along with it. */
export async function build(
  ctx: Ctx,
  definition: Definition,
  values: Record<string, unknown>,
  part = false,
): Promise<Stored> {
  const names = part ? {} : await checkRefs(ctx, definition.fields, values);
  const doc: Record<string, unknown> = filled(definition, values);
  if (definition.prefix) doc.code = await nextCode(ctx, definition);
  const _id = newId();
  if (definition.person) newKey(_id);
  const kept = sealed(definition, ctx.projectId, doc, { ...doc, _id });
  const keys = keysOf(definition, { ...kept, ...doc }, names);
  return {
    _id,
    projectId: ctx.projectId,
    version: 1,
    ...(definition.statuses && { status: String(values.status ?? definition.initial ?? '') }),
    createdAt: ctx.now,
    updatedAt: ctx.now,
    deletedAt: null,
    ...nested(kept),
    ...(keys && { keys }),
  };
}

/** Creates a record with its event; answers what the caller gets. */
export async function create(
  ctx: Ctx,
  definition: Definition,
  values: Record<string, unknown>,
  behaviour: Behaviour,
): Promise<Record<string, unknown>> {
  refuseForbidden(ctx, definition.fields, values);
  const fresh = await checkFiles(ctx, definition.fields, values);
  const complete = behaviour.beforeSave ? await behaviour.beforeSave(ctx, values, null) : values;
  const reader = ctx.kind === 'resident' ? 'resident' : 'staff';
  for (let tries = 0; ; tries++) {
    const doc = await build(ctx, definition, complete);
    // Whole before it is saved: a repetition with the same key gets the answer that is kept with the record.
    const answer = await expandFiles(ctx, definition, present(definition, ctx.projectId, doc, reader, 'detail'));
    const more = (await behaviour.alongside?.(ctx, doc, null)) ?? [];
    try {
      const also = together(fresh, ownerOf(definition, doc), session => behaviour.within?.(ctx, session, doc, null));
      await save(ctx, [{ definition, action: 'create', insert: doc, also }, ...more], answer);
      return answer;
    } catch (error) {
      if (tries >= MOST_CODES || !isCodeTaken(definition, error)) throw error;
    }
  }
}

/** The counter of codes is not waited for on disk: after a crash it may be a few behind what was given out. */
const MOST_CODES = 100;
const isCodeTaken = (definition: Definition, error: unknown): boolean =>
  definition.prefix !== undefined &&
  error instanceof Refusal &&
  error.code === 'ALREADY_EXISTS' &&
  Object.hasOwn(error.data?.fields ?? {}, 'code');

/** The statements beside a change: its files are in use from now on, and what the module adds. */
const together =
  (fileIds: string[], of: FileOwner, more: (session: Session) => Promise<void> | undefined) => async (tx: Session) => {
    await useFilesOf(fileIds, tx, of);
    await more(tx);
  };
const ownerOf = ({ name }: Definition, { _id }: Stored): FileOwner => ({ entity: name, id: _id });

/** Edits the given fields of a record, based on a version; a stale one gets the current document (domain.md 4). */
export async function update(
  ctx: Ctx,
  definition: Definition,
  doc: Stored,
  version: number,
  values: Record<string, unknown>,
  behaviour: Behaviour,
): Promise<Stored> {
  const stale = async (current: Stored) => {
    await holdKeys([current]);
    const detail = present(definition, ctx.projectId, current, 'staff', 'detail');
    return fail('DATA_STALE', { current: await expandFiles(ctx, definition, detail) });
  };
  if (doc.version !== version) await stale(doc);
  refuseForbidden(ctx, definition.fields, values);
  const fresh = await checkFiles(ctx, definition.fields, values, doc);
  const complete = behaviour.beforeSave ? await behaviour.beforeSave(ctx, values, doc) : values;
  const { changed, after } = await edited(ctx, definition, doc, complete);
  const more = (await behaviour.alongside?.(ctx, after, doc)) ?? [];
  const also = together(fresh, ownerOf(definition, doc), session => behaviour.within?.(ctx, session, after, doc));
  try {
    const [saved] = await save(ctx, [{ definition, action: 'update', update: { doc, set: changed }, also }, ...more]);
    return saved ?? doc;
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    const current = await modelOf(definition)
      .findOne({ _id: doc._id, projectId: ctx.projectId, deletedAt: null })
      .lean<Stored>();
    return current ? stale(current) : fail('NOT_FOUND');
  }
}

/** What an edit sets, sealed and with the search keys that follow, and the record after it. */
export async function edited(
  ctx: Ctx,
  definition: Definition,
  doc: Stored,
  values: Record<string, unknown>,
): Promise<{ changed: Record<string, unknown>; after: Stored }> {
  const set: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = definition.fields[name];
    set[name] = field ? stored(field, value) : value;
  }
  if (definition.person) await holdKeysOf([doc._id]);
  const changed = sealed(definition, ctx.projectId, set, { ...doc, ...set });
  await checkRefs(ctx, definition.fields, set);
  if (Object.entries(definition.fields).some(([name, field]) => name in set && (field.search || isEnding(field))))
    changed.keys = await keysAfter(ctx, definition, { ...doc, ...changed, ...set });
  return { changed, after: { ...doc, ...set } };
}

/** The search keys of a record as it is now. */
export async function keysAfter(
  ctx: Ctx,
  definition: Definition,
  doc: Record<string, unknown>,
): Promise<string[] | undefined> {
  const searched = Object.fromEntries(Object.entries(definition.fields).filter(([, field]) => field.search));
  return keysOf(definition, doc, await checkRefs(ctx, searched, doc));
}

/** Removes a record softly; the error names what refers to it and how many (domain.md 13). */
export async function remove(
  ctx: Ctx,
  definition: Definition,
  doc: Stored,
  behaviour: Behaviour,
  all: readonly Definition[],
  run?: string,
): Promise<Stored> {
  await behaviour.beforeRemove?.(ctx, doc);
  const gone = (of: Definition, one: Stored): Change => ({
    definition: of,
    action: 'remove',
    update: { doc: one, set: { deletedAt: ctx.now } },
    ...(run && { run, quiet: true }),
  });
  const changes: Change[] = [
    { ...gone(definition, doc), also: async session => behaviour.within?.(ctx, session, null, doc) },
  ];
  for (const other of all) {
    for (const [name, field] of Object.entries(other.fields)) {
      if ((field.kind !== 'ref' && field.kind !== 'refs') || targetOf(field.to).name !== definition.name) continue;
      const query = { projectId: ctx.projectId, deletedAt: null, [name]: doc._id };
      if (field.part) {
        const parts = await modelOf(other).find(query).maxTimeMS(2000).lean<Stored[]>();
        changes.push(...parts.map(part => gone(other, part)));
        continue;
      }
      const count = await modelOf(other).countDocuments(query).maxTimeMS(2000);
      if (count > 0) fail('IN_USE', { module: other.code, entity: other.name, field: name, count });
    }
  }
  // Told one by one also where many are removed: the row that tells of the run is not about them.
  changes.push(...((await behaviour.besideRemoval?.(ctx, doc)) ?? []));
  const [saved] = await save(ctx, changes);
  return saved ?? doc;
}
