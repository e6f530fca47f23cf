import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BSON, Timestamp } from 'mongodb';
import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const counted = { bytes: z.int().min(0), sha256 };
/** Nothing in a backup points out of its folder. */
const fileName = z.string().regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/);

const schema = z.strictObject({
  format: z.literal('lobby-backup'),
  version: z.literal(1),
  at: z.iso.datetime(),
  /** The one moment of the database that all collections show. */
  clusterTime: z.instanceof(Timestamp),
  /** Of the secrets that its personal data and sign-in names are sealed with. */
  secrets: z.strictObject({ fingerprint: sha256, included: z.boolean() }),
  collections: z.array(
    z.strictObject({
      name: fileName,
      documents: z.int().min(0),
      ...counted,
      options: z.record(z.string(), z.unknown()),
      indexes: z.array(z.record(z.string(), z.unknown())),
    }),
  ),
  files: z.array(z.strictObject({ name: fileName, ...counted })),
});

export type Manifest = z.infer<typeof schema>;
export type CollectionEntry = Manifest['collections'][number];
export type FileEntry = Manifest['files'][number];

const FILE = 'manifest.json';
/** Written apart from the types of JSON: index keys keep their numbers, filters their dates. */
const texted = (value: unknown) => BSON.EJSON.stringify(value, undefined, 1, { relaxed: false });
const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Where a collection's documents are kept: BSON one after another, as `bsondump` reads them. */
export const bsonFile = (folder: string, name: string) => join(folder, 'collections', `${name}.bson`);

/** Writes the manifest, last of all: a backup without one is not whole. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = texted(manifest);
  await writeFile(join(folder, FILE), `${sumOf(text)}\n${text}\n`, { mode: 0o600 });
}

/** Reads a manifest; refuses one that is missing, damaged or not ours. */
export async function readManifest(folder: string): Promise<Manifest> {
  const whole = await readFile(join(folder, FILE), 'utf8').catch(() => {
    throw new Error(`${folder} holds no backup: there is no ${FILE}`);
  });
  const end = whole.indexOf('\n');
  const text = whole.slice(end + 1).trimEnd();
  if (whole.slice(0, end) !== sumOf(text)) throw new Error(`${FILE} is damaged: it is not what its sum says`);
  const read = schema.safeParse(BSON.EJSON.parse(text, { relaxed: true, legacy: false }));
  if (!read.success)
    throw new Error(`${FILE} is not of a backup that this version reads: ${z.prettifyError(read.error)}`);
  return read.data;
}
