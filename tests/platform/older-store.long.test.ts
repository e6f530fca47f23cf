import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { runCollection } from '@lobby/server/kit/jobs/runs.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { migrations } from '@lobby/server/migrations/index.ts';
import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { answers } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { BSON, type CreateCollectionOptions, type Document, type IndexDescription, MongoClient } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { demoStaff } from '../setup/house/demo-staff.ts';
import { freshDatabase } from '../setup/server/database.ts';
import { startAlone } from '../setup/server/server.ts';

// A part of what the product of 2026-11-30 (38b0955e), the baseline of the migrations, had stored with its demo: two buildings, most residents
// without an account, two of them erased, and two acts on many tickets whose server was killed under them (before the day of the tests).

interface Store {
  secrets: object;
  collections: {
    name: string;
    options: CreateCollectionOptions;
    indexes: (IndexDescription & { v?: number })[];
    documents: Document[];
  }[];
}

const packed = readFileSync(join(import.meta.dirname, 'stores/2026-11-30.bson.br'));
// Numbers stay of the kind that they are stored as.
const store = BSON.deserialize(brotliDecompressSync(packed), { promoteValues: false }) as Store;

const uri = freshDatabase();
const client = await MongoClient.connect(uri);
const database = client.db();
for (const { name, options, indexes, documents } of store.collections) {
  const collection = await database.createCollection(name, options);
  if (documents.length > 0) await collection.insertMany(documents);
  const further = indexes.filter(index => index.name !== '_id_').map(({ v: _version, ...index }) => index);
  if (further.length > 0) await collection.createIndexes(further);
}
const dir = mkdtempSync(join(tmpdir(), 'lobby-older-'));
writeFileSync(join(dir, 'secrets.json'), JSON.stringify(store.secrets));
afterAll(async () => {
  await client.close();
  rmSync(dir, { recursive: true, force: true });
});

const upgraded = await startAlone({ uri, dir });
await upgraded.stop();
const server = await startAlone({ uri, dir });
const ADMINS = ['admin@hoasen.demo', 'admin@banmai.demo'];
const admins = await Promise.all(ADMINS.map(name => demoStaff(server.url, name)));
const [admin] = admins;

/** The documents of a definition as they were stored. */
const documentsOf = (definition: Definition, projectId: string) =>
  (store.collections.find(collection => collection.name === collectionOf(definition))?.documents ?? []).filter(
    document => document.projectId === projectId,
  );
const idsIn = (documents: readonly Document[]) => documents.map(document => String(document._id));

it('is moved on to what is stored now, once', async () => {
  const done = await database.collection<{ _id: string }>('migrations').distinct('_id');
  expect(done).toEqual(expect.arrayContaining(migrations.map(migration => migration.name)));
  expect(upgraded.log()).toContain('migrated');
  expect(server.log()).not.toContain('migrated');
});

const READ = MODULES.filter(
  module => answers(module, 'list') && documentsOf(module, String(admin?.projectId)).length > 0,
);

it.each(READ.map(one => [one.name, one] as const))('all of %s are read', async (_name, definition) => {
  for (const reader of admins) {
    const rows: Row[] = [];
    for (let page = 1; rows.length === (page - 1) * 100; page++) {
      const read = await reader.get<Row[]>(`${definition.path}?limit=100&page=${page}`);
      expect(read.status, read.text).toBe(200);
      rows.push(...read.data);
    }
    const there = documentsOf(definition, reader.projectId).filter(one => one.deletedAt === null);
    expect(rows.map(row => row.id)).toEqual(expect.arrayContaining(idsIn(there)));
    for (const row of rows) {
      expect(responseSchema(definition, 'row').safeParse(row).error).toBeUndefined();
      if (!answers(definition, 'detail')) continue;
      const detail = await reader.get(`${definition.path}/${row.id}`);
      expect(detail.status, detail.text).toBe(200);
      expect(responseSchema(definition, 'detail').safeParse(detail.data).error).toBeUndefined();
    }
  }
});

it('whoever was erased stays so', async () => {
  const erased = documentsOf(resident, String(admin?.projectId)).filter(one => one.name === '');
  expect(erased).toHaveLength(2);
  for (const id of idsIn(erased)) expect((await admin?.get(`${resident.path}/${id}`))?.status).toBe(404);
});

it('work whose server was gone is told as broken off, and goes on by hand', async () => {
  const runs = store.collections.find(collection => collection.name === runCollection.name)?.documents ?? [];
  expect(runs.map(run => run.state)).toEqual(['running', 'running']);
  for (const id of idsIn(runs))
    expect((await admin?.get(`/progress/${id}`))?.data).toMatchObject({ state: 'failed', of: 230 });
  const [open] = (await admin?.get<Row[]>(`${ticket.path}?filter[status][]=PROCESSING`))?.data ?? [];
  const done = await admin?.put(`${ticket.path}/${open?.id}/complete`, { version: open?.version });
  expect(done).toMatchObject({ status: 200, data: { status: 'COMPLETED' } });
});
