import { activity } from './activity.ts';
import { MODULES } from './index.ts';

/** Modules without records of their own. */
const VIEWS = [activity] as const;

/** Every permission module that has landed, once. */
export const CODES: readonly string[] = [
  ...new Set([...MODULES.map(({ code }) => code), ...VIEWS.map(({ code }) => code)]),
];
