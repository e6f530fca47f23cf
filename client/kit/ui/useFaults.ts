import { useState } from 'react';

type Values = Readonly<Record<string, unknown>>;
type FaultsOf<Fault> = Readonly<Record<string, Fault>>;

/** What still stands of what was wrong: what is said of a field goes as soon as the field says something else. */
export const standingFaults = <Fault>(faults: FaultsOf<Fault>, judged: Values, now: Values): FaultsOf<Fault> =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => Object.is(judged[name], now[name])));

/** What is wrong with the fields of a form that keeps its own values, and how it is said; `values`: what its inputs hold now. */
export function useFaults<Fault>(values: Values): [FaultsOf<Fault>, (faults: FaultsOf<Fault>) => void] {
  const [{ faults, judged }, setSaid] = useState<{ faults: FaultsOf<Fault>; judged: Values }>({
    faults: {},
    judged: {},
  });
  return [standingFaults(faults, judged, values), next => setSaid({ faults: next, judged: values })];
}
