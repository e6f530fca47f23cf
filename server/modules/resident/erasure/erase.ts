import type { Definition } from '@lobby/shared/kit/definition.ts';
import { emptyValue } from '@lobby/shared/kit/fields.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import type { Rule } from '../../../kit/act.ts';
import type { Ctx } from '../../../kit/context.ts';
import { db, type Session } from '../../../kit/database.ts';
import type { EventRow } from '../../../kit/events.ts';
import { files, sweepFiles } from '../../../kit/file-store.ts';
import { log } from '../../../kit/log.ts';
import { dropMailsTo } from '../../../kit/mail.ts';
import { collectionOf, modelOf, type Stored, sealed } from '../../../kit/model.ts';
import { destroyKeys } from '../../../kit/person-keys.ts';
import { keysAfter } from '../../../kit/records.ts';
import { targetOf } from '../../../kit/refs.ts';
import type { Change } from '../../../kit/save.ts';
import { scrubber } from '../../../kit/scrub.ts';
import { endAccountWithin } from '../../../platform/accounts/residents.ts';
import { type Person, personOf, tellingOf } from './person.ts';
import { scrubHistory, scrubTalk } from './traces.ts';

type Values = Record<string, unknown>;
type Scrub = <T>(from: T) => T;

/** What the books keep of somebody who was erased: that they lived in these units, and from when to when (as their residencies tell). */
const KEPT = new Set(['unitId']);

/** A record with nothing in it: it only holds the place that the history of its units points at. */
const blank = (): Values => ({
  ...Object.fromEntries(
    Object.entries((resident as Definition).fields).flatMap(([name, field]) =>
      KEPT.has(name) ? [] : [[name, field.kind === 'refs' || field.kind === 'files' ? [] : emptyValue(field)]],
    ),
  ),
  ...{ name: '', sortName: '', living: false, appUsage: false, appState: 'NONE', keys: [], blind: {}, uniq: {} },
});

/** Records of other modules that name the person, and their parts: they stay, also where they were removed, without who, and without what their texts tell of them. */
async function withoutPerson(ctx: Ctx, { ids, ticketIds }: Person, scrub: Scrub): Promise<Change[]> {
  const changes: Change[] = [];
  const all = MODULES.filter(one => one.name !== residency.name);
  for (const definition of all) {
    const named = refsTo(resident, definition);
    if (named.length === 0) continue;
    const pointing = named.map(name => ({ [name]: { $in: ids } }));
    const query = { projectId: ctx.projectId, $or: [...pointing, { _id: { $in: ticketIds } }] };
    const docs = await modelOf(definition).find(query).lean<Stored[]>();
    for (const doc of docs) {
      const gone = named.flatMap(name => (ids.includes(String(doc[name])) ? [[name, null] as const] : []));
      changes.push(...(await cleaned(ctx, definition, doc, Object.fromEntries(gone), scrub)));
    }
    for (const part of all)
      for (const name of refsTo(definition, part, true)) {
        const of = { projectId: ctx.projectId, [name]: { $in: docs.map(({ _id }) => _id) } };
        for (const doc of await modelOf(part).find(of).lean<Stored[]>())
          changes.push(...(await cleaned(ctx, part, doc, {}, scrub)));
      }
  }
  return changes;
}

/** The fields of a definition by which its records point at those of another; those only by which they are a part of them. */
const refsTo = (target: Definition, { fields }: Definition, parts = false): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'ref' && targetOf(field.to).name === target.name && (!parts || field.part) ? [name] : [],
  );

/** A record that loses references and what its texts told; none where it loses nothing. */
async function cleaned(ctx: Ctx, definition: Definition, doc: Stored, gone: Values, scrub: Scrub): Promise<Change[]> {
  const given: Values = { ...textsOf(definition, doc, scrub), ...gone };
  if (Object.keys(given).length === 0) return [];
  const set = sealed(definition, ctx.projectId, given, { ...doc, ...given });
  const note = { before: null, after: gone };
  const { deletedAt } = doc;
  // Nobody sees it or finds it any more, and what it was found by may be gone.
  if (deletedAt)
    return [
      {
        definition,
        action: 'update',
        update: { doc, set: { ...set, keys: [] }, while: { deletedAt } },
        note,
        quiet: true,
      },
    ];
  const keys = await keysAfter(ctx, definition, { ...doc, ...given });
  return [{ definition, action: 'update', update: { doc, set: { ...set, ...(keys && { keys }) } }, note }];
}

/** The texts of a record that told of the person, without it; what is unique stays so. */
function textsOf({ fields }: Definition, doc: Stored, scrub: Scrub): Values {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, unique }]) => {
      const clean = kind === 'text' || kind === 'longText' ? scrub(doc[name]) : doc[name];
      return clean === doc[name] ? [] : [[name, unique ? `${clean}-${doc._id.slice(-6)}` : clean]];
    }),
  );
}

/** Everything beside the record itself, within its transaction. */
async function wipe(ctx: Ctx, person: Person, scrub: Scrub, session: Session): Promise<void> {
  const { projectId } = ctx;
  const { ids, docs, userIds } = person;
  await db()
    .collection<Stored>(collectionOf(resident))
    .updateMany({ projectId, _id: { $in: ids.slice(1) } }, { $set: blank() }, { session });
  await scrubHistory(ctx, person, scrub, session);
  await scrubTalk(ctx, person, scrub, session);
  // Nothing refers to them from now on: the job that sweeps takes them, names and all.
  await files().updateMany(
    { projectId, userId: { $in: userIds } },
    { $set: { used: false, at: new Date(0), name: '', userId: '' } },
    { session },
  );
  for (const userId of userIds) await endAccountWithin(ctx, session, userId, ids);
  await dropMailsTo(
    (await tellingOf(person)).filter(value => value.includes('@')),
    session,
  );
  await destroyKeys(
    docs.map(({ _id }) => _id),
    session,
  );
}

/** Erases a person who lives here no more: the key, the record, the account, and every trace of who it was. */
export const erase: Rule = async (ctx, doc, input) => {
  const person = await personOf(ctx, doc._id);
  const scrub = scrubber(await tellingOf(person));
  const reason = scrub(input.reason);
  const changes = await withoutPerson(ctx, person, scrub);
  // Their history is gone through as that of the requests is.
  const named = changes.flatMap(({ update }) => update?.doc._id ?? []);
  const whole = { ...person, ticketIds: [...new Set([...person.ticketIds, ...named])] };
  return {
    set: { ...blank(), reason, deletedAt: ctx.now },
    note: { before: null, after: { reason, merged: person.ids.slice(1) } },
    with: changes,
    also: session => wipe(ctx, whole, scrub, session),
  };
};

/** After the commit: files that were theirs leave the disk. */
export function sweepSoon(rows: readonly EventRow[]): void {
  if (rows.some(row => row.entity === resident.name && row.action === 'erase'))
    void sweepFiles(new Date()).catch(error => log.error({ error: String(error) }, 'files could not be removed'));
}
