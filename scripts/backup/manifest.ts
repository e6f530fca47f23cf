import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BSON, Timestamp } from 'mongodb';
import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const counted = { bytes: z.int().min(0), sha256 };
/** Forbids paths that leave the folder of the backup. */
const fileName = z.string().regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/);

const schema = z.strictObject({
  format: z.literal('lobby-backup'),
  version: z.literal(1),
  at: z.iso.datetime(),
  /** The snapshot time that all collections were read at. */
  clusterTime: z.instanceof(Timestamp),
  /** The secrets that encrypt personal data and sign-in names. */
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
/** As canonical EJSON, which keeps the number types of index keys and the dates of filters. */
const texted = (value: unknown) => BSON.EJSON.stringify(value, undefined, 1, { relaxed: false });
const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Path of the documents of a collection: concatenated BSON, as `bsondump` reads it. */
export const bsonFile = (folder: string, name: string) => join(folder, 'collections', `${name}.bson`);

/** Writes the manifest as the last file: a backup without one is incomplete. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = texted(manifest);
  await writeFile(join(folder, FILE), `${sumOf(text)}\n${text}\n`, { mode: 0o600 });
}

/** Reads the manifest; throws if it is missing, damaged or of another format. */
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
