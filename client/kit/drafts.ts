import { useEffect, useMemo, useState } from 'react';
import { myUserId } from './session.ts';
import { openStorage } from './storage.ts';
import { later } from './timing.ts';

/** What somebody has typed and not sent. */
export interface Draft<V> {
  values: V;
  /** Version of the record that the form was opened with; null for a new one. */
  version: number | null;
  at: number;
}

/** Which form of whom. */
export interface DraftKey {
  projectId: string;
  form: string;
  /** Absent for a new record. */
  recordId?: string | undefined;
}

export interface Keeping<V> {
  /** Keeps what is typed: the first stroke at once, the next ones a moment later. */
  save: (values: V, version?: number | null) => void;
  /** Keeps at once what was put off: the page is being left. */
  flush: () => void;
  /** The form was sent, or given up. */
  clear: () => Promise<void>;
}

const storage = openStorage('drafts');
const PAUSE = 300;
/** What nobody came back to in a month is not missed. */
const KEPT = 30 * 86_400_000;

const nameOf = ({ projectId, form, recordId = 'new' }: DraftKey) => `${myUserId()}/${projectId}/${form}/${recordId}`;

/** The draft of a form, or null. */
export async function readDraft<V>(key: DraftKey): Promise<Draft<V> | null> {
  const draft = await storage.get<Draft<V>>(nameOf(key));
  return draft && Date.now() - draft.at < KEPT ? draft : null;
}

/** Keeps a form's draft for its user, project, form and record. */
export function keepDraft<V>(key: DraftKey): Keeping<V> {
  const name = nameOf(key);
  let latest: Draft<V> | null = null;
  let wrote = 0;
  const write = later(() => {
    if (latest) void storage.set(name, latest);
    latest = null;
    wrote = Date.now();
  }, PAUSE);
  return {
    save(values, version = null) {
      latest = { values, version, at: Date.now() };
      // The first stroke at once: what is written as a page is left does not always arrive.
      if (Date.now() - wrote > PAUSE) write.now();
      else write.soon();
    },
    flush: write.now,
    async clear() {
      write.cancel();
      latest = null;
      await storage.remove(name);
    },
  };
}

/** The draft that a form begins with (`undefined` until it was looked up), and how to keep it. */
export function useDraft<V>({
  projectId,
  form,
  recordId,
}: DraftKey): Keeping<V> & { draft: Draft<V> | null | undefined } {
  const [draft, setDraft] = useState<Draft<V> | null>();
  const keeping = useMemo(() => keepDraft<V>({ projectId, form, recordId }), [projectId, form, recordId]);
  useEffect(() => {
    let wanted = true;
    setDraft(undefined);
    void readDraft<V>({ projectId, form, recordId }).then(found => wanted && setDraft(found));
    globalThis.addEventListener?.('pagehide', keeping.flush);
    return () => {
      wanted = false;
      keeping.flush();
      globalThis.removeEventListener?.('pagehide', keeping.flush);
    };
  }, [projectId, form, recordId, keeping]);
  return { ...keeping, draft };
}

/** Forgets all drafts, at sign-out. */
export function forgetDrafts(): Promise<void> {
  return storage.clear();
}
