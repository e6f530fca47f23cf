import { createHash } from 'node:crypto';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';

import { moduleOf, type ROUTES } from './routes.ts';

/** `ONLY=label,unit`: for who works on these. */
const only = process.env.ONLY?.split(',');
const whole = Boolean(process.env.PROVE || process.env.LONG);

/**
 * Where one parser, one save or one door stands behind all modules, it is tried in full on this one, and on the others by a sample
 * that is the same in every run: `ONLY=<noun>` and `npm run prove` try it in full on all.
 */
const THOROUGH = ['label'];
export const isThorough = ({ name }: Definition): boolean => Boolean(only) || whole || THOROUGH.includes(name);

/** Of so many modules one is proved in a run of `npm test`, beside the thorough one: the others in the next rounds, all of them by `npm run prove`. */
const SHARE = 8;
const round = Number(process.env.ROUND ?? 0);
const isNext = (name: string) => (createHash('sha256').update(name).digest().readUInt32BE() + round) % SHARE === 0;

/** Whether what every module owes is proved for this one in this run. */
export const isProved = ({ name }: Definition): boolean =>
  only ? only.includes(name) : whole || THOROUGH.includes(name) || isNext(name);

/** The modules for which it is. */
export const PROVED: readonly Definition[] = MODULES.filter(isProved);

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
