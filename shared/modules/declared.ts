import { actsBlindly, FLAGS, type Flag } from '../kit/permissions.ts';
import { MODULES } from './index.ts';
import { CODES, RECORDLESS } from './recordless-modules.ts';

/** Flags declared by each permission module, in the order of FLAGS. */
export const DECLARED: ReadonlyMap<string, readonly Flag[]> = new Map(
  CODES.map(code => {
    const flags = [...MODULES, ...RECORDLESS]
      .filter(definition => definition.code === code)
      .flatMap(definition => definition.flags);
    return [code, FLAGS.filter(flag => flags.includes(flag))];
  }),
);

/** Whether flags would allow acts on records of a module without reading them. */
export const blind = (code: string, flags: readonly Flag[]): boolean => actsBlindly(DECLARED.get(code) ?? [], flags);
