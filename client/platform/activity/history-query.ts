import { isDay } from '@lobby/shared/kit/dates.ts';
import type { Plain } from '@lobby/shared/kit/filter-schema.ts';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** Filter of the history, held in the address. */
export interface HistoryQuery {
  person: string;
  module: string;
  from: string;
  to: string;
  /** Id of a single record. */
  record: string;
}

const NAMES = ['person', 'module', 'from', 'to', 'record'] as const;

/** Filter in the address, and a setter. */
export function useHistoryQuery(): {
  asked: HistoryQuery;
  ask: (change: Partial<HistoryQuery>) => void;
  narrowed: boolean;
} {
  const [params, setParams] = useSearchParams();
  const asked = useMemo((): HistoryQuery => {
    const read = (name: keyof HistoryQuery) => params.get(name) ?? '';
    const day = (name: 'from' | 'to') => (isDay(read(name)) ? read(name) : '');
    return { person: read('person'), module: read('module'), from: day('from'), to: day('to'), record: read('record') };
  }, [params]);
  const ask = (change: Partial<HistoryQuery>) => {
    const next = { ...asked, ...change };
    setParams(Object.fromEntries(NAMES.flatMap(name => (next[name] ? [[name, next[name]]] : []))));
  };
  return { asked, ask, narrowed: NAMES.some(name => asked[name] !== '') };
}

/** Filter as query of the server. */
export function filterOf({ person, module, from, to, record }: HistoryQuery): Record<string, Plain> {
  return {
    ...(person && { actorId: [person] }),
    ...(module && { module: [module] }),
    ...((from || to) && { createdAt: { from: from || undefined, to: to || undefined } }),
    ...(record && { entityId: record }),
  };
}
