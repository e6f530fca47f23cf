import type { FileInfo } from '@lobby/shared/kit/fields.ts';

export const isFile = (item: unknown): item is FileInfo => typeof item === 'object' && item !== null && 'url' in item;

/** The files that a value of a record holds, once its detail was read. */
export const filesIn = (value: unknown): FileInfo[] => (Array.isArray(value) ? value.filter(isFile) : []);
