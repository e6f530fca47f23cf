import { declared } from 'virtual:declared';
import { actsBlindly, FLAGS, type Flag } from '@lobby/shared/kit/permissions.ts';
import { MENU } from '../../../shell/registry.ts';

/** Granted flags by module. */
export type Granted = Readonly<Partial<Record<string, readonly Flag[]>>>;
/** Unsaved changes: `MODULE.flag` to granted or not. */
export type Draft = Readonly<Record<string, boolean>>;

export interface Difference {
  key: string;
  code: string;
  flag: Flag;
  added: boolean;
}

export interface Group {
  key: string;
  codes: readonly string[];
}

const LAST = 'system';
const DECLARED = new Map(declared);

/** Permission modules by menu group; those without a menu entry belong to `system`. */
export const GROUPS: readonly Group[] = (() => {
  const placed = new Set<string>();
  const groups = MENU.map(({ key, entries }) => ({
    key,
    codes: [...new Set(entries.map(({ module }) => module))].filter(code => {
      const fresh = DECLARED.has(code) && !placed.has(code);
      placed.add(code);
      return fresh;
    }),
  }));
  const rest = [...DECLARED.keys()].filter(code => !placed.has(code));
  return groups
    .map(group => (group.key === LAST ? { ...group, codes: [...group.codes, ...rest] } : group))
    .filter(group => group.codes.length > 0);
})();

/** Flags declared by any module. */
export const COLUMNS: readonly Flag[] = FLAGS.filter(flag =>
  [...DECLARED.values()].some(flags => flags.includes(flag)),
);

export const keyOf = (code: string, flag: Flag) => `${code}.${flag}`;
export const declaredOf = (code: string): readonly Flag[] => DECLARED.get(code) ?? [];
export const declares = (code: string, flag: Flag) => declaredOf(code).includes(flag);
const holds = (granted: Granted, code: string, flag: Flag) => granted[code]?.includes(flag) ?? false;

/** State of a cell after saving. */
export const isOn = (granted: Granted, draft: Draft, code: string, flag: Flag) =>
  draft[keyOf(code, flag)] ?? holds(granted, code, flag);

/** Unsaved changes in row order. */
export function differences(granted: Granted, draft: Draft): Difference[] {
  return GROUPS.flatMap(({ codes }) =>
    codes.flatMap(code =>
      declaredOf(code).flatMap(flag => {
        const key = keyOf(code, flag);
        const wanted = draft[key];
        return wanted === undefined || wanted === holds(granted, code, flag)
          ? []
          : [{ key, code, flag, added: wanted }];
      }),
    ),
  );
}

/** Toggles a cell of the draft. Other flags need `read`: granting one grants `read`, revoking `read` revokes them. */
export function toggleFlag(granted: Granted, draft: Draft, code: string, flag: Flag): Draft {
  const turned = turn(granted, draft, code, flag);
  const on = declaredOf(code).filter(other => isOn(granted, turned, code, other));
  if (!actsBlindly(declaredOf(code), on)) return turned;
  if (on.includes(flag)) return turn(granted, turned, code, 'read');
  return on.reduce((left, other) => turn(granted, left, code, other), turned);
}

/** Toggles one cell; a cell that is back at its stored state leaves the draft. */
function turn(granted: Granted, draft: Draft, code: string, flag: Flag): Draft {
  const { [keyOf(code, flag)]: _before, ...rest } = draft;
  const next = !isOn(granted, draft, code, flag);
  return next === holds(granted, code, flag) ? rest : { ...rest, [keyOf(code, flag)]: next };
}

/** Draft that makes a position equal to another. */
export function copyGrants(granted: Granted, other: Granted): Draft {
  const wanted = [...DECLARED].flatMap(([code, flags]) =>
    flags.flatMap((flag): [string, boolean][] =>
      holds(other, code, flag) === holds(granted, code, flag) ? [] : [[keyOf(code, flag), holds(other, code, flag)]],
    ),
  );
  return Object.fromEntries(wanted);
}

/** Permissions after saving. */
export function mergeGrants(granted: Granted, draft: Draft): Granted {
  return Object.fromEntries(
    [...DECLARED].map(([code, flags]) => [code, flags.filter(flag => isOn(granted, draft, code, flag))]),
  );
}
