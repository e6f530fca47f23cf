import { rawPlate } from '@lobby/shared/kit/plate.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { OVERRIDE_REASON, watchEntry } from '@lobby/shared/modules/watchlist.ts';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { blindIndex, isSealed } from '../../../kit/privacy/personal.ts';
import type { Effect } from '../../../kit/records/acts/act.ts';
import { type AnyDoc, type Doc, records, type Where } from '../../../kit/store/records.ts';
import { loadReaders } from '../../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../../platform/notifications/notifications.ts';

const KEYS = ['phone', 'identifier', 'plate'] as const;
/** Keys for comparison: digests of phone and identity number, normalised plate. */
export type WatchKeys = Readonly<Record<(typeof KEYS)[number], string | null>>;

/** What is compared, in plain text or sealed. */
interface Told {
  phone?: string | null;
  identifier?: string | null;
  plate?: string | null;
}

/** A stored visit, guest or watch list entry. */
type Compared = Pick<AnyDoc, 'projectId' | 'blind'> & Told;

/** Keys of a record; values not sealed yet are hashed. */
export function keysOfDoc(doc: Compared): WatchKeys {
  const digest = (name: 'phone' | 'identifier') => {
    const value = doc[name];
    if (!value) return null;
    return isSealed(value) ? doc.blind?.[name] || null : blindIndex(doc.projectId, name, value);
  };
  const plate = doc.plate ? rawPlate(doc.plate) : null;
  return { phone: digest('phone'), identifier: digest('identifier'), plate };
}

/** Keys of a record after a change to these values, given in plain text. */
export function keysAfter({ projectId }: Ctx, doc: Compared | null, values: Told): WatchKeys {
  const stored = doc ? keysOfDoc(doc) : { phone: null, identifier: null, plate: null };
  const digest = (name: 'phone' | 'identifier') => {
    const value = values[name];
    if (value === undefined) return stored[name];
    return value ? blindIndex(projectId, name, value) : null;
  };
  const { plate } = values;
  return {
    phone: digest('phone'),
    identifier: digest('identifier'),
    plate: plate === undefined ? stored.plate : plate ? rawPlate(plate) : null,
  };
}

/** Entries that apply today. */
export const activeEntries = (ctx: Ctx, query: Where<typeof watchEntry> = {}): Promise<Doc<typeof watchEntry>[]> =>
  records(watchEntry).find(ctx, { status: 'ACTIVE', validTo: { $gte: todayOf(ctx) }, ...query }, { patience: 2000 });

/** Entry that matches a visitor to a unit, or without one, by an exact key; REFUSE before other levels. */
export function entryFor(
  entries: readonly Doc<typeof watchEntry>[],
  keys: WatchKeys,
  unitId: string | null | undefined,
): Doc<typeof watchEntry> | null {
  const hits = entries.filter(entry => {
    const entryKeys = keysOfDoc(entry);
    return (
      (!entry.unitId || entry.unitId === unitId) && KEYS.some(name => entryKeys[name] && entryKeys[name] === keys[name])
    );
  });
  return hits.find(({ level }) => level === 'REFUSE') ?? hits[0] ?? null;
}

/** The same among all entries of the project. */
export async function watchedBy(
  ctx: Ctx,
  keys: WatchKeys,
  unitId: string | null | undefined,
): Promise<Doc<typeof watchEntry> | null> {
  const ways: Where<typeof watchEntry>[] = [
    ...(keys.phone ? [{ 'blind.phone': keys.phone }] : []),
    ...(keys.identifier ? [{ 'blind.identifier': keys.identifier }] : []),
    ...(keys.plate ? [{ rawPlate: keys.plate }] : []),
  ];
  return ways.length === 0 ? null : entryFor(await activeEntries(ctx, { $or: ways }), keys, unitId);
}

/** Warning for the desk: level and end; reason and id only for readers of the list. */
export const warningOf = (ctx: Ctx, entry: Doc<typeof watchEntry>) => ({
  level: entry.level,
  until: entry.validTo,
  ...(can(ctx, watchEntry.code, 'read') && { reason: entry.reason || null, entryId: entry._id }),
});

/** What the desk says of somebody who enters. */
interface Entering {
  at?: string | null;
  offline?: boolean | null;
  override?: boolean | null;
  reason?: string | null;
}

/**
 * Refuses to admit a person on the watch list unless the warning is overridden, which is counted and notified. `values`: values that the action
 * changes.
 */
export async function letIn(
  ctx: Ctx,
  doc: Compared & { unitId?: string | null; watched?: boolean },
  input: Entering,
  values: Told = {},
): Promise<Effect> {
  const entry = await watchedBy(ctx, keysAfter(ctx, doc, values), doc.unitId);
  if (!entry) return doc.watched === true ? { set: { watched: false } } : {};
  const reason = input.reason?.trim() ?? '';
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
