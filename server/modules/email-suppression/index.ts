export { isSuppressed, suppressions } from './suppressions.ts';
