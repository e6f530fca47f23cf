import type { FileInfo } from '@lobby/shared/kit/fields.ts';

export const isFile = (item: unknown): item is FileInfo => typeof item === 'object' && item !== null && 'url' in item;

/** Files in a record's value, once its detail is loaded. */
export const filesIn = (value: unknown): FileInfo[] => (Array.isArray(value) ? value.filter(isFile) : []);
