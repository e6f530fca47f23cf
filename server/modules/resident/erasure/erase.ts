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
import type { Action } from '../../../kit/records/typed-behaviour.ts';
import type { EventRow } from '../../../kit/store/events.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { collectionOf } from '../../../kit/store/schema.ts';
import { endAccountWithin } from '../../../platform/accounts/invitations/residents.ts';
import { withoutPerson } from './mentions.ts';
import { loadPerson, loadTelling, type Person } from './person.ts';
import { scrubHistory, scrubTalk } from './traces.ts';

type Scrub = <T>(from: T) => T;

/** Fields that the books keep of an erased person: the unit. The dates of residence are in the residencies. */
const KEPT = new Set(['unitId']);

/** An empty record, kept as target of the references in the history of its units. */
const blank = (): Record<string, unknown> => ({
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

/** Erases everything outside the record itself, in its transaction. */
async function wipe(ctx: Ctx, person: Person, scrub: Scrub, session: Session): Promise<void> {
  const { projectId } = ctx;
  const { ids, docs, userIds } = person;
  await db()
    .collection<Doc<typeof resident>>(collectionOf(resident))
    .updateMany({ projectId, _id: { $in: ids.slice(1) } }, { $set: blank() }, { session });
  const telling = await loadTelling(person);
  await scrubHistory(ctx, person, telling, scrub, session);
  await scrubTalk(ctx, person, scrub, session);
  // Without references the files are deleted by the sweep job, with their names.
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

/** Erases a former resident: key, record, account, and all traces of their identity. */
export const erase: Action<typeof resident, 'erase'> = async (ctx, doc, input) => {
  const person = await loadPerson(ctx, doc._id);
  const scrub = scrubber(await loadTelling(person));
  const reason = scrub(input.reason);
  const changes = await withoutPerson(ctx, person, scrub);
  // Their history is cleaned like that of the tickets.
  const named = changes.flatMap(({ update }) => update?.doc._id ?? []);
  const whole = { ...person, talkIds: [...new Set([...person.talkIds, ...named])] };
  return {
    set: { ...blank(), reason, deletedAt: ctx.now },
    note: { before: null, after: { reason, merged: person.ids.slice(1) } },
    with: changes,
    also: session => wipe(ctx, whole, scrub, session),
  };
};

/** After the commit: deletes the person's files and mails at once; failures are left to the jobs. */
export function sweepSoon(rows: readonly EventRow[]): void {
  if (!rows.some(row => row.entity === resident.name && row.action === 'erase')) return;
  for (const sweep of [sweepFiles, sweepOutbox])
    void sweep(clockNow()).catch(error => log.error({ error: String(error) }, 'traces could not be removed'));
}
