import { events } from '@lobby/server/kit/store/events.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { block } from '@lobby/shared/modules/unit.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { isWhole } from '../setup/contract/whole.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { lastingDay } from '../setup/house/contracts.ts';
import { deskOf } from '../setup/house/desk.ts';
import { costly, readsOf } from '../setup/server/profile.ts';
import { startServer } from '../setup/server/server.ts';
import { everything, makeSite } from '../setup/world.ts';

const TODAY = await lastingDay();
const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const other = await makeSite(server.url, 'Beta');
const desk = deskOf(site);
const { ann, ben, carl, dora } = site;

interface Entry extends Row {
  at: string;
  actor: { id: string; name: string };
  module: string;
  entity: string;
  entityId: string;
  action: string;
  before: Row | null;
  after: Row | null;
  record: { title: string; code: string } | null;
  opens: { entity: string; id: string } | null;
}

const list = (query = '', who = ann) => who.get<Entry[]>(`/activity/list?limit=100${query && `&${query}`}`);
const actions = async (query: string) => (await list(query)).data.map(one => one.action);
let first: Row;

beforeAll(async () => {
  first = await desk.open({ title: 'A leaking tap' });
  await desk.act(first.id, 'approve', {}, ben);
  await desk.act(first.id, 'complete', {});
  await ann.post('/label', { name: 'Water', shortName: 'W', type: 'HELP_DESK' });
});

describe('the history of a project', () => {
  it('tells newest first who did what, before and after, and to what', async () => {
    const { data, headers } = await list();
    expect(data.slice(0, 4).map(one => [one.entity, one.action, one.actor.name])).toEqual([
      ['label', 'create', 'Ann'],
      ['ticket', 'complete', 'Ann'],
      ['ticket', 'approve', 'Ben'],
      ['ticket', 'create', 'Ann'],
    ]);
    expect(data[2]).toMatchObject({
      before: { status: 'WAITING_APPROVAL' },
      after: { status: 'APPROVED' },
      record: { title: 'A leaking tap', code: first.code },
    });
    expect(headers.get('Content-Range')).toBe(`items 0-${data.length - 1}/${data.length}`);
  });

  it('is filtered by person, module, day and record', async () => {
    expect(await actions(`filter[actorId][]=${ben.id}`)).toEqual(['approve']);
    expect(await actions('filter[actorId][]=me&filter[module][]=LABEL')).toEqual(['create']);
    const record = ['complete', 'approve', 'create'];
    expect(await actions(`filter[ticketId]=${first.id}`)).toEqual(record);
    expect(await actions(`ticketId=${first.id}`)).toEqual(record);
    expect(await actions(`filter[entityId]=${first.id}`)).toEqual(record);
    expect(await actions(`filter[labelId]=${first.id}`)).toEqual([]);
    expect((await actions(`filter[createdAt][from]=${TODAY}`)).length).toBeGreaterThan(3);
    expect(await actions('filter[createdAt][to]=2020-01-01')).toEqual([]);
  });

  it('refuses what it cannot filter by', async () => {
    for (const query of [
      'filter[module][]=NOWHERE',
      'filter[actorId][]=$ne',
      'filter[createdAt][from]=31/02/2026',
      'filter[ticketId]=1',
      'filter[what]=1',
      `filter[ticketId]=${first.id}&filter[labelId]=${first.id}`,
      'after=nonsense',
      'limit=101',
    ])
      expect([(await list(query)).status, query]).toEqual([400, query]);
  });

  it('goes on after a row, without a hole, without anything twice', async () => {
    for (const query of ['', `&filter[ticketId]=${first.id}`, `&filter[actorId][]=${ann.id}`]) {
      const whole = (await ann.get<Entry[]>(`/activity/list?limit=100${query}`)).data.map(one => one.id);
      const walked: string[] = [];
      for (let after = ''; ; ) {
        const page = await ann.get<Entry[]>(`/activity/list?limit=2${query}${after && `&after=${after}`}`);
        walked.push(...page.data.map(one => one.id));
        after = page.headers.get('X-Next-Cursor') ?? '';
        if (!after) break;
      }
      expect(walked).toEqual(whole);
    }
  });

  it('is read by whoever may, and then only what concerns modules that they may read', async () => {
    await site.allow({});
    expect((await list('', carl)).code).toBe('EMPLOYEE_NOT_HAVE_PERMISSION');
    expect((await list('', dora)).status).toBe(403);
    await site.allow({ ACTIVITY: ['read'], LABEL: ['read'] });
    const { data, headers } = await list('', carl);
    expect(data.map(one => [one.module, one.action])).toEqual([['LABEL', 'create']]);
    expect(headers.get('Content-Range')).toBe('items 0-0/1');
    expect((await list('filter[module][]=HELP_DESK', carl)).data).toEqual([]);
    expect((await list(`filter[ticketId]=${first.id}`, carl)).data).toEqual([]);
    expect((await carl.get('/activity/export')).status).toBe(403);
    await site.allow(everything);
  });

  it('ends at the project', async () => {
    const { data } = await list('', other.ann);
    expect(data.some(one => one.entityId === first.id)).toBe(false);
    expect((await list(`filter[ticketId]=${first.id}`, other.ann)).data).toEqual([]);
  });

  describe('leads to the record of an entry', () => {
    const placesOf = async (id: unknown) =>
      (await list(`filter[entityId]=${id}`)).data.map(({ action, opens }) => [action, opens]);

    it('on its own page, or on the part of another that shows it', async () => {
      expect((await placesOf(first.id))[0]).toEqual(['complete', { entity: ticket.name, id: first.id }]);
      const tower = await ann.create(block.path, { name: 'Tower' });
      expect(await placesOf(tower.id)).toEqual([['create', { entity: block.name, id: tower.id }]]);
    });

    it('on the page of whom it belongs to, where it has none', async () => {
      const person = await ann.create(resident.path, { name: 'Gia', unitId: site.unitId, role: 'MEMBER' });
      const { data } = await list('filter[module][]=MEMBER');
      const home = data.find(one => one.entity === residency.name);
      expect([home?.action, home?.opens]).toEqual(['create', { entity: resident.name, id: person.id }]);
    });

    it('while it is there', async () => {
      const made = await ann.create(label.path, { name: 'Short-lived', shortName: 'S', type: 'HELP_DESK' });
      const gone = await ann.delete(`${label.path}/${made.id}`);
      expect(gone.status).toBe(200);
      expect(await placesOf(made.id)).toEqual([
        ['remove', null],
        ['create', null],
      ]);
      expect((await ann.put(`${label.path}/${made.id}/restore`, { version: gone.data.version })).status).toBe(200);
      const place = { entity: label.name, id: made.id };
      expect((await placesOf(made.id)).map(([, opens]) => opens)).toEqual([place, place, place]);
    });

    it('and for one that was merged to its address, which says what it became', async () => {
      const home = { unitId: site.unitId, role: 'MEMBER' };
      const kept = await ann.create(resident.path, { name: 'Hà', ...home });
      const gone = await ann.create(resident.path, { name: 'Hà', ...home });
      expect((await ann.put(`${resident.path}/${kept.id}/merge`, { withId: gone.id, version: 1 })).status).toBe(200);
      const place = { entity: resident.name, id: gone.id };
      expect((await placesOf(gone.id)).map(([, opens]) => opens)).toEqual([place, place]);
      expect((await ann.get(`${resident.path}/${gone.id}`)).error.data?.merged).toMatchObject({ id: kept.id });
    });
  });

  it('shows personal values as stars alone', async () => {
    expect(JSON.stringify((await list('filter[module][]=MEMBER')).data)).not.toMatch(
      /\+849\d{8}|(dora|emil)\d*@example\.test/,
    );
  });
});

it.runIf(isWhole)('tells of bulk work once for each record, not once more for each chunk', async () => {
  const many = await Promise.all(Array.from({ length: 205 }, () => desk.open()));
  const { data } = await ann.put<{ progressId: string }>(`${ticket.path}/approve-multi`, {
    ids: many.map(one => one.id),
  });
  for (;;) {
    const progress = await ann.get(`/progress/${data.progressId}`);
    if (progress.data.state !== 'running') break;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  const { headers } = await list('filter[module][]=HELP_DESK');
  // Each made and approved, beside the three of the first.
  expect(headers.get('Content-Range')).toMatch(/\/413$/);
});

it('comes as a sheet in the reader’s words, a row for each changed field, and is itself an entry', async () => {
  const file = await ann.file('/activity/export?filter[module][]=HELP_DESK');
  expect(file.status).toBe(200);
  const rows = await rowsOfSheet(file.body);
  expect(rows[0]).toEqual(['Time', 'Person', 'Module', 'Record', 'Action', 'Field', 'Before', 'After']);
  const approved = rows.find(row => row[1] === 'Ben' && row[4] === 'Accept');
  expect(approved?.slice(2, 4)).toEqual(['Help desk', `${first.code} A leaking tap`]);
  expect(rows.some(row => row[1] === 'Ben' && row[7] === 'Accepted')).toBe(true);
  expect((await list('filter[module][]=ACTIVITY')).data[0]).toMatchObject({ action: 'export', record: null });
});

it('reads no row that it does not show, and sorts none in memory, over 20,000 entries', async () => {
  const rows = Array.from({ length: 2000 }, (_, n) => ({
    projectId: site.id,
    module: n % 5 === 0 ? 'LABEL' : 'HELP_DESK',
    entity: n % 5 === 0 ? 'label' : 'ticket',
    entityId: first.id,
    action: 'update',
    actor: { id: n % 100 === 0 ? ben.id : ann.id, name: 'Ann' },
    before: null,
    after: { title: `T ${n}` },
    version: n,
    row: null,
  }));
  const now = Date.now();
  for (let round = 0; round < 10; round++)
    await events().insertMany(
      rows.map((row, n) => ({
        ...row,
        _id: `${(0xa00000 + round).toString(16)}${n.toString(16).padStart(18, '0')}`,
        at: new Date(now - round * 3_600_000 - n * 1000),
      })) as never[],
    );
  const queries = [
    '',
    `filter[actorId][]=${ben.id}`,
    'filter[module][]=LABEL',
    'filter[createdAt][from]=2026-01-01',
    `filter[actorId][]=${ben.id}&filter[module][]=LABEL&filter[createdAt][from]=2026-01-01`,
    `filter[ticketId]=${first.id}`,
  ];
  for (const query of queries) {
    const reads = await readsOf('events', async () => void (await list(query)));
    expect(costly(reads), query).toEqual([]);
  }
  await site.allow({ ACTIVITY: ['read'], LABEL: ['read'] });
  expect(costly(await readsOf('events', async () => void (await list('', carl))))).toEqual([]);
}, 120_000);
