import { createReadStream } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { BSON } from 'mongodb';
import { DocumentSequence } from 'mongodb/lib/cmap/commands.js';
import { db, newId } from '../../server/kit/database/database.ts';
import { withLock } from '../../server/kit/database/lock.ts';
import { markRestoring, unfinishedRestore, unmarkRestoring } from '../../server/kit/database/unfinished-restore.ts';
import { checkFile, documentsIn, tally, writePieces } from './bytes.ts';
import { bsonFile, type CollectionEntry, type Manifest } from './manifest.ts';
import { indexesOf, lastingCollections, rawDocuments } from './read-collection.ts';
import type { Say } from './write-backup.ts';

const BATCH = { documents: 1000, bytes: 8 * 1024 * 1024 };

/**
 * Writes a verified backup into an empty database and an empty folder of uploads, and verifies the result. A marker is set
 * before the first
 * write and removed after the last: an interrupted restore starts over, and no server starts on its data.
 */
export async function restoreBackup(folder: string, manifest: Manifest, dataDir: string, say: Say): Promise<void> {
  const uploads = join(dataDir, 'files');
  const file = join(dataDir, 'restoring');
  // Keeps servers from preparing the database meanwhile.
  await withLock('start', async () => {
    const begun = await unfinishedRestore();
    if (begun) say('a restore was begun here and not finished: it is begun anew');
    else await assertEmptyDatabase();
    // The files are either left from the interrupted restore, or foreign.
    const isOurs = begun !== null && begun === (await readFile(file, 'utf8').catch(() => null));
    if (!isOurs && (await readdir(uploads).catch(() => [])).length > 0) throw new Error(`${uploads} is not empty`);
    const restore = isOurs ? begun : newId();
    await writeFile(file, restore, { mode: 0o600 });
    await markRestoring(restore, manifest.at);
    await clear(uploads);
    try {
      await write(folder, manifest, uploads, say);
    } catch (error) {
      // The folder was empty before, and a partial restore is of no use.
      await clear(uploads);
      await unmarkRestoring();
      throw error;
    }
    await unmarkRestoring();
    await rm(file, { force: true });
  });
}

async function write(folder: string, manifest: Manifest, uploads: string, say: Say): Promise<void> {
  for (const entry of manifest.collections) {
    await restoreCollection(folder, entry);
    say(`${entry.name}: ${entry.documents} documents`);
  }
  for (const entry of manifest.files) {
    await writePieces(join(uploads, entry.name), createReadStream(join(folder, 'files', entry.name)));
    await checkFile(join(uploads, entry.name), entry.name, entry);
  }
  say(`${manifest.files.length} uploaded files`);
}

async function clear(uploads: string): Promise<void> {
  for (const { name } of await lastingCollections()) await db().dropCollection(name);
  await rm(uploads, { recursive: true, force: true });
}

/** Throws if the database holds documents; empty collections are ignored. */
async function assertEmptyDatabase(): Promise<void> {
  const there = await lastingCollections();
  for (const { name } of there)
    if (
      await db()
        .collection(name)
        .findOne({}, { projection: { _id: 1 } })
    )
      throw new Error(`the database ${db().databaseName} is not empty: ${name} has documents`);
}

async function restoreCollection(folder: string, entry: CollectionEntry): Promise<void> {
  await db().createCollection(entry.name, entry.options);
  let batch: Buffer[] = [];
  let bytes = 0;
  for await (const document of documentsIn(bsonFile(folder, entry.name))) {
    batch.push(document);
    bytes += document.length;
    if (batch.length < BATCH.documents && bytes < BATCH.bytes) continue;
    await insert(entry.name, batch);
    [batch, bytes] = [[], 0];
  }
  await insert(entry.name, batch);
  // Before the indexes, because a TTL index may let the database delete expired documents meanwhile.
  const sum = tally();
  for await (const document of rawDocuments(entry.name)) sum.take(document);
  const { sha256 } = sum.result();
  if (sha256 !== entry.sha256) throw new Error(`${entry.name} came out other than it went in`);
  if (entry.indexes.length === 0) return;
  await db().command({ createIndexes: entry.name, indexes: entry.indexes });
  const [wanted, made] = [entry.indexes, await indexesOf(entry.name)].map(byName);
  if (!isDeepStrictEqual(wanted, made))
    throw new Error(`the indexes of ${entry.name} came out other than they went in`);
}

/** As raw bytes, because decoding and encoding a document may change it. */
async function insert(name: string, batch: readonly Buffer[]): Promise<void> {
  if (batch.length === 0) return;
  const documents = new DocumentSequence('documents');
  for (const document of batch) documents.push({}, document);
  const answer = await db().command({ insert: name, documents, ordered: true, writeConcern: { w: 'majority' } });
  if (answer.n !== batch.length) throw new Error(`${name} took ${answer.n} of ${batch.length} documents`);
}

const byName = (indexes: readonly Record<string, unknown>[]) =>
  indexes.map(index => BSON.EJSON.stringify(index, { relaxed: true })).sort();
