import { FLAGS, type Flag } from '../kit/permissions.ts';
import { activity } from './activity.ts';
import { MODULES } from './index.ts';
import { CODES } from './views.ts';

/** What each permission module that has landed declares, in the order of the flags. */
export const DECLARED: ReadonlyMap<string, readonly Flag[]> = new Map(
  CODES.map(code => {
    const own = [...MODULES, activity].filter(one => one.code === code).flatMap(one => one.flags);
    return [code, FLAGS.filter(flag => own.includes(flag))];
  }),
);
