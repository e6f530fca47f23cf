import { useEffect, useState } from 'react';
import type { Scope } from '../../kit/api.ts';
import { useDraft } from '../../kit/drafts.ts';

/** What is being written to a request: to the resident, or among staff. */
export interface Written {
  content: string;
  private: boolean;
}

const NOTHING: Written = { content: '', private: false };

/** The reply being written to a request; it survives a reload, and whatever colleagues do meanwhile. Third: whether it is kept. */
export function useReplyDraft(scope: Scope, ticketId: string): [Written, (next: Written) => void, boolean] {
  const { draft, save, clear } = useDraft<Written>({
    projectId: scope.projectId ?? '',
    form: 'ticket-reply',
    recordId: ticketId,
  });
  const [written, setWritten] = useState<Written | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request begins with its own draft
  useEffect(() => setWritten(null), [ticketId]);
  const now = written ?? draft?.values ?? NOTHING;
  const write = (next: Written) => {
    setWritten(next);
    if (next.content) save(next);
    else void clear();
  };
  return [now, write, now.content !== ''];
}
