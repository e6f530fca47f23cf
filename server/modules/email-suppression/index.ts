export { isSuppressed, suppressions } from './keep.ts';
