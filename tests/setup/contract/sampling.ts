import { createHash } from 'node:crypto';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';

import { moduleOf, type ROUTES } from './routes.ts';

/** `ONLY=label,unit`: tests these modules in full. */
const only = process.env.ONLY?.split(',');
const whole = Boolean(process.env.PROVE || process.env.LONG);

/**
 * Common code behind all modules is tested in full on this module, and on the others by a sample that is the same in every run; `ONLY=<noun>` and
 * `npm run prove` test all of them in full.
 */
const THOROUGH = ['label'];
export const isThorough = ({ name }: Definition): boolean => Boolean(only) || whole || THOROUGH.includes(name);

/** `npm test` proves one in this many modules, beside the thorough one; other rounds prove the others, `npm run prove` all. */
const SHARE = 8;
/** Without a git history there is none, and the thorough module is proved alone: what no landing has proved is for `npm run prove` to find. */
const round = process.env.ROUND;
const isNext = (name: string) =>
  round !== undefined && (createHash('sha256').update(name).digest().readUInt32BE() + Number(round)) % SHARE === 0;

/** Whether the common duties of modules are proved for this one in this run. */
export const isProved = ({ name }: Definition): boolean =>
  only ? only.includes(name) : whole || THOROUGH.includes(name) || isNext(name);

/** Modules proved in this run. */
export const PROVED: readonly Definition[] = MODULES.filter(isProved);

/** Some elements of a list, varying with `n`, for sampled modules; all for modules tested in full. */
export const sampleOf = <T>(
  definition: Definition | undefined,
  all: readonly T[],
  n: number,
  count: number,
): readonly T[] =>
  (definition && isThorough(definition)) || all.length <= count
    ? all
    : Array.from({ length: count }, (_, at) => all[(n * count + at) % all.length] as T);

/** Whether the module of a route is proved; routes without a module always are. */
export function isProvedRoute(route: (typeof ROUTES)[number]): boolean {
  const definition = moduleOf(route);
  return !definition || isProved(definition);
}
