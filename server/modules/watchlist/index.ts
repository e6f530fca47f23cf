import { rawPlate } from '@lobby/shared/kit/plate.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { OVERRIDE_REASON, watchEntry } from '@lobby/shared/modules/watchlist.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { blindIndex, isSealed } from '../../kit/privacy/personal.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Doc } from '../../kit/store/records.ts';
import { type AnyDoc, records } from '../../kit/store/records.ts';
import { loadReaders } from '../../platform/auth/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';

type Values = Record<string, unknown>;
const text = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);
const KEYS = ['phone', 'identifier', 'plate'] as const;
/** Keys for comparison: digests of phone and identity number, normalised plate. */
export type WatchKeys = Readonly<Record<(typeof KEYS)[number], string | null>>;

/** A stored visit, guest or watch list entry. */
type Compared = Pick<AnyDoc, 'projectId' | 'blind'> & { phone?: unknown; identifier?: unknown; plate?: unknown };

/** Keys of a record; values not sealed yet are hashed. */
export function keysOfDoc(doc: Compared): WatchKeys {
  const digest = (name: 'phone' | 'identifier') => {
    const value = text(doc[name]);
    return value && !isSealed(value) ? blindIndex(doc.projectId, name, value) : value && text(doc.blind?.[name]);
  };
  const plate = text(doc.plate) && rawPlate(String(doc.plate));
  return { phone: digest('phone'), identifier: digest('identifier'), plate };
}

/** Keys of a record after a change to these values, given in plain text. */
export function keysAfter({ projectId }: Ctx, doc: Compared | null, values: Values): WatchKeys {
  const known = doc ? keysOfDoc(doc) : { phone: null, identifier: null, plate: null };
  const digest = (name: 'phone' | 'identifier') =>
    values[name] === undefined ? known[name] : text(values[name]) && blindIndex(projectId, name, String(values[name]));
  return {
    phone: digest('phone'),
    identifier: digest('identifier'),
    plate: values.plate === undefined ? known.plate : text(values.plate) && rawPlate(String(values.plate)),
  };
}

/** Entries that apply today. */
export const activeEntries = (ctx: Ctx, query: Values = {}): Promise<Doc<typeof watchEntry>[]> =>
  records(watchEntry).find(ctx, { status: 'ACTIVE', validTo: { $gte: todayOf(ctx) }, ...query }, { patience: 2000 });

/** Entry that matches a visitor to a unit, or without one, by an exact key; REFUSE before other levels. */
export function entryFor(
  entries: readonly Doc<typeof watchEntry>[],
  keys: WatchKeys,
  unitId: unknown,
): Doc<typeof watchEntry> | null {
  const hits = entries.filter(entry => {
    const own = keysOfDoc(entry);
    return (!entry.unitId || entry.unitId === unitId) && KEYS.some(name => own[name] && own[name] === keys[name]);
  });
  return hits.find(({ level }) => level === 'REFUSE') ?? hits[0] ?? null;
}

/** The same among all entries of the project. */
export async function watchedBy(ctx: Ctx, keys: WatchKeys, unitId: unknown): Promise<Doc<typeof watchEntry> | null> {
  const ways = [
    ...(keys.phone ? [{ 'blind.phone': keys.phone }] : []),
    ...(keys.identifier ? [{ 'blind.identifier': keys.identifier }] : []),
    ...(keys.plate ? [{ rawPlate: keys.plate }] : []),
  ];
  return ways.length === 0 ? null : entryFor(await activeEntries(ctx, { $or: ways }), keys, unitId);
}

/** Warning for the desk: level and end; reason and id only for readers of the list. */
export const warningOf = (ctx: Ctx, entry: Doc<typeof watchEntry>) => ({
  level: String(entry.level),
  until: entry.validTo,
  ...(can(ctx, watchEntry.code, 'read') && { reason: text(entry.reason), entryId: entry._id }),
});

/**
 * Refuses to admit a person on the watch list unless the warning is overridden, which is counted and notified. `given`: values that the action
 * changes.
 */
export async function letIn(
  ctx: Ctx,
  doc: Compared & { unitId?: unknown; watched?: unknown },
  input: Values,
  given: Values = {},
): Promise<Effect> {
  const entry = await watchedBy(ctx, keysAfter(ctx, doc, given), doc.unitId);
  if (!entry) return doc.watched === true ? { set: { watched: false } } : {};
  const reason = text(input.reason)?.trim() ?? '';
  // Actions while offline have already taken place.
  const done = input.offline === true && typeof input.at === 'string';
  if (!done) {
    const warning = warningOf(ctx, entry);
    if (input.override !== true) fail('WATCHED_VISITOR', warning);
    if (entry.level === 'REFUSE' && !can(ctx, visitor.code, 'approve')) fail('WATCHED_VISITOR', warning);
    const code = { code: 'TOO_SHORT', params: { min: OVERRIDE_REASON } };
    if (entry.level === 'REFUSE' && reason.length < OVERRIDE_REASON)
      failFields({ reason: code }, 'WATCHED_VISITOR', warning);
  }
  const matched = { doc: entry, set: { lastMatchAt: ctx.now }, inc: { matchCount: 1 }, keepVersion: true };
  return {
    set: { watched: true, overriddenAt: ctx.now, overriddenOffline: done, overrideReason: reason || null },
    with: [{ definition: watchEntry, action: 'let-in', update: matched }],
    async also(session) {
      const who = await loadReaders(ctx.projectId, watchEntry.code, 'updateStatus');
      const subject = { module: watchEntry.code, id: entry._id, title: entry.name };
      await notify(ctx, toStaff(who), 'WATCHED_LET_IN', subject, session);
    },
  };
}
