import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { TFunction } from 'i18next';

/** Parses `field` or `-field`. */
export function readSort(sort: string): { field: string; down: boolean } {
  return sort.startsWith('-') ? { field: sort.slice(1), down: true } : { field: sort, down: false };
}

/** All sorts of a list, descending first. */
export function allSorts(definition: Definition): string[] {
  return definition.list.sorts.flatMap(field => [`-${field}`, field]);
}

/** The sort after a click on a header: reversed, or initially the default direction. */
export function nextSort(definition: Definition, current: string, field: string): string {
  const { field: sorted, down } = readSort(current);
  if (sorted === field) return down ? field : `-${field}`;
  const usual = readSort(definition.list.defaultSort);
  return usual.field === field && usual.down ? `-${field}` : field;
}

/** A sort in words: `mới nhất trước`, `Hạn xử lý tăng dần`. */
export function sortWords(sort: string, t: TFunction): string {
  const { field, down } = readSort(sort);
  if (field === 'createdAt') return t(down ? 'kit:list.newest' : 'kit:list.oldest');
  return `${t(`fields.${field}`)} ${t(down ? 'kit:list.descending' : 'kit:list.ascending')}`;
}

/** `aria-sort` of a column header. */
export function ariaSort(sort: string, field: string | null): 'ascending' | 'descending' | undefined {
  const read = readSort(sort);
  if (field === null || read.field !== field) return undefined;
  return read.down ? 'descending' : 'ascending';
}
