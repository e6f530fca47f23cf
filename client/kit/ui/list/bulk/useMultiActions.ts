import type { Action, Definition } from '@lobby/shared/kit/definition.ts';
import { holds } from '@lobby/shared/kit/permissions.ts';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { permissionsAtom, useCan } from '../../../session/permissions.ts';
import { projectIdAtom } from '../../../session/session.ts';
import { actOf, staffActions } from '../../actions/acts.ts';

/** Acts of staff that the reader's flags allow, by name. */
export function useActions(definition: Definition): [string, Action][] {
  const held = useAtomValue(permissionsAtom(useAtomValue(projectIdAtom) ?? ''));
  return useMemo(
    () => staffActions(definition).filter(([, { flag }]) => held !== null && holds(held, definition.code, flag)),
    [definition, held],
  );
}

/** Actions on several records; removal last. */
export function useMultiActions(definition: Definition): [string, Action][] {
  const actions = useActions(definition);
  const removal = actOf(definition, 'remove');
  const removes = useCan(definition.code, 'delete') && removal;
  return useMemo(() => {
    const multi = actions.filter(([, action]) => action.multi);
    return removes ? [...multi, ['remove', removes]] : multi;
  }, [actions, removes]);
}
