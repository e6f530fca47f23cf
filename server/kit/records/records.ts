import { type Definition, staysWithUnit } from '@lobby/shared/kit/definition.ts';
import type { Field, Fields } from '@lobby/shared/kit/fields.ts';
import { wordsOf } from '@lobby/shared/kit/rich-text.ts';
import { fold, isUnaccented, nameKey } from '@lobby/shared/kit/text-search.ts';
import type { Ctx } from '../base/context.ts';
import { fail, failFields, Refusal } from '../base/errors.ts';
import { newId, type Session } from '../database/database.ts';
import type { FileOwner } from '../files/file-store.ts';
import { checkFiles, claimFiles, expandFiles } from '../files/files.ts';
import { newKey } from '../privacy/key-ring.ts';
import { holdKeys, loadHoldKeys } from '../privacy/person-keys.ts';
import { nextCode } from '../store/codes.ts';
import { filled, nested, sealed, stored } from '../store/keys/seal.ts';
import { isEnding, keysOf, titleKeys } from '../store/keys/search-keys.ts';
import type { Loaded } from '../store/records.ts';
import { assertUnused, pointingAt } from '../store/refs/inbound-refs.ts';
import { checkOffered, checkRefs, checkWorkers } from '../store/refs/refs.ts';
import { type Change, retryOnConflict, save, VersionConflict } from '../store/save.ts';
import { modelOf, type Stored } from '../store/schema.ts';
import { failMissing, readerOf } from './acts/act.ts';
import { lastChange } from './acts/last-change.ts';
import type { Behaviour, Done } from './behaviour.ts';
import { noteWrite } from './lists/probe-limits.ts';
import { present } from './present.ts';

/** Refuses text that contains a forbidden word of the project, and names it (domain.md 12). */
export function assertWritable(ctx: Ctx, fields: Fields, values: Record<string, unknown>): void {
  if (ctx.project.forbiddenWords.length === 0) return;
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (field.kind === 'lines' && Array.isArray(value)) for (const line of value) assertWritable(ctx, field.of, line);
    const isText = field.kind === 'text' || field.kind === 'longText' || field.kind === 'richText';
    if (!isText || typeof value !== 'string') continue;
    const plain = field.kind === 'richText' ? wordsOf(value) : value;
    const word = forbiddenWord(ctx.project.forbiddenWords, plain);
    if (word) failFields({ [name]: { code: 'TEXT_FORBIDDEN', params: { word } } }, 'TEXT_FORBIDDEN');
  }
}

/**
 * The first forbidden word that a text contains as a whole word, ignoring case; if the text has no accents at all, ignoring
 * accents too.
 */
export function forbiddenWord(words: readonly string[], text: string): string | undefined {
  const needles = spacedWords.get(words) ?? words.map(word => [spaced(nameKey(word)), spaced(fold(word))] as const);
  spacedWords.set(words, needles);
  const body = spaced(nameKey(text));
  const folded = isUnaccented(text);
  const at = needles.findIndex(([needle, plain]) => body.includes(needle) || (folded && body.includes(plain)));
  return words[at];
}

const spaced = (text: string) => ` ${text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')} `;
const spacedWords = new WeakMap<readonly string[], (readonly [said: string, plain: string])[]>();

/** Fields that a caller may set; residents not those of staff. */
export function inputFields(definition: Definition, reader: Ctx['kind']): Fields {
  const fields = Object.entries(definition.fields).filter(
    ([, field]: [string, Field]) => !field.readOnly && !(reader === 'resident' && field.staffOnly),
  );
  return Object.fromEntries(fields);
}

/** Builds the stored document: code, search keys, encrypted personal fields. `part` marks a record saved along with another. */
export async function build<const D extends Definition>(
  ctx: Ctx,
  definition: D,
  values: Record<string, unknown>,
  part = false,
): Promise<Loaded<D>> {
  const names = part ? {} : await checkRefs(ctx, definition.fields, values);
  const doc: Record<string, unknown> = filled(definition, values);
  if (definition.prefix) doc.code = await nextCode(ctx, definition);
  const _id = newId();
  if (definition.person) newKey(_id);
  const secrets = sealed(definition, ctx.projectId, doc, { ...doc, _id });
  const keys = keysOf(definition, { ...secrets, ...doc }, names);
  const made: Stored = {
    _id,
    projectId: ctx.projectId,
    version: 1,
    ...(definition.statuses && { status: String(values.status ?? definition.initial ?? '') }),
    createdAt: ctx.now,
    updatedAt: ctx.now,
    deletedAt: null,
    ...nested({ ...secrets, ...titleKeys(definition, doc, names) }),
    ...(keys && { keys }),
  };
  return made as Loaded<D>;
}

/**
 * Creates a record with its event. Returns it as the caller sees it. If another record of the same transaction was changed
 * concurrently, the checks run again.
 */
export const create = (
  ctx: Ctx,
  definition: Definition,
  values: Record<string, unknown>,
  behaviour: Behaviour,
): Promise<Record<string, unknown>> => retryOnConflict(() => createOnce(ctx, definition, values, behaviour));

async function createOnce(
  ctx: Ctx,
  definition: Definition,
  values: Record<string, unknown>,
  behaviour: Behaviour,
): Promise<Record<string, unknown>> {
  assertWritable(ctx, definition.fields, values);
  const fresh = await checkFiles(ctx, definition.fields, values);
  const whole = (await behaviour.check?.(ctx, { kind: 'create', values, doc: null })) ?? values;
  await checkOffered(ctx, definition.fields, whole);
  await checkWorkers(ctx, definition.fields, whole);
  const reader = ctx.kind === 'resident' ? 'resident' : 'staff';
  for (let tries = 0; ; tries++) {
    const doc = await build(ctx, definition, whole);
    // Complete before it is saved, since the answer is stored with the Idempotency-Key for repeated requests.
    const done: Done = { kind: 'create', doc, before: null };
    // Before the answer is built, because the record may refer to records created along with it.
    const more = (await behaviour.changes?.(ctx, done)) ?? [];
    const answer = await expandFiles(ctx, definition, present(definition, ctx.projectId, doc, reader, 'detail'));
    try {
      const also = together(fresh, ownerOf(definition, doc), tx => behaviour.inTransaction?.(ctx, tx, done));
      const { number, first: complete } = behaviour;
      const first =
        (number || complete) &&
        (async (tx: Session) => {
          const before = { ...doc };
          await number?.(ctx, tx, doc);
          await complete?.(ctx, tx, doc);
          const after = present(definition, ctx.projectId, doc, reader, 'detail');
          for (const name of Object.keys(definition.fields))
            if (name in after && doc[name] !== before[name]) answer[name] = after[name];
        });
      const made = { definition, action: 'create', insert: doc, also, ...(first && { first }) };
      await noteWrite(ctx, definition, whole, 'create', () => save(ctx, [made, ...more], answer));
      return answer;
    } catch (error) {
      if (tries >= MOST_CODES || !isCodeTaken(definition, error)) throw error;
    }
  }
}

/** Limit of attempts to find a free code: the counter is not journaled, so after a crash it may lag a few behind. */
const MOST_CODES = 100;
const isCodeTaken = (definition: Definition, error: unknown): boolean =>
  definition.prefix !== undefined &&
  error instanceof Refusal &&
  error.code === 'ALREADY_EXISTS' &&
  Object.hasOwn(error.data?.fields ?? {}, 'code');

/** Further statements of a change: marks its files as used, and runs those of the module. */
const together =
  (fileIds: string[], of: FileOwner, more: (session: Session) => Promise<void> | undefined) => async (tx: Session) => {
    await claimFiles(fileIds, tx, of);
    await more(tx);
  };
const ownerOf = ({ name }: Definition, { _id }: Stored): FileOwner => ({ entity: name, id: _id });

/**
 * Edits fields of a record based on a version. A stale version gets the current document (domain.md 4). If another record of
 * the same transaction was changed concurrently, the edit is checked again.
 */
export function update<const D extends Definition>(
  ctx: Ctx,
  definition: D,
  doc: Loaded<D>,
  version: number,
  values: Record<string, unknown>,
  behaviour: Behaviour,
): Promise<Loaded<D>>;
export function update(
  ctx: Ctx,
  definition: Definition,
  doc: Stored,
  version: number,
  values: Record<string, unknown>,
  behaviour: Behaviour,
): Promise<Stored> {
  return retryOnConflict(() => updateOnce(ctx, definition, doc, version, values, behaviour));
}

async function updateOnce(
  ctx: Ctx,
  definition: Definition,
  doc: Stored,
  version: number,
  values: Record<string, unknown>,
  behaviour: Behaviour,
): Promise<Stored> {
  const stale = async (current: Stored) => {
    await holdKeys([current]);
    const detail = present(definition, ctx.projectId, current, readerOf(ctx), 'detail');
    return fail('DATA_STALE', { current: await expandFiles(ctx, definition, detail) });
  };
  if (doc.version !== version) await stale(doc);
  await assertStatus(definition, doc, ctx.kind === 'resident' ? definition.resident?.editedIn : definition.editedIn);
  assertWritable(ctx, definition.fields, values);
  assertUnitStays(definition, doc, values);
  const fresh = await checkFiles(ctx, definition.fields, values, doc);
  const complete = (await behaviour.check?.(ctx, { kind: 'update', values, doc })) ?? values;
  const { changed, after } = await edited(ctx, definition, doc, complete);
  const done: Done = { kind: 'update', doc: after, before: doc };
  const more = (await behaviour.changes?.(ctx, done)) ?? [];
  const also = together(fresh, ownerOf(definition, doc), tx => behaviour.inTransaction?.(ctx, tx, done));
  try {
    const [saved] = await noteWrite(ctx, definition, values, 'update', () =>
      save(ctx, [{ definition, action: 'update', update: { doc, set: changed }, also }, ...more]),
    );
    return saved ?? doc;
  } catch (error) {
    if (!(error instanceof VersionConflict)) throw error;
    const current = await modelOf(definition)
      .findOne({ _id: doc._id, projectId: ctx.projectId, deletedAt: null })
      .lean<Stored>();
    if (current?.version === doc.version) throw error;
    return current ? stale(current) : failMissing(definition);
  }
}

/** Refuses to move a household's request to another unit. */
function assertUnitStays(definition: Definition, doc: Stored, { unitId }: Record<string, unknown>): void {
  if (unitId === undefined || unitId === doc.unitId || !staysWithUnit(definition, doc)) return;
  failFields({ unitId: { code: 'UNIT_STAYS' } }, 'UNIT_STAYS');
}

/** Refuses an edit or removal in this status. */
async function assertStatus(definition: Definition, doc: Stored, statuses: readonly string[] | undefined) {
  if (statuses && !statuses.includes(String(doc.status)))
    fail('STATUS_NOT_ALLOWED', await lastChange(definition, doc, true));
}

/** Encrypted changes of an edit with the new search keys, and the record after it. */
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
  if (definition.person) await loadHoldKeys([doc._id]);
  const changed = sealed(definition, ctx.projectId, set, { ...doc, ...set });
  await checkOffered(ctx, definition.fields, set, doc);
  const names = await checkRefs(ctx, definition.fields, set, { ...doc, ...set });
  Object.assign(changed, titleKeys(definition, set, names));
  await checkWorkers(ctx, definition.fields, set, doc);
  if (Object.entries(definition.fields).some(([name, field]) => name in set && (field.search || isEnding(field))))
    changed.keys = await keysAfter(ctx, definition, { ...doc, ...changed, ...set });
  return { changed, after: { ...doc, ...set } };
}

/** Recomputes the search keys of a record. */
export async function keysAfter(
  ctx: Ctx,
  definition: Definition,
  doc: Record<string, unknown>,
): Promise<string[] | undefined> {
  const searched = Object.fromEntries(Object.entries(definition.fields).filter(([, field]) => field.search));
  return keysOf(definition, doc, await checkRefs(ctx, searched, doc));
}

/** Removes a record softly, with its parts. Refused while others refer to it. */
export async function remove(
  ctx: Ctx,
  definition: Definition,
  doc: Stored,
  behaviour: Behaviour,
  all: readonly Definition[],
  run?: string,
): Promise<Stored> {
  // First, because the module's own refusal is more specific.
  await behaviour.check?.(ctx, { kind: 'remove', values: {}, doc });
  await assertStatus(definition, doc, definition.removedIn);
  const done: Done = { kind: 'remove', doc: null, before: doc };
  const gone = (of: Definition, record: Stored): Change => ({
    definition: of,
    action: 'remove',
    update: { doc: record, set: { deletedAt: ctx.now } },
    ...(run && { run, quiet: true }),
  });
  await assertUnused(ctx, definition, doc, all);
  const pointers = pointingAt(definition, all).filter(({ field }) => field.part);
  const parts = await Promise.all(pointers.map(({ other, name }) => loadParts(doc, other, name)));
  const changes: Change[] = [
    {
      ...gone(definition, doc),
      // Checked again once no new reference can be created.
      async first(session) {
        await assertUnused(ctx, definition, doc, all, 'IN_USE', session);
        for (const [n, { other, name }] of pointers.entries())
          if ((await loadParts(doc, other, name, session)).length !== parts[n]?.length) throw new VersionConflict();
      },
      also: async session => behaviour.inTransaction?.(ctx, session, done),
    },
    ...pointers.flatMap(({ other }, n) => (parts[n] ?? []).map(part => gone(other, part))),
  ];
  // Each gets its own event even in a bulk removal, because the event of the run does not cover them.
  changes.push(...((await behaviour.changes?.(ctx, done)) ?? []));
  const [saved] = await save(ctx, changes);
  return saved ?? doc;
}

/** Parts of a record: those that refer to it by a field marked as part. */
const loadParts = ({ _id, projectId }: Stored, other: Definition, name: string, session?: Session): Promise<Stored[]> =>
  modelOf(other)
    .find({ projectId, deletedAt: null, [name]: _id }, null, { ...(session && { session }) })
    .maxTimeMS(2000)
    .lean<Stored[]>();
