import type { Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';

import { moduleOf, type ROUTES } from './routes.ts';

/** `ONLY=label,unit`: for who works on these; all modules without it. */
const names = process.env.ONLY?.split(',');

/** Whether what every module owes is proved for this one in this run. */
export const isProved = ({ name }: Definition): boolean => names?.includes(name) ?? true;

/** The modules for which it is. */
export const PROVED: readonly Definition[] = MODULES.filter(isProved);

/**
 * Where one parser, one save or one door stands behind all modules, it is tried in full on these, and on the others by a sample
 * that is the same in every run: `ONLY=<noun>` and `npm run prove` try it in full on all.
 */
const THOROUGH = ['label', 'ticket', 'visitor'];
export const isThorough = ({ name }: Definition): boolean =>
  Boolean(names ?? process.env.PROVE ?? process.env.LONG) || THOROUGH.includes(name);

/** A few of a list, others for each `n`, where the module is tried by a sample; all of it in full. */
export const sampleOf = <T>(
  definition: Definition | undefined,
  all: readonly T[],
  n: number,
  count: number,
): readonly T[] =>
  (definition && isThorough(definition)) || all.length <= count
    ? all
    : Array.from({ length: count }, (_, at) => all[(n * count + at) % all.length] as T);

/** Whether it is for the module that a route is on; of those of no module always. */
export function isProvedRoute(route: (typeof ROUTES)[number]): boolean {
  const definition = moduleOf(route);
  return !definition || isProved(definition);
}
