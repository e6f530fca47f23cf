const SIGNATURE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** Size and alignment of directory entries. An entry holds the name in UTF-16, its length in bytes and its kind. */
const ENTRY = 128;
const [LENGTH_AT, KIND_AT] = [64, 66];
const LONGEST_NAME = 64;
const KINDS = new Set([1, 2, 5]);

/** Whether a body is an OLE container, as Office used before 2007. */
export const isOldOffice = (body: Buffer): boolean => body.subarray(0, 8).equals(SIGNATURE);

/**
 * Names in the container's directory, in lower case. Scans all entries instead of following sector chains, which a crafted
 * file can make endless.
 */
function namesIn(body: Buffer): Set<string> {
  const names = new Set<string>();
  for (let at = 0; at + ENTRY <= body.length; at += ENTRY) {
    const length = body.readUInt16LE(at + LENGTH_AT);
    if (length < 4 || length > LONGEST_NAME || length % 2 !== 0 || !KINDS.has(body.readUInt8(at + KIND_AT))) continue;
    names.add(body.toString('utf16le', at, at + length - 2).toLowerCase());
  }
  return names;
}

/** The type of an old Office file by its content; null if it is not an accepted one or carries macros. */
export function oldOfficeType(body: Buffer): 'application/msword' | 'application/vnd.ms-excel' | null {
  const names = namesIn(body);
  if (['_vba_project', '_vba_project_cur', 'vba', 'macros'].some(name => names.has(name))) return null;
  if (names.has('worddocument')) return 'application/msword';
  return names.has('workbook') || names.has('book') ? 'application/vnd.ms-excel' : null;
}
