import { fromBufferPromise } from 'yauzl';
import { fail } from '../base/errors.ts';
import { unpacking } from '../http/workload.ts';

/** Limit of the unpacked size of a document that is a zip (docx, xlsx), in bytes. */
const MOST_UNPACKED = 200 * 1024 * 1024;
/** Limit of the unpacked size of the parts that are searched for macros, in bytes. */
const MOST_LOOKED_INTO = 20 * 1024 * 1024;
const ZIP = Buffer.from('PK\x03\x04');
/** Parts that declare the types and relations of others. */
const LISTS = /^\[content_types\]\.xml$|\.rels$/;
const TEXTS = /\.(xml|rels|vml|png|jpe?g|gif|svg|emf|wmf|tiff?)$/;
const MACRO_NAME = /vbaproject/;
/**
 * A macro declared as a relation or as the type of a part. Defaults by file extension do not count: many workbooks without
 * macros have them.
 */
const MACRO_TYPE = /Type="[^"]*(?:vbaProject|Macrosheet)"|<[^<>]*Override[^<>]*(?:vbaProject|macroEnabled|macrosheet)/i;
const MACRO_STREAM = Buffer.from('_VBA_PROJECT', 'utf16le');

/** Whether a part must be searched for macros. */
export const mayBeMacros = (name: string): boolean => LISTS.test(name) || !TEXTS.test(name);

export const isZip = (body: Buffer): boolean => body.subarray(0, 4).equals(ZIP);

/** Which parts of a zip to unpack, and limits. */
interface Unzip {
  wanted: (name: string) => boolean;
  /** Limit of the unpacked size of the wanted parts together, in bytes. */
  most: number;
  /** Called for each part with its name and stated size. */
  each?: (name: string, size: number) => void;
  /** Called with each chunk of a wanted part; may throw. */
  look?: (name: string, piece: Buffer) => void;
}

/** A valid archive that unpacks to more than the limit. */
export class TooHeavy extends Error {}

/**
 * Unpacks the wanted parts of a zip, by name. Throws `TooHeavy` if they exceed the limit, and other errors if the zip is
 * broken, unpacks to more than it states or has a part twice.
 */
export async function unzip(body: Buffer, { wanted, most, each, look }: Unzip): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(body, { lazyEntries: true });
  const parts = new Map<string, Buffer>();
  let size = 0;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    each?.(name, entry.uncompressedSize);
    if (!wanted(name)) continue;
    // yauzl aborts a part that unpacks to more than it states.
    size += entry.uncompressedSize;
    if (size > most) throw new TooHeavy();
    if (parts.has(name)) throw new Error('the archive has a part twice');
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      look?.(name, piece);
      pieces.push(piece);
    }
    parts.set(name, Buffer.concat(pieces));
  }
  return parts;
}

/** Whether a zip has macros: by the name or content of a part, or by a reference in any encoding or spelling that XML allows. */
export function hasMacros(parts: ReadonlyMap<string, Buffer>): boolean {
  for (const [name, body] of parts) {
    if (MACRO_NAME.test(name) || body.includes(MACRO_STREAM)) return true;
    if (!LISTS.test(name)) continue;
    const plain = body
      .toString('latin1')
      .replaceAll('\0', '')
      .replaceAll("'", '"')
      .replace(/&#(x?)([\da-f]+);/gi, (_, hex, code) => String.fromCharCode(Number.parseInt(code, hex ? 16 : 10)));
    if (MACRO_TYPE.test(plain)) return true;
  }
  return false;
}

/** Whether a body names macros in plain bytes, zip or not. */
export const namesMacros = (body: Buffer): boolean => body.includes('vbaProject.bin') || body.includes(MACRO_STREAM);

/** Stated unpacked size of the wanted parts in bytes; 0 if the zip cannot be read. */
export async function statedSize(body: Buffer, wanted: (name: string) => boolean): Promise<number> {
  let stated = 0;
  const each = (name: string, size: number) => {
    if (wanted(name)) stated += size;
  };
  return unzip(body, { wanted: () => false, most: 0, each }).then(
    () => stated,
    () => 0,
  );
}

/** Refuses an archive that is too large to unpack or carries macros. Ignores files that are no archive. */
export async function checkArchive(body: Buffer, types: string, who: string): Promise<void> {
  if (!isZip(body)) return;
  if (namesMacros(body)) fail('FILE_TYPE_NOT_ALLOWED', { types });
  await unpacking(who, await statedSize(body, mayBeMacros), () => lookInto(body, types));
}

async function lookInto(body: Buffer, types: string): Promise<void> {
  let unpacked = 0;
  const each = (_name: string, size: number) => {
    unpacked += size;
  };
  const parts = await unzip(body, { wanted: mayBeMacros, most: MOST_LOOKED_INTO, each }).catch(() => null);
  if (!parts || unpacked > MOST_UNPACKED) return fail('FILE_NOT_READABLE');
  if (hasMacros(parts)) fail('FILE_TYPE_NOT_ALLOWED', { types });
}
