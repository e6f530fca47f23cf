import { addDays, DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import { rawPlate } from '@lobby/shared/kit/plate.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { WATCH_YEARS, watchEntry } from '@lobby/shared/modules/watchlist.ts';
import { z } from 'zod';
import { type Ctx, can, systemCtx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { takeTurn } from '../../kit/database/turns.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { holdKeys } from '../../kit/privacy/person-keys.ts';
import { open } from '../../kit/privacy/personal.ts';
import { load, type Rule } from '../../kit/records/act.ts';
import type { Behaviour, Done, Request } from '../../kit/records/behaviour.ts';
import { build } from '../../kit/records/records.ts';
import { type Change, Overtaken, save } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { readersOf } from '../../platform/auth/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { activeEntries, entryFor, keysAfter, keysOfDoc, warningOf, watchedBy } from '../watchlist/index.ts';
import { eraseEntry, forgetting } from './erasure.ts';

type Values = Record<string, unknown>;
/** Visits that are still to be let in, or inside. */
const OPEN = ['WAITING', 'APPROVED', 'RECEIVED', 'IN_PROGRESS'];
const [SOON_DAYS, ASKED_DAYS, KEPT_DAYS] = [30, 14, 90];
const MOST = 2000;

const today = (ctx: Ctx) => dayOf(ctx.now, ctx.project.timeZone);
const isEnding = (ctx: Ctx, validTo: unknown) => String(validTo) <= addDays(today(ctx), SOON_DAYS);

/** Open visits that entries meet, or meet no more, once these stand as told; `changed` replace what is stored of them. */
async function recheck(ctx: Ctx, changed: readonly Stored[]): Promise<Change[]> {
  const ids = new Set(changed.map(({ _id }) => _id));
  const stored = (await activeEntries(ctx)).filter(({ _id }) => !ids.has(_id));
  const apply = changed.filter(one => one.status === 'ACTIVE' && !one.deletedAt && String(one.validTo) >= today(ctx));
  const visits = await modelOf(visitor)
    .find({ projectId: ctx.projectId, deletedAt: null, status: { $in: OPEN } })
    .limit(MOST)
    .maxTimeMS(5000)
    .lean<Stored[]>();
  return visits.flatMap((doc): Change[] => {
    const watched = entryFor([...stored, ...apply], keysOfDoc(doc), doc.unitId) !== null;
    if ((doc.watched === true) === watched) return [];
    return [{ definition: visitor, action: 'watch', update: { doc, set: { watched }, keepVersion: true } }];
  });
}

/** An entry ends at most three years ahead; its plate is compared by letters and digits. */
async function completeEntry(ctx: Ctx, { kind, values, doc }: Request): Promise<Values> {
  if (kind === 'remove' || kind === 'restore') return values;
  const { validTo, plate } = { ...doc, ...values } as Values;
  const last = `${Number(today(ctx).slice(0, 4)) + WATCH_YEARS}${today(ctx).slice(4)}`;
  const code = 'WATCH_DATES_INVALID';
  if (values.validTo !== undefined && (String(validTo) <= today(ctx) || String(validTo) > last))
    failFields({ validTo: { code } }, code);
  const raw = typeof plate === 'string' && plate ? rawPlate(plate) : null;
  return { ...values, rawPlate: raw, ending: isEnding(ctx, validTo) };
}

/** Two at once make one entry of a key and a unit. */
async function refuseTwice(ctx: Ctx, session: Session, { doc }: Done): Promise<void> {
  if (doc?.status !== 'ACTIVE') return;
  await takeTurn(`watch ${ctx.projectId}`, session);
  const keys = keysOfDoc(doc);
  const ways = { phone: 'blind.phone', identifier: 'blind.identifier', plate: 'rawPlate' } as const;
  for (const [name, path] of Object.entries(ways) as [keyof typeof ways, string][]) {
    if (!keys[name]) continue;
    const same = { projectId: ctx.projectId, deletedAt: null, status: 'ACTIVE', unitId: doc.unitId ?? null };
    const query: Values = { ...same, [path]: keys[name], _id: { $ne: doc._id } };
    const other = await modelOf(watchEntry).exists(query).session(session);
    if (other) failFields({ [name]: { code: 'WATCH_ENTRY_EXISTS' } }, 'WATCH_ENTRY_EXISTS');
  }
}

const end: Rule = async (ctx, doc) => ({
  set: { endedAt: ctx.now, ending: false },
  with: await recheck(ctx, [{ ...doc, status: 'ENDED' }]),
});

const PERSONAL = ['phone', 'identifier'] as const;

/** Puts who came on the list, by what the visit knows of them. */
export const warnOf: Rule = async (ctx, doc, { level, reason, validTo, unitOnly }) => {
  if (!can(ctx, watchEntry.code, 'write')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: watchEntry.code });
  await holdKeys([doc]);
  const known = PERSONAL.map(name => [
    name,
    typeof doc[name] === 'string' ? open(ctx.projectId, String(doc[name])) : null,
  ]);
  const values: Values = {
    ...Object.fromEntries(known),
    plate: doc.plate ?? null,
    name: doc.name,
    level: level ?? 'WARN',
    reason,
    validTo,
    unitId: unitOnly === true ? (doc.unitId ?? null) : null,
  };
  const errors = watchEntry.check(values);
  const [code] = Object.values(errors).map(error => error.code);
  if (code)
    failFields(errors.reason ? { reason: errors.reason } : {}, code === 'WATCH_KEY_REQUIRED' ? code : undefined);
  const insert = await build(ctx, watchEntry, await completeEntry(ctx, { kind: 'create', values, doc: null }));
  const also = (session: Session) => refuseTwice(ctx, session, { kind: 'create', doc: insert, before: null });
  const others = (await recheck(ctx, [insert])).filter(({ update }) => update?.doc._id !== doc._id);
  return { set: { watched: true }, with: [{ definition: watchEntry, action: 'create', insert, also }, ...others] };
};

/** What is special about entries of the watch list. */
export const watchBehaviour: Behaviour & { acts: Record<string, Rule> } = {
  check: completeEntry,
  changes: (ctx, { doc, before }) => recheck(ctx, [doc ?? { ...(before as Stored), deletedAt: ctx.now }]),
  inTransaction: refuseTwice,
  acts: { end, erase: eraseEntry },
};

/** `GET /visitor/:id/watch`: what the list says of a visit. */
export const watchRoute: Route = route({
  method: 'get',
  path: `${visitor.path}/:id/watch`,
  summary: 'The entry of the watch list that meets a visit; why only for who reads the list',
  module: visitor.code,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  answer: z
    .object({ level: z.string(), until: z.string(), reason: z.string().nullish(), entryId: idSchema.optional() })
    .nullable(),
  async run(ctx, { params }) {
    const doc = await load(ctx, visitor, params.id);
    const entry = await watchedBy(ctx, keysAfter(ctx, doc, {}), doc.unitId);
    return entry && warningOf(ctx, entry);
  },
});

async function quietly(ctx: Ctx, changes: readonly Change[]): Promise<void> {
  await save(ctx, changes).catch(error => {
    if (!(error instanceof Overtaken)) throw error;
  });
}

/** Ends entries whose day has passed, asks about those that end soon, forgets those that ended long ago. */
async function turnEntries(ctx: Ctx): Promise<number> {
  const find = (query: Values) =>
    modelOf(watchEntry)
      .find({ projectId: ctx.projectId, deletedAt: null, ...query })
      .limit(500)
      .maxTimeMS(5000)
      .lean<Stored[]>();
  const over = await find({ status: 'ACTIVE', validTo: { $lt: today(ctx) } });
  for (const doc of over) {
    const set = { status: 'ENDED', endedAt: ctx.now, ending: false };
    const visits = await recheck(ctx, [{ ...doc, ...set }]);
    await quietly(ctx, [{ definition: watchEntry, action: 'expire', update: { doc, set } }, ...visits]);
  }
  const soon = addDays(today(ctx), SOON_DAYS);
  for (const doc of await find({ status: 'ACTIVE', ending: false, validTo: { $lte: soon } }))
    await quietly(ctx, [
      { definition: watchEntry, action: 'update', update: { doc, set: { ending: true }, keepVersion: true } },
    ]);
  const asked = await find({ status: 'ACTIVE', askedAt: null, validTo: { $lte: addDays(today(ctx), ASKED_DAYS) } });
  const writers = await readersOf(ctx.projectId, watchEntry.code, 'write');
  for (const doc of asked) {
    const subject = { module: watchEntry.code, id: doc._id, title: String(doc.name) };
    const also = (session: Session) => notify(ctx, toStaff(writers), 'WATCH_ENTRY_ENDING', subject, session);
    const update = { doc, set: { askedAt: ctx.now }, keepVersion: true, while: { askedAt: null } };
    await quietly(ctx, [{ definition: watchEntry, action: 'remind', update, also }]);
  }
  const long = new Date(ctx.now.getTime() - KEPT_DAYS * DAY_MS);
  const gone = await find({ status: 'ENDED', endedAt: { $lt: long } });
  for (const doc of gone) {
    const change = await forgetting(ctx, watchEntry, doc, true);
    if (change.update) change.update.set = { ...change.update.set, deletedAt: ctx.now };
    await quietly(ctx, [change]);
  }
  return over.length + asked.length + gone.length;
}

/** The same in every project, a little after midnight. */
export async function turnWatchlists(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) turned += await turnEntries(systemCtx(settingsOf(project), now));
  return turned;
}
