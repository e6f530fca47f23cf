import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Timestamp } from 'mongodb';
import { client, db } from '../../server/kit/database/database.ts';
import { assertNoUnfinishedRestore } from '../../server/kit/database/unfinished-restore.ts';
import { checkFile, writePieces } from './bytes.ts';
import { bsonFile, type CollectionEntry, type FileEntry, type Manifest, writeManifest } from './manifest.ts';
import { indexesOf, lastingCollections, rawDocuments } from './read-collection.ts';
import { fingerprintIn, SECRETS } from './secrets.ts';

export type Say = (line: string) => void;

/** How long the database keeps the snapshot; its default of five minutes is too short for large installations. */
const HISTORY_S = 6 * 3600;

/** Writes the whole installation, database and uploads, into an empty folder; returns the manifest. */
export async function writeBackup(dataDir: string, folder: string, withSecrets: boolean, say: Say): Promise<Manifest> {
  await assertNoUnfinishedRestore();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
  const fingerprint = await fingerprintIn(dataDir);
  if (!fingerprint) throw new Error(`${dataDir} has no ${SECRETS}: set DATA_DIR to the folder of the server`);
  const { collections, clusterTime } = await writeCollections(folder, say);
  // After the snapshot of the database, so that all files that it refers to exist.
  const files = await copyUploads(join(dataDir, 'files'), join(folder, 'files'));
  say(`${files.length} uploaded files`);
  if (withSecrets) {
    await copyFile(join(dataDir, SECRETS), join(folder, SECRETS));
    await chmod(join(folder, SECRETS), 0o600);
  }
  const manifest: Manifest = {
    format: 'lobby-backup',
    version: 1,
    at: new Date().toISOString(),
    clusterTime,
    secrets: { fingerprint, included: withSecrets },
    collections,
    files,
  };
  await checkBackup(folder, manifest);
  await writeManifest(folder, manifest);
  return manifest;
}

/** Throws if a file of the backup differs from the manifest. */
export async function checkBackup(folder: string, { collections, files }: Manifest): Promise<void> {
  for (const entry of collections) await checkFile(bsonFile(folder, entry.name), `${entry.name}.bson`, entry);
  for (const entry of files) await checkFile(join(folder, 'files', entry.name), `files/${entry.name}`, entry);
}

async function writeCollections(folder: string, say: Say) {
  const giveBack = await keepHistory();
  const session = client().startSession({ snapshot: true });
  try {
    const collections: CollectionEntry[] = [];
    for (const { name, options } of await lastingCollections()) {
      let documents = 0;
      const indexes = await indexesOf(name);
      const counted = async function* () {
        for await (const document of rawDocuments(name, session)) {
          documents++;
          yield document;
        }
      };
      const written = await writePieces(bsonFile(folder, name), counted());
      say(`${name}: ${documents} documents`);
      collections.push({ name, documents, ...written, options, indexes });
    }
    // Set by the first read of the session; the driver does not declare it.
    const clusterTime = 'snapshotTime' in session ? session.snapshotTime : null;
    if (!(clusterTime instanceof Timestamp)) throw new Error('the database is empty');
    return { collections, clusterTime };
  } finally {
    await session.endSession();
    await giveBack();
  }
}

/** Extends how long the database keeps snapshots; without the permission to do so its default of five minutes applies. */
async function keepHistory(): Promise<() => Promise<void>> {
  const admin = db().admin();
  const set = (seconds: number) => admin.command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: seconds });
  try {
    const before = await admin.command({ getParameter: 1, minSnapshotHistoryWindowInSeconds: 1 });
    await set(HISTORY_S);
    return async () => void (await set(Number(before.minSnapshotHistoryWindowInSeconds)));
  } catch {
    return async () => {};
  }
}

async function copyUploads(from: string, to: string): Promise<FileEntry[]> {
  const found = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = found.filter(entry => entry.isFile()).map(entry => relative(from, join(entry.parentPath, entry.name)));
  const entries: FileEntry[] = [];
  for (const name of names.sort())
    entries.push({ name, ...(await writePieces(join(to, name), createReadStream(join(from, name)))) });
  return entries;
}
