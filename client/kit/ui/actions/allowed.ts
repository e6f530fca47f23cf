import { type Action, type Definition, flagsOf } from '@lobby/shared/kit/definition.ts';
import { holds, type Permissions } from '@lobby/shared/kit/permissions.ts';
import { Hand, type LucideIcon } from 'lucide-react';
import type { Row } from '../../base/matches.ts';
import { fits, iconOf, staffActions } from './acts.ts';

export interface NamedAction {
  name: string;
  action: Action;
}

/** The acts that a reader may do on a record in its status: those that move it on first, the others as declared. */
export function allowedActions(definition: Definition, row: Row, permissions: Permissions): NamedAction[] {
  const allowed = staffActions(definition)
    .filter(([, act]) => fits(definition, act, row))
    .filter(([, act]) => flagsOf(act, row).every(flag => holds(permissions, definition.code, flag)))
    .map(([name, action]) => ({ name, action }))
    // What somebody has taken in hand already is handed on, not claimed.
    .filter(({ name }) => name !== 'claim' || !row.assigneeId);
  const rank = ({ action }: NamedAction) => (isLikely(action, row) ? 0 : action.to === undefined ? 2 : 1);
  return allowed.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether an act is what people come for while a record is as it is. */
const isLikely = ({ primaryIn = [] }: Action, row: Row): boolean => primaryIn.includes(String(row.status));

/** Whether nothing is to be done with a record in its status by itself. */
const isSettled = ({ statuses = {} }: Definition, row: Row): boolean =>
  ['done', 'ended'].includes(statuses[String(row.status)]?.tone ?? '');

/** The act that is filled: what people come for, else of what is not settled the first that leads on and refuses nobody. */
export function likelyOf(definition: Definition, allowed: readonly NamedAction[], row: Row): NamedAction | undefined {
  const likely = allowed.find(({ action }) => isLikely(action, row));
  if (likely || isSettled(definition, row)) return likely;
  return allowed.find(({ action }) => action.to && !action.danger && !action.aside);
}

/** The flag under which a definition's form is edited (api.md, Flags of calls). */
export function editFlag(definition: Definition): 'updateInfo' | 'write' {
  return definition.flags.includes('updateInfo') ? 'updateInfo' : 'write';
}

/** The icon of an act; one that neither leads on nor asks for anything is taken in hand. */
export function iconOfAct(definition: Definition, { action }: NamedAction): LucideIcon {
  return action.to || action.input ? iconOf(definition, action) : Hand;
}
