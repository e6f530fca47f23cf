import { FLAGS, type Flag } from '../kit/permissions.ts';
import { MODULES } from './index.ts';
import { CODES, VIEWS } from './views.ts';

/** What each permission module that has landed declares, in the order of the flags. */
export const DECLARED: ReadonlyMap<string, readonly Flag[]> = new Map(
  CODES.map(code => {
    const own = [...MODULES, ...VIEWS].filter(one => one.code === code).flatMap(one => one.flags);
    return [code, FLAGS.filter(flag => own.includes(flag))];
  }),
);
