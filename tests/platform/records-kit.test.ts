import { db, newId } from '@lobby/server/kit/database/database.ts';
import { build } from '@lobby/server/kit/records/records.ts';
import { saveNew } from '@lobby/server/kit/store/bulk-insert.ts';
import { records } from '@lobby/server/kit/store/records.ts';
import { save } from '@lobby/server/kit/store/save.ts';
import { collectionWithIndexes } from '@lobby/server/kit/store/schema.ts';
import { defineJob } from '@lobby/server/platform/projects/define-job.ts';
import { routesOf } from '@lobby/server/platform/server-module.ts';
import { defineModule } from '@lobby/shared/kit/define-module.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { describe, expect, it } from 'vitest';
import { systemIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const [site, other] = [await makeSite(server.url, 'Alpha'), await makeSite(server.url, 'Beta')];
const ctx = await systemIn(site.id);
const project = { projectId: site.id };
const made = async (who: typeof site, name: string) =>
  (await who.ann.post<{ id: string }>(label.path, { name, shortName: name, type: 'HELP_DESK' })).data.id;

describe('records of a definition', () => {
  it('are those of the project that were not removed', async () => {
    const [one, two] = [await made(site, 'Aa'), await made(site, 'Bb')];
    const theirs = await made(other, 'Cc');
    await site.ann.delete(`${label.path}/${two}`);
    const names = async (all = records(label)) =>
      (await all.find(project, {}, { only: ['name'] })).map(doc => doc.name);
    expect(await names()).toEqual(['Aa']);
    expect((await names(records(label).withRemoved())).sort()).toEqual(['Aa', 'Bb']);
    expect(await records(label).get(project, theirs)).toBeNull();
    expect(await records(label).get(project, one)).toMatchObject({ _id: one, name: 'Aa', deletedAt: null });
    expect([await records(label).exists(project, { name: 'Bb' }), await records(label).count(project)]).toEqual([
      false,
      1,
    ]);
  });

  it('come sorted, in part, one after another and summed up', async () => {
    for (const name of ['Dd', 'Ee', 'Ff']) await made(site, name);
    const all = records(label);
    const found = await all.find(project, {}, { sort: { name: -1 }, skip: 1, limit: 2, only: ['name'] });
    expect(found.map(({ name }) => name)).toEqual(['Ee', 'Dd']);
    expect(Object.keys(found[0] ?? {}).sort()).toEqual(['_id', 'name']);
    const byKey = await all.find(project, {}, { sort: { 'sorted.name': -1 }, only: ['name'] });
    expect(byKey.map(({ name }) => name)).toEqual(['Ff', 'Ee', 'Dd', 'Aa']);
    const walked: string[] = [];
    for await (const { name } of all.each(project, {}, { sort: { name: 1 } })) walked.push(name);
    expect(walked).toEqual(['Aa', 'Dd', 'Ee', 'Ff']);
    const [sum] = await all.aggregate<{ n: number }>(project, { name: { $in: ['Dd', 'Ff'] } }, [{ $count: 'n' }]);
    expect(sum).toEqual({ n: 2 });
  });
});

describe('a name that is no field of the definition', () => {
  it('is refused however a record is written', async () => {
    const misspelt = async () => ({
      ...(await build(ctx, label, { name: 'Gg', shortName: 'Gg', type: 'HELP_DESK' })),
      nmae: 1,
    });
    const unknown = /label has no field nmae/;
    const insert = await misspelt();
    await expect(save(ctx, [{ definition: label, action: 'create', insert }])).rejects.toThrow(unknown);
    const batches = [[{ definition: label, docs: [insert] }]];
    await expect(saveNew(ctx, newId(), { batches, answer: null })).rejects.toThrow(unknown);
    const doc = await records(label).get(project, await made(site, 'Hh'));
    if (!doc) throw new Error('no label');
    const change = { definition: label, action: 'update', update: { doc, set: { nmae: 1 } } };
    const beside = async () => [change];
    await expect(saveNew(ctx, newId(), { batches: [], beside, answer: null })).rejects.toThrow(unknown);
    await expect(save(ctx, [change])).rejects.toThrow(/nmae/);
  });
});

const permit = defineModule({
  name: 'test-permit',
  code: 'LABEL',
  path: '/test-permit',
  title: 'name',
  flags: ['read', 'write'],
  fields: {
    name: { kind: 'text', max: 50, required: true },
    place: { kind: 'text', max: 50 },
    year: { kind: 'integer' },
  },
  statuses: { OPEN: { tone: 'going', icon: 'clock' }, CLOSED: { tone: 'ended', icon: 'ban' } },
  initial: 'OPEN',
  unique: [{ fields: ['place', 'year'], where: { status: ['OPEN'] }, code: 'PERMIT_EXISTS' }],
  errors: { PERMIT_EXISTS: 409 },
  list: { columns: ['name'], sorts: ['name'], defaultSort: 'name', filters: [] },
});

describe('what is unique of several fields together', () => {
  it('is refused by its code at its field, one by one and many at once, among those alone that count', async () => {
    const { name, indexes } = collectionWithIndexes(permit);
    for (const { key, options } of indexes)
      await db()
        .collection(name)
        .createIndex(key as Record<string, 1>, { ...options });
    const put = async (values: Record<string, unknown>, of = ctx) => {
      const insert = await build(of, permit, { name: 'P', ...values });
      await save(of, [{ definition: permit, action: 'create', insert }]);
      return insert;
    };
    const first = await put({ place: 'Roof', year: 2026 });
    const twice = put({ place: 'Roof', year: 2026 });
    await expect(twice).rejects.toMatchObject({
      code: 'PERMIT_EXISTS',
      data: { fields: { year: { code: 'PERMIT_EXISTS' } } },
    });
    const docs = [await build(ctx, permit, { name: 'Q', place: 'Roof', year: 2026 })];
    await expect(
      saveNew(ctx, newId(), { batches: [[{ definition: permit, docs }]], answer: null }),
    ).rejects.toMatchObject({ code: 'PERMIT_EXISTS' });
    // Another value, none, another project, an ended or a removed record are no hindrance.
    await put({ place: 'Roof', year: 2027 });
    for (let n = 0; n < 2; n++) await put({ place: 'Roof', year: null });
    await put({ place: 'Roof', year: 2026 }, await systemIn(other.id));
    await save(ctx, [{ definition: permit, action: 'update', update: { doc: first, set: { status: 'CLOSED' } } }]);
    const second = await put({ place: 'Roof', year: 2026 });
    await save(ctx, [{ definition: permit, action: 'remove', update: { doc: second, set: { deletedAt: ctx.now } } }]);
    await put({ place: 'Roof', year: 2026 });
  });
});

it('calls of a module answer at further paths, matched before them', () => {
  const served = { definition: permit, behaviour: {} };
  const routes = routesOf({ name: 'permit', serves: [served], alsoAt: { 'get /test-permit': '/all-permits' } }, [], []);
  expect(routes.filter(({ path, method }) => path === '/all-permits' && method === 'get')).toHaveLength(1);
  expect(routes.filter(({ path, method }) => path === '/test-permit' && method === 'get')).toHaveLength(1);
  expect(routes[0]?.path).toBe('/all-permits');
});

it('a job goes on with the next project where one fails, and fails at the end', async () => {
  const seen: string[] = [];
  const job = defineJob({
    name: 'a job of a test',
    every: '* * * * *',
    async perProject({ projectId, kind }) {
      seen.push(`${kind} ${projectId}`);
      if (projectId === site.id) throw new Error('broken');
      return 2;
    },
  });
  await expect(job.run(new Date())).rejects.toThrow(/1 failed/);
  expect(seen.sort()).toEqual([`system ${site.id}`, `system ${other.id}`].sort());
});
