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
  /** The record when the draft was started, which tells whom it is addressed to. */
  about?: About;
}

/** Unit and status of a record. */
export interface About {
  unitId: string | null;
  status: string;
}

const NOTHING: Written = { content: '', private: false, files: [] };

/** State of a record, once loaded. */
export const aboutOf = ({ unitId = null, status }: Partial<About> = {}): About | undefined =>
  status === undefined ? undefined : { unitId, status };

/** Locale key for a change of the record during a reply to its resident: it was closed, or moved to another unit. */
export function changeOf(
  then: About | undefined,
  now: About | undefined,
  ended: readonly string[] = [],
): 'movedMeanwhile' | 'endedMeanwhile' | null {
  if (!then || !now) return null;
  if (then.unitId !== now.unitId) return 'movedMeanwhile';
  return ended.includes(now.status) && !ended.includes(then.status) ? 'endedMeanwhile' : null;
}

export type Write = (next: Partial<Written> | ((before: Written) => Partial<Written>)) => void;

const isEmpty = ({ content, files }: Written) => !content && files.length === 0;

/** Text typed before the draft was loaded; kept outside of the component, so that a remount continues with it. */
const early = new Map<string, Written>();

/** Merges two texts of a record. */
export const joined = (first: Partial<Written>, { content, files }: Written): Partial<Written> => ({
  ...first,
  content: [first.content, content].filter(Boolean).join('\n'),
  files: [...(first.files ?? []), ...files],
});

/**
 * The draft of a reply to a record in its current state (`about`); it survives reloads and changes by colleagues. The third
 * value tells whether it is stored.
 */
export function useReplyDraft(scope: Scope, form: string, id: string, about?: About): [Written, Write, boolean] {
  const projectId = scope.projectId ?? '';
  const name = `${projectId}/${form}/${id}`;
  const { draft, save, clear } = useDraft<Partial<Written>>({
    projectId,
    form,
    recordId: id,
  });
  const [written, setWritten] = useState<Written | null>(null);
  useEffect(() => setWritten(early.get(name) ?? null), [name]);
  const now: Written = written ?? { ...NOTHING, ...draft?.values };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the draft was read
  useEffect(() => {
    const typed = early.get(name);
    if (draft === undefined || !typed) return;
    early.delete(name);
    write(draft ? joined(draft.values, typed) : typed);
  }, [draft]);
  // A ref, because a file may arrive while typing continues.
  const latest = useRef(now);
  latest.current = now;
  const write: Write = next => {
    const before = latest.current;
    const change = typeof next === 'function' ? next(before) : next;
    // The record when the draft was started.
    const of = change.about ?? (isEmpty(before) ? about : (before.about ?? about));
    const after = { ...before, ...change, ...(of && { about: of }) };
    latest.current = after;
    setWritten(after);
    // The stored draft is loaded first.
    if (draft === undefined) early.set(name, after);
    else if (isEmpty(after)) void clear();
    else save(after);
  };
  return [now, write, !isEmpty(now)];
}
