import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface Zip {
  /** Adds a file with the given texts or bytes. */
  add: (path: string, texts: Iterable<string | Buffer> | AsyncIterable<string | Buffer>) => Promise<void>;
  /** Writes the central directory and ends `out`. */
  close: () => Promise<void>;
}

interface Entry {
  name: Buffer;
  at: number;
  crc: number;
  packed: number;
  size: number;
}

// Native byte order, which is little-endian on all machines that run Node.
const u16 = (...numbers: number[]) => Buffer.from(Uint16Array.of(...numbers).buffer);
const u32 = (...numbers: number[]) => Buffer.from(Uint32Array.of(...numbers).buffer);

const [LOCAL, AFTER, CENTRAL, END] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50];
const VERSION = 20;
/** Header flags: sizes after the data (unknown beforehand), UTF-8 name, deflate, dated 1 January 1980. */
const KEPT = u16(0x0808, 8, 0, 0x21);

/** A zip archive written sequentially at the pace of `out`. Each part must stay under 4 GB. */
export function openZip(out: Writable): Zip {
  const entries: Entry[] = [];
  let at = 0;
  const closed = once(out, 'close');
  // Errors reach whoever waits for the stream; without anybody waiting they must not be unhandled.
  closed.catch(() => {});

  async function put(bytes: Buffer): Promise<void> {
    at += bytes.length;
    if (!out.write(bytes) && !out.destroyed) await Promise.race([once(out, 'drain'), closed]);
    if (out.destroyed) throw new Error('nobody listens any more');
  }

  return {
    async add(path, texts) {
      const entry: Entry = { name: Buffer.from(path), at, crc: 0, packed: 0, size: 0 };
      await put(Buffer.concat([u32(LOCAL), u16(VERSION), KEPT, u32(0, 0, 0), u16(entry.name.length, 0), entry.name]));
      const measured = async function* () {
        for await (const text of texts) {
          const bytes = typeof text === 'string' ? Buffer.from(text) : text;
          entry.crc = crc32(bytes, entry.crc);
          entry.size += bytes.length;
          yield bytes;
        }
      };
      await pipeline(measured, createDeflateRaw(), async (parts: AsyncIterable<Buffer>) => {
        for await (const part of parts) {
          entry.packed += part.length;
          await put(part);
        }
      });
      await put(u32(AFTER, entry.crc, entry.packed, entry.size));
      entries.push(entry);
    },
    async close() {
      const begun = at;
      for (const { name, crc, packed, size, at: place } of entries) {
        const head = [u32(CENTRAL), u16(VERSION, VERSION), KEPT, u32(crc, packed, size)];
        await put(Buffer.concat([...head, u16(name.length, 0, 0, 0, 0), u32(0, place), name]));
      }
      const count = entries.length;
      await put(Buffer.concat([u32(END), u16(0, 0, count, count), u32(at - begun, begun), u16(0)]));
      out.end();
    },
  };
}
