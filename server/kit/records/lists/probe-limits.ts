import { soughtPhone } from '@lobby/shared/kit/contact.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { queryKeys } from '@lobby/shared/kit/text-search.ts';
import { LRUCache } from 'lru-cache';
import { createBudget } from '../../base/budget.ts';
import { type Ctx, can } from '../../base/context.ts';
import { fail, Refusal } from '../../base/errors.ts';
import { transaction } from '../../database/database.ts';
import { refused } from '../../ops/measures.ts';
import { blindIndex } from '../../privacy/personal.ts';
import { events, writeEvents } from '../../store/events.ts';
import { isEnding } from '../../store/keys/search-keys.ts';

/** Ways to probe whether a personal value exists: a search by digits, an import, a refused form. */
type By = 'search' | 'import' | 'form';

const HOUR_S = 3600;
/** Probes per hour of a person who may not read the values. */
const AN_HOUR: Readonly<Record<By, number>> = { search: 30, import: 10, form: 10 };
/** Limit of edits of personal values by such a person, because each successful one reveals that nobody else has the value. */
const EDITS = { burst: 30, perSecond: 30 / HOUR_S };
/** Up to this many rows, an import tells for each row which values exist. */
export const TOLD_ROWS = 10;

/** Whether the caller may read the values anyway, so that a probe reveals nothing. */
export const mayRead = (ctx: Ctx, { code }: Definition) => ctx.kind === 'system' || can(ctx, code, 'readEncrypted');

/** Personal fields that must be unique. */
export const uniquePersonal = ({ fields }: { fields: Fields }): string[] =>
  Object.keys(fields).filter(name => fields[name]?.personal && fields[name]?.unique);

const seconds = () => fail('TOO_MANY_REQUESTS', { seconds: HOUR_S });

/** Records a probe in the activity. Refuses with 429 after too many. */
async function note(ctx: Ctx, definition: Definition, by: By, fields: readonly string[], count: number): Promise<void> {
  const countProbes = () =>
    events().countDocuments({
      projectId: ctx.projectId,
      'actor.id': ctx.actor.id,
      at: { $gte: new Date(ctx.now.getTime() - HOUR_S * 1000) },
      action: 'probe',
      'after.by': by,
    });
  const refuse = () => {
    refused.add({ limit: `personal values, ${by}` });
    return seconds();
  };
  if ((await countProbes()) >= AN_HOUR[by]) refuse();
  const row = {
    at: ctx.now,
    projectId: ctx.projectId,
    module: definition.code,
    entity: definition.name,
    entityId: null,
    action: 'probe',
    actor: ctx.actor,
    before: null,
    after: { by, fields, count },
    version: 0,
    row: null,
    quiet: true,
  };
  await transaction(async session => void (await writeEvents([row], session)));
  // Counted again after recording, so that concurrent probes cannot exceed the limit.
  if ((await countProbes()) > AN_HOUR[by]) refuse();
}

/** Recent searches: repeating one or reading its next page reveals nothing new. */
const searches = new LRUCache<string, true>({ max: 20_000, ttl: HOUR_S * 1000 });

/** Records a search by digits of a personal phone number. */
export async function noteSearch(ctx: Ctx, definition: Definition, typed: unknown): Promise<void> {
  if (ctx.kind !== 'staff' || typeof typed !== 'string' || mayRead(ctx, definition)) return;
  const phones = Object.entries(definition.fields).flatMap(([name, field]) => (isEnding(field) ? [name] : []));
  if (phones.length === 0) return;
  const digits = [
    ...queryKeys(typed).filter(key => /^\d{4}$/.test(key)),
    ...(soughtPhone(typed) ? [soughtPhone(typed)] : []),
  ];
  if (digits.length === 0) return;
  const key = `${ctx.projectId}|${ctx.actor.id}|${definition.name}|${blindIndex(ctx.projectId, 'asked', digits.join())}`;
  if (searches.has(key)) return;
  await note(ctx, definition, 'search', phones, 1);
  searches.set(key, true);
}

/** Records an import of unique personal values. Returns the fields for which it must not tell which values exist. */
export async function noteImport(
  ctx: Ctx,
  definition: Definition,
  filled: readonly (string | null)[],
  rows: number,
): Promise<ReadonlySet<string>> {
  const fields = uniquePersonal(definition).filter(name => filled.includes(name));
  if (fields.length === 0 || mayRead(ctx, definition)) return new Set();
  await note(ctx, definition, 'import', fields, rows);
  return new Set(rows > TOLD_ROWS ? fields : []);
}

const edits = createBudget();

/** Runs a write of unique personal values. A refusal because of a duplicate counts as a probe. */
export async function noteWrite<T>(
  ctx: Ctx,
  definition: Definition,
  values: Record<string, unknown>,
  kind: 'create' | 'update',
  write: () => Promise<T>,
): Promise<T> {
  const names = uniquePersonal(definition).filter(name => typeof values[name] === 'string');
  if (names.length === 0 || mayRead(ctx, definition)) return write();
  if (kind === 'update' && edits.take(`${ctx.projectId}|${ctx.actor.id}`, EDITS) > 0) seconds();
  try {
    return await write();
  } catch (error) {
    const named = error instanceof Refusal ? Object.keys((error.data?.fields as object | undefined) ?? {}) : [];
    const taken = names.filter(name => named.includes(name));
    if (taken.length > 0) await note(ctx, definition, 'form', taken, 1);
    throw error;
  }
}
