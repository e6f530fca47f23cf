export { type ListState, readListState, writeListState } from '@lobby/shared/kit/list-url.ts';
