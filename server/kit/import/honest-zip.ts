import { createInflateRaw } from 'node:zlib';

const DEFLATED = 8;

/** Throws where a part of a zip unpacks to more than its directory says: what was measured by that would be a lie. */
export async function refuseLies(body: Buffer): Promise<void> {
  const end = body.lastIndexOf('PK\x05\x06');
  if (end < 0) return;
  const parts = body.readUInt16LE(end + 10);
  let at = body.readUInt32LE(end + 16);
  for (let n = 0; n < parts; n++) {
    const [packed, stated, local] = [
      body.readUInt32LE(at + 20),
      body.readUInt32LE(at + 24),
      body.readUInt32LE(at + 42),
    ];
    if (body.readUInt16LE(at + 10) === DEFLATED) {
      const start = local + 30 + body.readUInt16LE(local + 26) + body.readUInt16LE(local + 28);
      await unpack(body.subarray(start, start + packed), stated);
    }
    at += 46 + body.readUInt16LE(at + 28) + body.readUInt16LE(at + 30) + body.readUInt16LE(at + 32);
  }
}

async function unpack(part: Buffer, most: number): Promise<void> {
  const inflate = createInflateRaw();
  inflate.end(part);
  let size = 0;
  for await (const chunk of inflate) {
    size += chunk.length;
    if (size > most) throw new Error('the archive unpacks to more than it says');
  }
}
