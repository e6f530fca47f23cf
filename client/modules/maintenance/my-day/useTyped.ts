import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { useDraft } from '../../../kit/offline/drafts.ts';
import { scopeAtom } from '../../../kit/session/session.ts';

interface Typed<V> {
  typed: V;
  type: (change: Partial<V>) => void;
  /** Deletes the draft once it was sent. */
  done: () => void;
}

/** Input for a part of a work, kept on the phone until it is sent; null while the draft is loading. */
export function useTyped<V extends object>(workId: string, part: string | number, first: V): Typed<V> | null {
  const { projectId } = useAtomValue(scopeAtom);
  const key = { projectId: projectId ?? '', form: 'maintenance-day', recordId: `${workId}.${part}` };
  const { draft, save, clear } = useDraft<Partial<V>>(key);
  const [edited, setEdited] = useState<V | null>(null);
  const typed = edited ?? { ...first, ...draft?.values };
  const latest = useRef(typed);
  latest.current = typed;
  if (draft === undefined) return null;
  return {
    typed,
    type(change) {
      latest.current = { ...latest.current, ...change };
      setEdited(latest.current);
      save(latest.current);
    },
    done: () => void clear(),
  };
}
