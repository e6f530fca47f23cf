import { inflateRawSync } from 'node:zlib';

/** Files of a zip archive by name, read from its central directory. */
export function filesOfZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const head = Buffer.from('504b0102', 'hex');
  for (let at = zip.indexOf(head); at >= 0; at = zip.indexOf(head, at + 46)) {
    const [packed, names, begun] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)];
    const data = begun + 30 + zip.readUInt16LE(begun + 26) + zip.readUInt16LE(begun + 28);
    files.set(zip.toString('utf8', at + 46, at + 46 + names), inflateRawSync(zip.subarray(data, data + packed)));
  }
  return files;
}
