import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { useEffect, useRef, useState } from 'react';
import type { Scope } from '../../http/api.ts';
import { useDraft } from '../../offline/drafts.ts';

/** A message being written, to the resident or internal, with its attachments. */
export interface Written {
  content: string;
  private: boolean;
  /** Names of mentioned colleagues by id. */
  mentions?: Readonly<Record<string, string>>;
  files: readonly FileInfo[];
}

const NOTHING: Written = { content: '', private: false, files: [] };

type Write = (next: Partial<Written> | ((before: Written) => Partial<Written>)) => void;

/** The draft of a reply to a record; it survives reloads and changes by colleagues. The third value tells whether it is stored. */
export function useReplyDraft(scope: Scope, form: string, id: string): [Written, Write, boolean] {
  const { draft, save, clear } = useDraft<Partial<Written>>({
    projectId: scope.projectId ?? '',
    form,
    recordId: id,
  });
  const [written, setWritten] = useState<Written | null>(null);
  /** Whether something was typed before the draft was loaded. */
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
    // Merges text typed before the draft was loaded with the draft.
    write(({ content, files }) => ({
      ...draft?.values,
      content: [draft?.values.content, content].filter(Boolean).join('\n'),
      files: [...(draft?.values.files ?? []), ...files],
    }));
  }, [draft]);
  // A ref, because a file may arrive while typing continues.
  const latest = useRef(now);
  latest.current = now;
  const write: Write = next => {
    const after = { ...latest.current, ...(typeof next === 'function' ? next(latest.current) : next) };
    latest.current = after;
    setWritten(after);
    // The stored draft is loaded first.
    if (draft === undefined) early.current = true;
    else if (after.content || after.files.length > 0) save(after);
    else void clear();
  };
  return [now, write, now.content !== '' || now.files.length > 0];
}
