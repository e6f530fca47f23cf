import type { receptionSettings } from '@lobby/shared/modules/reception-settings.contract.ts';
import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { useEffect, useState } from 'react';
import { useContract } from '../../../kit/live/useContract.ts';
import { readChoice, writeChoice } from '../../../kit/session/preferences.ts';
import { scopeNow } from '../../../kit/session/session.ts';

/** The desk is a choice of the machine, independent of the user. */
const MACHINE = 'machine';
const nameOf = (projectId: string) => `desk/${projectId}`;

/** Desk of this machine in the form of an action body; empty if none was chosen. */
export function deskHere(): { desk?: string } {
  const chosen = readChoice(MACHINE, nameOf(scopeNow().projectId ?? ''));
  return typeof chosen === 'string' ? { desk: chosen } : {};
}

/** Desks of the project if there are several, and the choice of this machine. */
export function useDeskChoice(projectId: string) {
  // Offline the chosen desk stays.
  const { data, error } = useContract<typeof receptionSettings>('/unit-group/:id/reception', {
    params: { id: projectId },
    follow: unitGroup.code,
  });
  const [chosen, setChosen] = useState(() => readChoice(MACHINE, nameOf(projectId)));
  const choose = (desk: string | null) => {
    writeChoice(MACHINE, nameOf(projectId), desk);
    setChosen(desk);
  };
  const desks = data?.desks?.map(({ name }) => name);
  const isGone = chosen !== null && desks !== undefined && !desks.some(name => name === chosen);
  // A desk that no longer exists has to be chosen again.
  useEffect(() => {
    if (!isGone) return;
    writeChoice(MACHINE, nameOf(projectId), null);
    setChosen(null);
  }, [isGone, projectId]);
  return {
    desks: desks && !error && desks.length > 1 ? desks : [],
    chosen: typeof chosen === 'string' ? chosen : '',
    choose,
  };
}
