import { LIMITS } from './features.ts';
import type { FilesField, FileType } from './fields.ts';

const MB = 1024 * 1024;

/** Limits of files (rules.md 5): a picture 5 MB, another file 20 MB, five per upload, the files of a record 7 MB together. */
export const UPLOAD_LIMIT = {
  files: LIMITS.IMAGES,
  picture: LIMITS.FILE_MB * MB,
  document: LIMITS.LARGE_FILE_MB * MB,
  together: LIMITS.ATTACHMENTS_MB * MB,
  request: 25 * MB,
};

/** Days for which a browser keeps a draft; files uploaded for it are kept a day longer. */
export const DRAFT_DAYS = 30;

/** Maximum size in MB of each file of a chat message. */
export const CHAT_FILE_MB = 5;

/** Maximum size of a file in bytes, by media type. */
export const mostBytes = (type: string): number =>
  type.startsWith('image/') ? UPLOAD_LIMIT.picture : UPLOAD_LIMIT.document;

interface Sized {
  type: string;
  size: number;
}

/** Whether a file exceeds the limit of its type. */
export const isTooLarge = ({ type, size }: Sized): boolean => size > mostBytes(type);

/** The limits of a file field. */
export type FileRoom = Pick<FilesField, 'max' | 'images' | 'types' | 'large' | 'each' | 'mailed'>;

/** Whether files of a field count towards the record's total; a field of one file has its own limit. */
export const countsTogether = ({ max, large }: FileRoom): boolean => max > 1 && !large;

/** Maximum size in MB of a file other than a picture. */
export const megabytesIn = (field: FileRoom): number =>
  field.each ?? (countsTogether(field) ? LIMITS.ATTACHMENTS_MB : LIMITS.LARGE_FILE_MB);

/** File types a field accepts; null for all that uploads allow. */
export const typesIn = ({ images, types }: FileRoom): readonly FileType[] | null =>
  types ?? (images ? ['IMAGE'] : null);

const NAMES = { IMAGE: 'JPG, PNG', PDF: 'PDF' } as const;
/** Names of file types for users. */
export const namesOfTypes = (types: readonly FileType[]): string => types.map(type => NAMES[type]).join(', ');

/** Whether a media type is one of the file types. */
export const isOneOf = (types: readonly FileType[], type: string): boolean =>
  types.includes(type.startsWith('image/') ? 'IMAGE' : 'PDF') &&
  (type.startsWith('image/') || type === 'application/pdf');

export interface Refused {
  code: 'FILES_TOO_LARGE' | 'FILE_TOO_LARGE' | 'EMAIL_CAPACITY_EXCEEDED';
  params: { max: number };
}

/** Refuses files that exceed a record's total size, by what a mail may hold where they go along with one. */
export function refusedTogether(sizes: readonly number[], { mailed }: Pick<FileRoom, 'mailed'> = {}): Refused | null {
  if (sizes.reduce((sum, size) => sum + size, 0) <= UPLOAD_LIMIT.together) return null;
  const code = mailed ? 'EMAIL_CAPACITY_EXCEEDED' : 'FILES_TOO_LARGE';
  return { code, params: { max: LIMITS.ATTACHMENTS_MB } };
}

/** Refuses a file, other than a picture, that exceeds what the field allows for each. */
export function refusedEach(field: FileRoom, files: readonly Sized[]): Refused | null {
  const max = field.each;
  const isLarger = ({ type, size }: Sized) => !type.startsWith('image/') && size > (max ?? 0) * MB;
  return max && files.some(isLarger) ? { code: 'FILE_TOO_LARGE', params: { max } } : null;
}

interface Unfit {
  code: 'TOO_MANY' | 'PAYLOAD_TOO_LARGE' | 'FILE_TYPE_NOT_ALLOWED';
  params: { max: number; types?: string };
}

/** Why files cannot be uploaded to a field: too many, wrong type, or too large; null if they can. */
export function refusalOf(
  chosen: readonly Sized[],
  { held = [], ...field }: FileRoom & { held?: readonly Sized[] },
): Unfit | Refused | null {
  const { max } = field;
  if (chosen.length + held.length > max) return { code: 'TOO_MANY', params: { max } };
  const types = typesIn(field);
  // Types unknown to the browser, such as some phones' pictures, are checked by the server.
  if (types && chosen.some(({ type }) => type !== '' && !isOneOf(types, type)))
    return { code: 'FILE_TYPE_NOT_ALLOWED', params: { max, types: namesOfTypes(types) } };
  // Pictures are resized by the server, so their final size is unknown here.
  const weighed = chosen.filter(file => !file.type.startsWith('image/'));
  const refused =
    refusedEach(field, weighed) ??
    (countsTogether(field)
      ? refusedTogether(
          [...weighed, ...held].map(({ size }) => size),
          field,
        )
      : null);
  if (refused) return refused;
  const together = chosen.reduce((sum, file) => sum + file.size, 0);
  return chosen.some(isTooLarge) || together > UPLOAD_LIMIT.request
    ? { code: 'PAYLOAD_TOO_LARGE', params: { max } }
    : null;
}

const OF_SIZE: ReadonlySet<string> = new Set([
  'FILES_TOO_LARGE',
  'FILE_TOO_LARGE',
  'EMAIL_CAPACITY_EXCEEDED',
  'PAYLOAD_TOO_LARGE',
]);

/** The file that a field refuses for its own size: its name, its size and the most it may have, in MB. */
export function tooLargeIn(
  chosen: readonly (Sized & { name: string })[],
  room: FileRoom,
): { name: string; size: number; max: number } | null {
  const file = chosen.find(candidate => OF_SIZE.has(refusalOf([candidate], room)?.code ?? ''));
  if (!file) return null;
  return {
    name: file.name,
    // Rounded up, so that it is never shown as equal to what it exceeds.
    size: Math.ceil((file.size / MB) * 10) / 10,
    max: file.type.startsWith('image/') ? LIMITS.FILE_MB : megabytesIn(room),
  };
}
