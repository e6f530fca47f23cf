import { transaction } from '@lobby/server/kit/database/database.ts';
import { type EventRow, type NewEvent, writeEvents } from '@lobby/server/kit/store/events.ts';
import { onCommit } from '@lobby/server/kit/store/save.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { startServer } from '../setup/server.ts';
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
