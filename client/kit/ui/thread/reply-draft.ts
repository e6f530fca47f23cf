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
  /** The record as it was when its first letter was written: for whom the words are. */
  about?: About;
}

/** Whose a record is, and how far. */
export interface About {
  unitId: string | null;
  status: string;
}

const NOTHING: Written = { content: '', private: false, files: [] };

/** How a record stands, once it is read. */
export const aboutOf = ({ unitId = null, status }: Partial<About> = {}): About | undefined =>
  status === undefined ? undefined : { unitId, status };

/** Which words say what became of a record while somebody wrote for its resident: it ended, or went to another unit. */
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

/** What was written before the draft of its record was read; a part of the screen that is drawn anew goes on with it. */
const early = new Map<string, Written>();

/** Two texts of one record: neither is lost. */
export const joined = (first: Partial<Written>, { content, files }: Written): Partial<Written> => ({
  ...first,
  content: [first.content, content].filter(Boolean).join('\n'),
  files: [...(first.files ?? []), ...files],
});

/** The reply being written about a record as it is now (`about`); it survives a reload, and whatever colleagues do meanwhile. Third: whether it is kept. */
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
  // A file arrives while one writes on.
  const latest = useRef(now);
  latest.current = now;
  const write: Write = next => {
    const before = latest.current;
    const given = typeof next === 'function' ? next(before) : next;
    // The record as it was at the first letter.
    const of = given.about ?? (isEmpty(before) ? about : (before.about ?? about));
    const after = { ...before, ...given, ...(of && { about: of }) };
    latest.current = after;
    setWritten(after);
    // What is stored is read first.
    if (draft === undefined) early.set(name, after);
    else if (isEmpty(after)) void clear();
    else save(after);
  };
  return [now, write, !isEmpty(now)];
}
