import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { IV_BYTES, openingCipher, sealBytes, TAG_BYTES } from '../privacy/personal-files.ts';
import { type FileRow, pathOf } from './file-store.ts';

/** The encrypted body that is written to the disk, unreadable in a backup or on a discarded disk. */
export const sealedBody = (projectId: string, body: Buffer): Buffer => sealBytes(projectId, body);

/** Streams the original bytes of a file or thumbnail. */
export async function readStored(row: FileRow, part: 'file' | 'thumb'): Promise<Readable> {
  const path = pathOf(row, part);
  if (!row.sealed) return createReadStream(path);
  const { size } = await stat(path);
  const file = await open(path);
  const [iv, tag] = [Buffer.alloc(IV_BYTES), Buffer.alloc(TAG_BYTES)];
  try {
    await file.read(iv, 0, IV_BYTES, 0);
    await file.read(tag, 0, TAG_BYTES, size - TAG_BYTES);
  } finally {
    await file.close();
  }
  const cipher = openingCipher(row.projectId, iv, tag);
  const end = size - TAG_BYTES - 1;
  if (end < IV_BYTES) return cipher.end();
  return createReadStream(path, { start: IV_BYTES, end })
    .on('error', error => cipher.destroy(error))
    .pipe(cipher);
}
