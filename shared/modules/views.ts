import { activity } from './activity.ts';
import { MODULES } from './index.ts';
import { unitGroup } from './unit-group.ts';

/** Modules without records of their own. */
export const VIEWS = [activity, unitGroup] as const;

/** Every permission module that has landed, once. */
export const CODES: readonly string[] = [
  ...new Set([...MODULES.map(({ code }) => code), ...VIEWS.map(({ code }) => code)]),
];
