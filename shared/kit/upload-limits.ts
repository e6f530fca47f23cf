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

/** Maximum size of a file in bytes, by media type. */
export const mostBytes = (type: string): number =>
  type.startsWith('image/') ? UPLOAD_LIMIT.picture : UPLOAD_LIMIT.document;

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
export const namesOfTypes = (types: readonly FileType[]): string => types.map(one => NAMES[one]).join(', ');

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
export function refusedEach(field: FileRoom, files: readonly { type: string; size: number }[]): Refused | null {
  const max = field.each;
  const isLarger = ({ type, size }: { type: string; size: number }) =>
    !type.startsWith('image/') && size > (max ?? 0) * MB;
  return max && files.some(isLarger) ? { code: 'FILE_TOO_LARGE', params: { max } } : null;
}
