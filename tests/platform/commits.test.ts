import { db, transaction } from '@lobby/server/kit/database/database.ts';
import { type EventRow, type NewEvent, writeEvents } from '@lobby/server/kit/store/events.ts';
import { onCommit } from '@lobby/server/kit/store/save.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { assignmentRule } from '@lobby/shared/modules/assignment-rule.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { serviceLevel } from '@lobby/shared/modules/service-level.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { holiday, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { deskOf } from '../setup/house/desk.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');

let told: EventRow[] = [];
afterAll(onCommit(rows => told.push(...rows)));
beforeEach(() => {
  told = [];
});

const row = (action: string): NewEvent => ({
  at: new Date(),
  projectId: site.id,
  module: label.code,
  entity: label.name,
  entityId: null,
  action,
  actor: { id: 'system', name: 'Lobby' },
  before: null,
  after: null,
  version: 1,
  row: null,
});

it('what a transaction writes beside every save is told once it is committed, and not when it is undone', async () => {
  await transaction(session => writeEvents([row('kept')], session));
  await expect(
    transaction(async session => {
      await writeEvents([row('undone')], session);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(told.map(({ action }) => action)).toEqual(['kept']);
});

it('what is saved is told once', async () => {
  const made = await site.ann.post('/label', { name: 'Once', shortName: 'O', type: 'HELP_DESK' });
  expect(told.filter(({ entityId }) => entityId === made.data.id).map(({ action }) => action)).toEqual(['create']);
});

const READ_ONCE = [employee, resident, workSchedule, holiday, serviceLevel, assignmentRule, ticketType].map(
  collectionOf,
);

it('a request reads nothing anew that has not changed, and writes all it tells of in one statement', async () => {
  const desk = deskOf(site);
  // Everything is in memory from here on.
  for (let n = 0; n < 2; n++) await desk.open();
  await db().command({ profile: 2 });
  await desk.open();
  await db().command({ profile: 0 });
  const statements = await db().collection('system.profile').find().toArray();
  const by = (op: string) =>
    statements.flatMap(statement => (statement.op === op ? [String(statement.ns).split('.').at(-1)] : []));
  const made = by('insert').filter(name => name === 'events' || name === collectionOf(ticket));
  expect(made.toSorted()).toEqual(['events', collectionOf(ticket)]);
  const kept = new Set([...READ_ONCE, 'users', 'installations']);
  expect(by('query').filter(name => kept.has(String(name)))).toEqual([]);
});
