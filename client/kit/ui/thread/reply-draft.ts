import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { useEffect, useRef, useState } from 'react';
import type { Scope } from '../../http/api.ts';
import { useDraft } from '../../offline/drafts.ts';

/** What is being written about a record: to the resident, or among staff; with what goes along. */
export interface Written {
  content: string;
  private: boolean;
  /** Colleagues called in, by id: their names. */
  mentions?: Readonly<Record<string, string>>;
  files: readonly FileInfo[];
}

const NOTHING: Written = { content: '', private: false, files: [] };

type Write = (next: Partial<Written> | ((before: Written) => Partial<Written>)) => void;

/** The reply being written about a record; it survives a reload, and whatever colleagues do meanwhile. Third: whether it is kept. */
export function useReplyDraft(scope: Scope, form: string, id: string): [Written, Write, boolean] {
  const { draft, save, clear } = useDraft<Partial<Written>>({
    projectId: scope.projectId ?? '',
    form,
    recordId: id,
  });
  const [written, setWritten] = useState<Written | null>(null);
  /** Whether something was written before the draft was read. */
  const early = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request begins with its own draft
  useEffect(() => {
    setWritten(null);
    early.current = false;
  }, [id]);
  const now: Written = written ?? { ...NOTHING, ...draft?.values };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the draft was read
  useEffect(() => {
    if (draft === undefined || !early.current) return;
    early.current = false;
    // Written before the draft was read: neither of the two is lost.
    write(({ content, files }) => ({
      ...draft?.values,
      content: [draft?.values.content, content].filter(Boolean).join('\n'),
      files: [...(draft?.values.files ?? []), ...files],
    }));
  }, [draft]);
  // A file arrives while one writes on.
  const latest = useRef(now);
  latest.current = now;
  const write: Write = next => {
    const after = { ...latest.current, ...(typeof next === 'function' ? next(latest.current) : next) };
    latest.current = after;
    setWritten(after);
    // What is stored is read first.
    if (draft === undefined) early.current = true;
    else if (after.content || after.files.length > 0) save(after);
    else void clear();
  };
  return [now, write, now.content !== '' || now.files.length > 0];
}
