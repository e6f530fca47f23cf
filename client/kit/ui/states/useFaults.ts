import { useState } from 'react';

type Values = Readonly<Record<string, unknown>>;
type FaultsOf<Fault> = Readonly<Record<string, Fault>>;

/** Remaining errors: the error of a field is dropped when its value changes. */
export const standingFaults = <Fault>(faults: FaultsOf<Fault>, judged: Values, now: Values): FaultsOf<Fault> =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => Object.is(judged[name], now[name])));

/** Errors of a form with its own state, and a setter; `values` are the current inputs. */
export function useFaults<Fault>(values: Values): [FaultsOf<Fault>, (faults: FaultsOf<Fault>) => void] {
  const [{ faults, judged }, setSaid] = useState<{ faults: FaultsOf<Fault>; judged: Values }>({
    faults: {},
    judged: {},
  });
  return [standingFaults(faults, judged, values), next => setSaid({ faults: next, judged: values })];
}
