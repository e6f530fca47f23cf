import { LIMITS } from './features.ts';
import type { FilesField, FileType } from './fields.ts';

const MB = 1024 * 1024;

/** rules.md 5, Files: a picture 5 MB, another file 20 MB, five in one upload, the files of a record 7 MB together. */
export const UPLOAD_LIMIT = {
  files: LIMITS.IMAGES,
  picture: LIMITS.FILE_MB * MB,
  document: LIMITS.LARGE_FILE_MB * MB,
  together: LIMITS.ATTACHMENTS_MB * MB,
  request: 25 * MB,
};

/** Days for which a browser keeps a draft; what was uploaded into it lives a day longer. */
export const DRAFT_DAYS = 30;

/** Bytes that a file of a type may have. */
export const mostBytes = (type: string): number =>
  type.startsWith('image/') ? UPLOAD_LIMIT.picture : UPLOAD_LIMIT.document;

/** How many files a field takes, and what each of them may be. */
export type FileRoom = Pick<FilesField, 'max' | 'images' | 'types' | 'large'>;

/** Whether the files of a field count towards what a record may hold: the one file of a field is bounded by itself. */
export const countsTogether = ({ max, large }: FileRoom): boolean => max > 1 && !large;

/** Megabytes that a file other than a picture may have in a field. */
export const megabytesIn = (field: FileRoom): number =>
  countsTogether(field) ? LIMITS.ATTACHMENTS_MB : LIMITS.LARGE_FILE_MB;

/** The types that a field takes; null where it takes all that an upload does. */
export const typesIn = ({ images, types }: FileRoom): readonly FileType[] | null =>
  types ?? (images ? ['IMAGE'] : null);

const NAMES = { IMAGE: 'JPG, PNG', PDF: 'PDF' } as const;
/** How people call them. */
export const namesOfTypes = (types: readonly FileType[]): string => types.map(one => NAMES[one]).join(', ');

/** Whether a file of a media type is one of them. */
export const isOneOf = (types: readonly FileType[], type: string): boolean =>
  types.includes(type.startsWith('image/') ? 'IMAGE' : 'PDF') &&
  (type.startsWith('image/') || type === 'application/pdf');

export interface Refused {
  code: 'FILES_TOO_LARGE';
  params: { max: number };
}

/** Refuses files that are too large together for one record. */
export function refusedTogether(sizes: readonly number[]): Refused | null {
  if (sizes.reduce((sum, size) => sum + size, 0) <= UPLOAD_LIMIT.together) return null;
  return { code: 'FILES_TOO_LARGE', params: { max: LIMITS.ATTACHMENTS_MB } };
}
