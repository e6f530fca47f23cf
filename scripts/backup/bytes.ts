import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface Counted {
  bytes: number;
  sha256: string;
}

/** Returns a counter that computes the size and hash of data in chunks. */
export function tally(): { take: (part: Uint8Array) => void; result: () => Counted } {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    take(part) {
      hash.update(part);
      bytes += part.length;
    },
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}

/** Writes chunks to a new file that only its owner may read, with backpressure, and flushes it to disk. */
export async function writePieces(file: string, pieces: AsyncIterable<Uint8Array>): Promise<Counted> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const sum = tally();
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  await once(out, 'open');
  for await (const piece of pieces) {
    sum.take(piece);
    if (!out.write(piece)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
  return sum.result();
}

/** Returns the size and hash of a file. */
export async function readTally(file: string): Promise<Counted> {
  const sum = tally();
  for await (const piece of createReadStream(file)) sum.take(piece);
  return sum.result();
}

/** Throws if a file differs from its entry in the manifest. */
export async function checkFile(file: string, name: string, { bytes, sha256 }: Counted): Promise<void> {
  const found = await readTally(file).catch(() => {
    throw new Error(`${name} is missing`);
  });
  if (found.bytes !== bytes || found.sha256 !== sha256)
    throw new Error(`${name} is damaged: it is not what its sum says`);
}

/** Yields the documents of a BSON file one by one, as raw bytes. */
export async function* documentsIn(file: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    rest = Buffer.concat([rest, piece]);
    let at = 0;
    while (rest.length - at >= 4 && rest.length - at >= rest.readInt32LE(at)) {
      const length = rest.readInt32LE(at);
      if (length < 5) throw new Error(`${file} is no BSON`);
      yield rest.subarray(at, at + length);
      at += length;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new Error(`${file} ends in the middle of a document`);
}
