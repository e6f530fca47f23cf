import type { Definition } from '@lobby/shared/kit/definition.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { Ctx } from '../../../kit/context.ts';
import { db } from '../../../kit/database.ts';
import { collectionOf, modelOf, type Stored } from '../../../kit/model.ts';
import { holdKeys, onePerson } from '../../../kit/person-keys.ts';
import { open } from '../../../kit/personal.ts';
import { users } from '../../../platform/sessions.ts';
import { messages } from '../../ticket/index.ts';

const { fields }: Definition = resident;

/** All that is one person: the record, those that were merged into it, the account, where they lived, the tickets they speak in. */
export interface Person {
  ids: string[];
  docs: Stored[];
  userIds: string[];
  homes: Stored[];
  /** Tickets of theirs, and those in which they wrote. */
  ticketIds: string[];
}

/** Gathers a person; their keys are in memory then. */
export async function personOf(ctx: Ctx, id: string): Promise<Person> {
  const { projectId } = ctx;
  const ids = await onePerson(id);
  const docs = await modelOf(resident)
    .find({ projectId, _id: { $in: ids } })
    .lean<Stored[]>();
  await holdKeys(docs);
  const homes = await modelOf(residency)
    .find({ projectId, residentId: { $in: ids } })
    .sort({ createdAt: 1, _id: 1 })
    .lean<Stored[]>();
  const unitIds = [...new Set([...homes, ...docs].map(({ unitId }) => String(unitId)))];
  const ofUnits = await modelOf(ticket)
    .find({ projectId, unitId: { $in: unitIds } }, { residentId: 1 })
    .lean<Stored[]>();
  const wrote = await messages().distinct('ticketId', {
    ...{ projectId, ticketId: { $in: ofUnits.map(({ _id }) => _id) }, 'author.id': { $in: ids } },
  });
  const asked = await db()
    .collection<Stored>(collectionOf(ticket))
    .find({ projectId, residentId: { $in: ids } })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  return {
    ids,
    docs,
    homes,
    userIds: [...new Set(docs.flatMap(({ userId }) => (typeof userId === 'string' && userId ? [userId] : [])))],
    ticketIds: [...new Set([...wrote, ...asked.map(({ _id }) => _id)])],
  };
}

/** The values of a record in plain. */
export function plainOf(doc: Stored): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = doc[name] ?? null;
      return [name, field.personal && typeof value === 'string' ? open(doc.projectId, value) : value];
    }),
  );
}

/** What tells who somebody is, by which they would be found in a text. */
const TELLING = ['name', 'taxCode', ...Object.keys(fields).filter(name => fields[name]?.personal)];

/** The values that must be found nowhere once the person is erased. */
export async function tellingOf({ docs, userIds }: Person): Promise<string[]> {
  const accounts = await users()
    .find({ _id: { $in: userIds } })
    .toArray();
  const values = docs.map(plainOf).flatMap(one => TELLING.map(name => one[name]));
  return [...new Set([...values, ...accounts.map(({ name }) => name)])].filter(
    value => typeof value === 'string' && value !== '',
  ) as string[];
}
