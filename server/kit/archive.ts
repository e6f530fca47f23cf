import { fail } from './fail.ts';

/** All that a document, which is a zip within, may unpack to. */
const MOST_UNPACKED = 200 * 1024 * 1024;
const ZIP = Buffer.from('PK\x03\x04');
const ENTRY = 'PK\x01\x02';

/** Refuses an archive that would unpack to more than anybody can read, or that carries macros; anything else is let be. */
export function checkArchive(body: Buffer, types: string): void {
  if (!body.subarray(0, 4).equals(ZIP)) return;
  if (body.includes('vbaProject.bin')) fail('FILE_TYPE_NOT_ALLOWED', { types });
  let unpacked = 0;
  for (let at = body.indexOf(ENTRY); at >= 0 && at + 28 < body.length; at = body.indexOf(ENTRY, at + 4))
    unpacked += body.readUInt32LE(at + 24);
  if (unpacked > MOST_UNPACKED) fail('FILE_NOT_READABLE');
}
