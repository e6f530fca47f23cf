import type { Definition } from '@lobby/shared/kit/definition.ts';
import { emptyValue, isMany } from '@lobby/shared/kit/fields.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { clockNow } from '../../../kit/database/clock.ts';
import { db, type Session } from '../../../kit/database/database.ts';
import { files, sweepFiles } from '../../../kit/files/file-store.ts';
import { dropMailsTo, sweepOutbox } from '../../../kit/mail/forget.ts';
import { log } from '../../../kit/ops/log.ts';
import { destroyKeys } from '../../../kit/privacy/person-keys.ts';
import { scrubber } from '../../../kit/privacy/scrub.ts';
import type { Rule } from '../../../kit/records/act.ts';
import type { EventRow } from '../../../kit/store/events.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { collectionOf } from '../../../kit/store/schema.ts';
import { endAccountWithin } from '../../../platform/accounts/residents.ts';
import { withoutPerson } from './cleaned.ts';
import { loadPerson, loadTelling, type Person } from './person.ts';
import { scrubHistory, scrubTalk } from './traces.ts';

type Values = Record<string, unknown>;
type Scrub = <T>(from: T) => T;

/** What the books keep of somebody who was erased: that they lived in these units, and from when to when (as their residencies tell). */
const KEPT = new Set(['unitId']);

/** A record with nothing in it: it only holds the place that the history of its units points at. */
const blank = (): Values => ({
  ...Object.fromEntries(
    Object.entries((resident as Definition).fields).flatMap(([name, field]) =>
      KEPT.has(name) ? [] : [[name, isMany(field) ? [] : emptyValue(field)]],
    ),
  ),
  name: '',
  sortName: '',
  living: false,
  appUsage: false,
  appState: 'NONE',
  keys: [],
  blind: {},
  uniq: {},
  sorted: {},
});

/** Everything beside the record itself, within its transaction. */
async function wipe(ctx: Ctx, person: Person, scrub: Scrub, session: Session): Promise<void> {
  const { projectId } = ctx;
  const { ids, docs, userIds } = person;
  await db()
    .collection<Doc<typeof resident>>(collectionOf(resident))
    .updateMany({ projectId, _id: { $in: ids.slice(1) } }, { $set: blank() }, { session });
  const telling = await loadTelling(person);
  await scrubHistory(ctx, person, telling, scrub, session);
  await scrubTalk(ctx, person, scrub, session);
  // Nothing refers to them from now on: the job that sweeps takes them, names and all.
  await files().updateMany(
    { projectId, userId: { $in: userIds } },
    { $set: { used: false, at: new Date(0), name: '', userId: '' } },
    { session },
  );
  for (const userId of userIds) await endAccountWithin(ctx, session, userId, ids);
  await dropMailsTo(
    telling.filter(value => value.includes('@')),
    ctx.now,
    session,
  );
  await destroyKeys(
    docs.map(({ _id }) => _id),
    session,
  );
}

/** Erases a person who lives here no more: the key, the record, the account, and every trace of who it was. */
export const erase: Rule = async (ctx, doc, input) => {
  const person = await loadPerson(ctx, doc._id);
  const scrub = scrubber(await loadTelling(person));
  const reason = scrub(input.reason);
  const changes = await withoutPerson(ctx, person, scrub);
  // Their history is gone through as that of the requests is.
  const named = changes.flatMap(({ update }) => update?.doc._id ?? []);
  const whole = { ...person, talkIds: [...new Set([...person.talkIds, ...named])] };
  return {
    set: { ...blank(), reason, deletedAt: ctx.now },
    note: { before: null, after: { reason, merged: person.ids.slice(1) } },
    with: changes,
    also: session => wipe(ctx, whole, scrub, session),
  };
};

/** After the commit: files that were theirs leave the disk, and mails to them the outbox; the jobs do what fails here. */
export function sweepSoon(rows: readonly EventRow[]): void {
  if (!rows.some(row => row.entity === resident.name && row.action === 'erase')) return;
  for (const sweep of [sweepFiles, sweepOutbox])
    void sweep(clockNow()).catch(error => log.error({ error: String(error) }, 'traces could not be removed'));
}
