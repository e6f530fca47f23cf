import { z } from 'zod';
import {
  MOST_EXTRA,
  MOST_PHOTOS,
  SHEET_RESULTS,
  type SheetDraft,
  type SheetLine,
  SIGNERS,
  type Signer,
} from './handover-sheet.ts';

/** One thing that a tablet tells of a sheet. */
export interface Part {
  /** Made by the device: the same part sent twice is taken once. */
  key: string;
  path: string;
  value?: unknown;
  /** When it was done. */
  at: string;
  /** The key of the part that its writer saw there. */
  base?: string | null | undefined;
}
export interface PartResult {
  key: string;
  state: 'done' | 'kept' | 'refused';
  code?: string;
}
/** Fields of the appointment itself that parts set, and the pictures that they bring. */
export interface Merged {
  told: PartResult;
  set?: Record<string, unknown>;
  file?: { id: string; of: 'photo' | Signer };
}

const text = (max: number) => z.string().trim().max(max).nullable().optional();
const lineSchema = z.strictObject({
  quantityFound: z.int().min(0).max(99).optional(),
  result: z.enum(SHEET_RESULTS).nullable().optional(),
  blocking: z.boolean().optional(),
  serial: text(60),
  note: text(500),
});
const extraSchema = lineSchema.extend({
  room: z.string().trim().min(1).max(100).optional(),
  item: z.string().trim().min(2).max(150).optional(),
});
const meterSchema = z.strictObject({ value: z.number().min(0).max(2_000_000_000).multipleOf(0.001).nullable() });
const thingSchema = z.strictObject({ number: z.int().min(0).max(99).nullable(), note: text(200) });
const presentSchema = z.strictObject({
  name: z.string().trim().min(2).max(100),
  relation: z.string().trim().max(60).nullable().optional(),
});
/** Files that are not uploaded yet are represented by a placeholder for their id. */
const fileSchema = z.string().regex(/^([0-9a-f]{24}|\$file)$/);
const photoSchema = z.strictObject({ file: fileSchema }).nullable();
const signatureSchema = z.strictObject({
  file: fileSchema,
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  name: text(100),
});

/** Uploads of whoever writes that nothing refers to yet. */
type Own = (file: string) => boolean;

class Refused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}
function read<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const read = schema.safeParse(value);
  if (!read.success) throw new Refused('VALIDATION_FAILED');
  return read.data;
}
const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Whether something was written that the writer of a part did not see, on whichever tablet: the first stays, the other is kept beside it. */
function isLate(held: { by: string | null; part: string | null }, part: Part): boolean {
  return held.by !== null && part.base !== held.part;
}

function mergeLine(sheet: SheetDraft, key: string, part: Part, by: string): Merged['told']['state'] {
  const mark = { by, at: part.at, part: part.key };
  const line = sheet.lines.find(one => one.key === key);
  if (!line) {
    // Only what is added on site has a key of its own.
    if (!/^x[\w-]{1,40}$/.test(key)) throw new Refused('NOT_FOUND');
    if (sheet.lines.filter(one => one.extra).length >= MOST_EXTRA) throw new Refused('TOO_MANY');
    const { room, item, ...rest } = read(extraSchema, part.value);
    if (!room || !item) throw new Refused('REQUIRED');
    const made: SheetLine = {
      key,
      extra: true,
      roomId: null,
      itemId: null,
      room,
      item,
      unitName: null,
      checks: [],
      quantity: 1,
      required: false,
      warrantyMonths: null,
      quantityFound: 1,
      result: 'FAIL',
      blocking: false,
      serial: null,
      note: null,
      images: [],
      warrantyUntil: null,
      other: null,
      ...given(rest),
      ...mark,
    };
    sheet.lines.push(made);
    return 'done';
  }
  if (line.extra && part.value === null) {
    sheet.lines = sheet.lines.filter(one => one !== line);
    return 'done';
  }
  const values = given(read(line.extra ? extraSchema : lineSchema, part.value));
  if (isLate(line, part)) {
    line.other = { by, at: part.at, value: values };
    return 'kept';
  }
  Object.assign(line, values, mark, { other: null });
  if (line.result !== 'FAIL') line.blocking = false;
  return 'done';
}

/** Adds a picture to a line or meter, or takes it away: pictures are parts of their own. */
function mergePhoto(sheet: SheetDraft, [key = '', photo = '']: readonly string[], value: unknown, own: Own) {
  const held = [...sheet.lines, ...sheet.meters].find(one => one.key === key);
  if (!held || !/^[\w-]{4,40}$/.test(photo)) throw new Refused('NOT_FOUND');
  const rest = held.images.filter(one => one.key !== photo);
  const added = read(photoSchema, value);
  if (!added) held.images = rest;
  else if (rest.length === held.images.length) {
    if (!own(added.file)) throw new Refused('REFERENCE_NOT_FOUND');
    if (rest.length >= MOST_PHOTOS) throw new Refused('TOO_MANY');
    held.images = [...rest, { key: photo, file: added.file }];
    return { id: added.file, of: 'photo' as const };
  }
  return null;
}

/** Takes one part into a sheet; the sheet given is changed. */
function merge(
  sheet: SheetDraft,
  part: Part,
  by: string,
  own: Own,
): Omit<Merged, 'told'> & { state: PartResult['state'] } {
  const [what = '', ...rest] = part.path.split('.');
  const [key = ''] = rest;
  const mark = { by, at: part.at, part: part.key };
  switch (what) {
    case 'lines':
      return { state: mergeLine(sheet, key, part, by) };
    case 'photos': {
      const file = mergePhoto(sheet, rest, part.value, own);
      return { state: 'done', ...(file && { file }) };
    }
    case 'meters':
    case 'things': {
      const held = sheet[what].find(one => one.key === key);
      if (!held) throw new Refused('NOT_FOUND');
      const values = given(read(what === 'meters' ? meterSchema : thingSchema, part.value));
      if (isLate(held, part)) return { state: 'kept' };
      Object.assign(held, values, mark);
      return { state: 'done' };
    }
    case 'present': {
      const { name, relation } = read(presentSchema, part.value);
      return { state: 'done', set: { presentName: name, presentRelation: relation ?? null } };
    }
    case 'identity':
      return { state: 'done', set: { identityChecked: read(z.boolean(), part.value) } };
    case 'opinion':
      return { state: 'done', set: { opinion: read(z.string().trim().max(2000).nullable(), part.value) || null } };
    case 'signatures': {
      const signer = SIGNERS.find(one => one === key);
      if (!signer) throw new Refused('NOT_FOUND');
      if (part.value === null) {
        sheet.signatures[signer] = null;
        return { state: 'done', set: { [`${signer}Signature`]: [] } };
      }
      const { file, hash, name } = read(signatureSchema, part.value);
      if (!own(file)) throw new Refused('REFERENCE_NOT_FOUND');
      sheet.signatures[signer] = { at: part.at, hash, by, name: name || null };
      return { state: 'done', set: { [`${signer}Signature`]: [file] }, file: { id: file, of: signer } };
    }
    default:
      throw new Refused('NOT_FOUND');
  }
}

/** Takes a part, once; says what became of it. */
export function takePart(sheet: SheetDraft, part: Part, by: string, own: Own): Merged {
  if (sheet.seen.includes(part.key)) return { told: { key: part.key, state: 'done' } };
  try {
    const { state, ...rest } = merge(sheet, part, by, own);
    sheet.seen.push(part.key);
    return { told: { key: part.key, state }, ...rest };
  } catch (error) {
    if (error instanceof Refused) return { told: { key: part.key, state: 'refused', code: error.code } };
    throw error;
  }
}
