import { addDays, DAY_MS } from '@lobby/shared/kit/dates.ts';
import { rawPlate } from '@lobby/shared/kit/plate.ts';
import { watchEntries } from '@lobby/shared/modules/visitor.contract.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { WATCH_YEARS, watchEntry } from '@lobby/shared/modules/watchlist.ts';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { holdKeys } from '../../../kit/privacy/person-keys.ts';
import { open } from '../../../kit/privacy/personal.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { build } from '../../../kit/records/records.ts';
import type { Action, BehaviourOf, DoneOf, RequestOf, Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records, type Where } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { save } from '../../../kit/store/save.ts';
import { loadReaders } from '../../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../../platform/notifications/notifications.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { eraseEntry, forgetEntry } from '../guests/erasure.ts';
import { BATCH } from '../jobs.ts';
import { activeEntries, entryFor, keysAfter, keysOfDoc, warningOf, watchedBy } from './index.ts';

type Entry = Doc<typeof watchEntry>;
/** Statuses of visits that may still enter, or are inside. */
const OPEN = ['WAITING', 'APPROVED', 'RECEIVED', 'IN_PROGRESS'] as const;
const [SOON_DAYS, ASKED_DAYS, KEPT_DAYS] = [30, 14, 90];
const MOST = 2000;

const isEnding = (ctx: Ctx, validTo: string | null | undefined) =>
  validTo ? validTo <= addDays(todayOf(ctx), SOON_DAYS) : false;

/** Updates the marks of open visits after changes of entries; `changed` replaces their stored state. */
async function recheck(ctx: Ctx, changed: readonly Entry[]): Promise<Change[]> {
  const ids = new Set(changed.map(({ _id }) => _id));
  const stored = (await activeEntries(ctx)).filter(({ _id }) => !ids.has(_id));
  const apply = changed.filter(entry => entry.status === 'ACTIVE' && !entry.deletedAt && entry.validTo >= todayOf(ctx));
  const visits = await records(visitor).find(ctx, { status: { $in: OPEN } }, { limit: MOST });
  return visits.flatMap((doc): Change[] => {
    const watched = entryFor([...stored, ...apply], keysOfDoc(doc), doc.unitId) !== null;
    if (doc.watched === watched) return [];
    return [{ definition: visitor, action: 'watch', update: { doc, set: { watched }, keepVersion: true } }];
  });
}

/** Completes an entry: it ends within three years; plates are normalised for comparison. */
async function completeEntry(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof watchEntry>,
): Promise<Values<typeof watchEntry>> {
  if (kind === 'remove' || kind === 'restore') return values;
  const { validTo, plate } = { ...doc, ...values };
  const last = `${Number(todayOf(ctx).slice(0, 4)) + WATCH_YEARS}${todayOf(ctx).slice(4)}`;
  const code = 'WATCH_DATES_INVALID';
  if (values.validTo !== undefined && (!validTo || validTo <= todayOf(ctx) || validTo > last))
    failFields({ validTo: { code } }, code);
  const raw = plate ? rawPlate(plate) : null;
  return { ...values, rawPlate: raw, ending: isEnding(ctx, validTo) };
}

/** Refuses a second entry for the same key and unit; concurrent ones are serialised. */
async function assertOnce(ctx: Ctx, session: Session, { doc }: DoneOf<typeof watchEntry>): Promise<void> {
  if (doc?.status !== 'ACTIVE') return;
  await serializeBy(`watch ${ctx.projectId}`, session);
  const keys = keysOfDoc(doc);
  const ways = { phone: 'blind.phone', identifier: 'blind.identifier', plate: 'rawPlate' } as const;
  for (const name of ['phone', 'identifier', 'plate'] as const) {
    if (!keys[name]) continue;
    const same: Where<typeof watchEntry> = { status: 'ACTIVE', unitId: doc.unitId, _id: { $ne: doc._id } };
    const isTwice = await records(watchEntry)
      .in(session)
      .exists(ctx, { ...same, [ways[name]]: keys[name] });
    if (isTwice) failFields({ [name]: { code: 'WATCH_ENTRY_EXISTS' } }, 'WATCH_ENTRY_EXISTS');
  }
}

const end: Action<typeof watchEntry, 'end'> = async (ctx, doc) => ({
  set: { endedAt: ctx.now, ending: false },
  with: await recheck(ctx, [{ ...doc, status: 'ENDED' }]),
});

/** Puts a visitor on the watch list, with the data of the visit. */
export const warn: Action<typeof visitor, 'warn'> = async (ctx, doc, { level, reason, validTo, unitOnly }) => {
  if (!can(ctx, watchEntry.code, 'write')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: watchEntry.code });
  await holdKeys([doc]);
  const opened = (value: string | null) => value && open(ctx.projectId, value);
  const values: Values<typeof watchEntry> = {
    phone: opened(doc.phone),
    identifier: opened(doc.identifier),
    plate: doc.plate,
    name: doc.name,
    level: level ?? 'WARN',
    reason,
    validTo,
    unitId: unitOnly ? doc.unitId : null,
  };
  const errors = watchEntry.check(values);
  const [code] = Object.values(errors).map(error => error.code);
  if (code)
    failFields(errors.reason ? { reason: errors.reason } : {}, code === 'WATCH_KEY_REQUIRED' ? code : undefined);
  const insert = await build(ctx, watchEntry, await completeEntry(ctx, { kind: 'create', values, doc: null }));
  const also = (session: Session) => assertOnce(ctx, session, { kind: 'create', doc: insert, before: null });
  const others = (await recheck(ctx, [insert])).filter(({ update }) => update?.doc._id !== doc._id);
  return { set: { watched: true }, with: [{ definition: watchEntry, action: 'create', insert, also }, ...others] };
};

export const watchBehaviour: BehaviourOf<typeof watchEntry> = {
  check: completeEntry,
  changes: (ctx, { doc, before }) => recheck(ctx, [doc ?? { ...before, deletedAt: ctx.now }]),
  inTransaction: assertOnce,
  actions: { end, erase: eraseEntry },
};

/** `GET /visitor/:id/watch`: watch list entry for a visit. */
export const watchRoute: Route = route(watchEntries, {
  flags: ['read'],
  async run(ctx, { params }) {
    const doc = await load(ctx, visitor, params.id);
    const entry = await watchedBy(ctx, keysAfter(ctx, doc, {}), doc.unitId);
    return entry && warningOf(ctx, entry);
  },
});

const find = (ctx: Ctx, where: Where<typeof watchEntry>) => records(watchEntry).find(ctx, where, { limit: BATCH });

const expireEntries = async (ctx: Ctx): Promise<number> =>
  attemptEach(await find(ctx, { status: 'ACTIVE', validTo: { $lt: todayOf(ctx) } }), async doc => {
    const set = { status: 'ENDED', endedAt: ctx.now, ending: false } as const;
    const visits = await recheck(ctx, [{ ...doc, ...set }]);
    return save(ctx, [{ definition: watchEntry, action: 'expire', update: { doc, set } }, ...visits]);
  });

async function markEnding(ctx: Ctx): Promise<void> {
  const soon = addDays(todayOf(ctx), SOON_DAYS);
  await attemptEach(await find(ctx, { status: 'ACTIVE', ending: false, validTo: { $lte: soon } }), doc =>
    save(ctx, [
      { definition: watchEntry, action: 'update', update: { doc, set: { ending: true }, keepVersion: true } },
    ]),
  );
}

async function remindOfEnding(ctx: Ctx): Promise<number> {
  const until = addDays(todayOf(ctx), ASKED_DAYS);
  const entries = await find(ctx, { status: 'ACTIVE', askedAt: null, validTo: { $lte: until } });
  const writers = await loadReaders(ctx.projectId, watchEntry.code, 'write');
  return attemptEach(entries, doc => {
    const subject = { module: watchEntry.code, id: doc._id, title: doc.name };
    const also = (session: Session) => notify(ctx, toStaff(writers), 'WATCH_ENTRY_ENDING', subject, session);
    const update = { doc, set: { askedAt: ctx.now }, keepVersion: true, while: { askedAt: null } };
    return save(ctx, [{ definition: watchEntry, action: 'remind', update, also }]);
  });
}

async function forgetOld(ctx: Ctx): Promise<number> {
  const long = new Date(ctx.now.getTime() - KEPT_DAYS * DAY_MS);
  const gone = await find(ctx, { status: 'ENDED', endedAt: { $lt: long } });
  return attemptEach(gone, async doc => save(ctx, [await forgetEntry(ctx, doc)]));
}

/** Expires entries, reminds of those ending soon, and forgets those ended long ago. */
export const watchJob = defineJob({
  name: 'entries of watch lists',
  every: '10 * * * *',
  perProject: ctx => attemptEach([expireEntries, markEnding, remindOfEnding, forgetOld], step => step(ctx)),
});
