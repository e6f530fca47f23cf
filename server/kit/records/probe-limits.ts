import { soughtPhone } from '@lobby/shared/kit/contact.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { queryKeys } from '@lobby/shared/kit/text-search.ts';
import { LRUCache } from 'lru-cache';
import { createBudget } from '../base/budget.ts';
import { type Ctx, can } from '../base/context.ts';
import { fail, Refusal } from '../base/errors.ts';
import { transaction } from '../database/database.ts';
import { refused } from '../ops/measures.ts';
import { blindIndex } from '../privacy/personal.ts';
import { events, writeEvents } from '../store/events.ts';
import { isEnding } from '../store/schema.ts';

/** By what somebody may learn whether a personal value exists: a search by digits, an import, a refused form. */
type By = 'search' | 'import' | 'form';

const HOUR_S = 3600;
/** Questions an hour of one person who may not read the values themselves. */
const AN_HOUR: Readonly<Record<By, number>> = { search: 30, import: 10, form: 10 };
/** Edits of personal values of records that are there, by the same: each tells that nobody else has the value. */
const EDITS = { burst: 30, perSecond: 30 / HOUR_S };
/** Rows of an import that are told one by one which of their values exist. */
export const TOLD_ROWS = 10;

/** Whether somebody learns nothing by such a question that they could not read anyway. */
export const mayRead = (ctx: Ctx, { code }: Definition) => ctx.kind === 'system' || can(ctx, code, 'readEncrypted');

/** The personal fields of which no two records have the same value. */
export const uniquePersonal = ({ fields }: { fields: Fields }): string[] =>
  Object.keys(fields).filter(name => fields[name]?.personal && fields[name]?.unique);

const seconds = () => fail('TOO_MANY_REQUESTS', { seconds: HOUR_S });

/** Remembers such a question in the activity; refuses with 429 who has asked too often. */
async function note(ctx: Ctx, definition: Definition, by: By, fields: readonly string[], count: number): Promise<void> {
  const asked = () =>
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
  if ((await asked()) >= AN_HOUR[by]) refuse();
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
  // Of several at once, each is remembered before any is answered.
  if ((await asked()) > AN_HOUR[by]) refuse();
}

/** Searches that were asked already: reading on, or again, tells nothing new. */
const known = new LRUCache<string, true>({ max: 20_000, ttl: HOUR_S * 1000 });

/** Notes a search by the digits of a personal phone. */
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
  if (known.has(key)) return;
  await note(ctx, definition, 'search', phones, 1);
  known.set(key, true);
}

/** Notes an import of unique personal values; answers the fields of which is not told which value exists. */
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

/** Writes unique personal values: a refusal because another has one is a question too. */
export async function noteWrite<T>(
  ctx: Ctx,
  definition: Definition,
  values: Record<string, unknown>,
  kind: 'create' | 'update',
  write: () => Promise<T>,
): Promise<T> {
  const given = uniquePersonal(definition).filter(name => typeof values[name] === 'string');
  if (given.length === 0 || mayRead(ctx, definition)) return write();
  if (kind === 'update' && edits.take(`${ctx.projectId}|${ctx.actor.id}`, EDITS) > 0) seconds();
  try {
    return await write();
  } catch (error) {
    const named = error instanceof Refusal ? Object.keys((error.data?.fields as object | undefined) ?? {}) : [];
    const taken = given.filter(name => named.includes(name));
    if (taken.length > 0) await note(ctx, definition, 'form', taken, 1);
    throw error;
  }
}
