import { fromBufferPromise } from 'yauzl';
import { fail } from '../base/errors.ts';
import { unpacking } from '../http/workload.ts';

/** All that a document, which is a zip within, may unpack to. */
const MOST_UNPACKED = 200 * 1024 * 1024;
/** What those of its parts may unpack to that are looked into. */
const MOST_LOOKED_INTO = 20 * 1024 * 1024;
const ZIP = Buffer.from('PK\x03\x04');
/** The parts that say what the others are, and those that are neither text nor pictures. */
const LISTS = /^\[content_types\]\.xml$|\.rels$/;
const TEXTS = /\.(xml|rels|vml|png|jpe?g|gif|svg|emf|wmf|tiff?)$/;
const MACRO_NAME = /vbaproject/;
/** As a relation, or by the type of a part; defaults for endings are in many books that have no such part. */
const MACRO_TYPE = /Type="[^"]*(?:vbaProject|Macrosheet)"|<[^<>]*Override[^<>]*(?:vbaProject|macroEnabled|macrosheet)/i;
const MACRO_STREAM = Buffer.from('_VBA_PROJECT', 'utf16le');

/** The parts that are looked into for macros. */
export const mayBeMacros = (name: string): boolean => LISTS.test(name) || !TEXTS.test(name);

export const isZip = (body: Buffer): boolean => body.subarray(0, 4).equals(ZIP);

/** What to unpack of a zip, and how much. */
interface Unzip {
  wanted: (name: string) => boolean;
  /** Bytes of the wanted parts together, unpacked. */
  most: number;
  /** Sees each part of the zip by its name and the size that it states. */
  each?: (name: string, size: number) => void;
  /** Sees each piece of a wanted part as it is unpacked; may throw. */
  look?: (name: string, piece: Buffer) => void;
}

/** An archive that is whole, but unpacks to more than may be. */
export class TooHeavy extends Error {}

/** Unpacks the wanted parts of a zip, by name. Throws `TooHeavy`, or where it is broken, unpacks to more than it states or has a part twice. */
export async function unzip(body: Buffer, { wanted, most, each, look }: Unzip): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(body, { lazyEntries: true });
  const parts = new Map<string, Buffer>();
  let size = 0;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    each?.(name, entry.uncompressedSize);
    if (!wanted(name)) continue;
    // yauzl ends a part that unpacks to more than it states.
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

/** Whether a part of a zip is macros: by its name, by what it holds, or by what refers to it in any encoding or spelling that XML has. */
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

/** Whether a body names macros in plain, zip or not. */
export const namesMacros = (body: Buffer): boolean => body.includes('vbaProject.bin') || body.includes(MACRO_STREAM);

/** The bytes that the wanted parts of a zip state to unpack to; 0 where it cannot be read. */
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

/** Refuses an archive that would unpack to more than anybody can read, or that carries macros; anything else is let be. */
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
