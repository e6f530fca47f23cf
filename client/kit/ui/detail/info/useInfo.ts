import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { Row } from '../../../base/matches.ts';
import { recordAtom } from '../../../records/records.ts';
import { filesIn } from '../../form/inputs/files/files-in.ts';
import { useReveal } from './useReveal.ts';

/** A record for its drawer, with personal values once revealed; null while it is not loaded. */
export function useInfo(definition: Definition, id: string) {
  const entry = useAtomValue(useMemo(() => recordAtom(definition.name, id), [definition, id]));
  const [revealed, reveal, busy] = useReveal(definition, id);
  if (!entry) return null;
  const row: Row = { ...entry.row, ...entry.patch };
  // One button for all of them, because a reveal is one activity entry.
  const isHidden = (name: string) => {
    const field = definition.fields[name];
    // A file without a URL is guarded.
    if (field?.kind === 'files') return filesIn(row[name]).some(({ url }) => url === '');
    return field?.personal && row[name] !== null;
  };
  const hides = (names: readonly string[]) => (revealed === null && names.some(isHidden) ? reveal : null);
  return { row, shownOf: (name: string) => revealed?.[name] ?? row[name], hides, busy };
}
