import { type Action, type Definition, flagsOf } from '@lobby/shared/kit/definition.ts';
import { holds, type Permissions } from '@lobby/shared/kit/permissions.ts';
import { Hand, type LucideIcon } from 'lucide-react';
import type { Row } from '../../base/matches.ts';
import { fits, iconOf, staffActions } from './acts.ts';

export interface NamedAction {
  name: string;
  action: Action;
}

/** Acts that a reader may do on a record: first those that change its status, then the others in declared order. */
export function allowedActions(definition: Definition, row: Row, permissions: Permissions): NamedAction[] {
  const allowed = staffActions(definition)
    .filter(([, act]) => fits(definition, act, row))
    .filter(([, act]) => flagsOf(act, row).every(flag => holds(permissions, definition.code, flag)))
    .map(([name, action]) => ({ name, action }))
    // An assigned record is reassigned, not claimed.
    .filter(({ name }) => name !== 'claim' || !row.assigneeId);
  const rank = ({ action }: NamedAction) => (isLikely(action, row) ? 0 : action.to === undefined ? 2 : 1);
  return allowed.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether an act is primary in the record's status. */
const isLikely = ({ primaryIn = [] }: Action, row: Row): boolean => primaryIn.includes(String(row.status));

/** Whether the record's status needs no further work. */
const isSettled = ({ statuses = {} }: Definition, row: Row): boolean =>
  ['done', 'ended'].includes(statuses[String(row.status)]?.tone ?? '');

/**
 * The primary act: declared as such, otherwise, if the record is not settled, the first that changes its status and is not
 * dangerous.
 */
export function likelyOf(definition: Definition, allowed: readonly NamedAction[], row: Row): NamedAction | undefined {
  const likely = allowed.find(({ action }) => isLikely(action, row));
  if (likely || isSettled(definition, row)) return likely;
  return allowed.find(({ action }) => action.to && !action.danger && !action.aside);
}

/** The flag under which a definition's form is edited (api.md, Flags of calls). */
export function editFlag(definition: Definition): 'updateInfo' | 'write' {
  return definition.flags.includes('updateInfo') ? 'updateInfo' : 'write';
}

/** Icon of an act; a hand if it neither changes the status nor has input. */
export function iconOfAct(definition: Definition, { action }: NamedAction): LucideIcon {
  return action.to || action.input ? iconOf(definition, action) : Hand;
}
