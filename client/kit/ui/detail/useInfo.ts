import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { Row } from '../../base/matches.ts';
import { recordAtom } from '../../records/records.ts';
import { useReveal } from './useReveal.ts';

/** A record as its drawer shows it, with its personal values once they were revealed on purpose; null while it is not there. */
export function useInfo(definition: Definition, id: string) {
  const entry = useAtomValue(useMemo(() => recordAtom(definition.name, id), [definition, id]));
  const [revealed, reveal, busy] = useReveal(definition, id);
  if (!entry) return null;
  const row: Row = { ...entry.row, ...entry.patch };
  return { row, shownOf: (name: string) => revealed?.[name] ?? row[name], reveal: revealed ? null : reveal, busy };
}
