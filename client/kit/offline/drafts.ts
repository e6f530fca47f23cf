import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { DRAFT_DAYS } from '@lobby/shared/kit/upload-limits.ts';
import { useEffect, useMemo, useState } from 'react';
import { openStorage } from '../base/storage.ts';
import { debounce } from '../http/debounce.ts';
import { myUserId } from '../session/session.ts';
import { openTabs, tabName, tabSettling } from './tab.ts';

/** Unsent input of a form. */
export interface Draft<V> {
  values: V;
  /** Version of the record that the form was opened with; null for a new one. */
  version: number | null;
  at: number;
}

/** Identifies a form and its record. */
export interface DraftKey {
  projectId: string;
  form: string;
  /** Absent for a new record. */
  recordId?: string | undefined;
}

export interface Keeping<V> {
  /** Stores the typed values: the first change at once, later ones debounced. */
  save: (values: V, version?: number | null) => void;
  /** Stores a debounced change now: the page is being left. */
  flush: () => void;
  /** Removes the draft after the form was sent or discarded. */
  clear: () => Promise<void>;
}

const storage = openStorage('drafts');
const PAUSE = 300;
const KEPT = DRAFT_DAYS * DAY_MS;

/** New records in two tabs are separate, so each tab has its own draft. */
const NEW = 'new';
const nameOf = ({ projectId, form, recordId = `${NEW}.${tabName()}` }: DraftKey) =>
  `${myUserId()}/${projectId}/${form}/${recordId}`;

/** The draft of a form, or null. For a new record also one left by a tab that no longer exists. */
export async function readDraft<V>(key: DraftKey): Promise<Draft<V> | null> {
  await tabSettling();
  const name = nameOf(key);
  const draft = (await storage.get<Draft<V>>(name)) ?? (key.recordId ? null : await takeLeft<V>(key, name));
  return draft && Date.now() - draft.at < KEPT ? draft : null;
}

async function takeLeft<V>(key: DraftKey, name: string): Promise<Draft<V> | null> {
  const beginning = nameOf({ ...key, recordId: NEW });
  const all = (await storage.entries<Draft<V>>()).filter(([place]) => place.startsWith(beginning));
  const left = leftBehind(all, beginning, await openTabs());
  if (!left) return null;
  await storage.set(name, left[1]);
  await storage.remove(left[0]);
  return left[1];
}

/** The newest draft of a new record that no open tab is editing. */
export function leftBehind<D extends { at: number }>(
  drafts: readonly [string, D][],
  beginning: string,
  open: ReadonlySet<string> | null,
): [string, D] | undefined {
  const tabOf = (name: string) => name.slice(beginning.length + 1);
  return drafts.filter(([name]) => !open?.has(tabOf(name))).toSorted(([, a], [, b]) => b.at - a.at)[0];
}

/** Runs a function with the name of a draft: synchronously if the tab has its name, because an unloading page cannot wait. */
const named = (key: DraftKey, does: (name: string) => Promise<void>): Promise<void> =>
  tabSettling()?.then(() => does(nameOf(key))) ?? does(nameOf(key));

/** Stores a form's draft by user, project, form and record. */
export function keepDraft<V>(key: DraftKey): Keeping<V> {
  let latest: Draft<V> | null = null;
  let wrote = 0;
  const write = debounce(() => {
    const draft = latest;
    if (draft) void named(key, name => storage.set(name, draft));
    latest = null;
    wrote = Date.now();
  }, PAUSE);
  return {
    save(values, version = null) {
      latest = { values, version, at: Date.now() };
      // The first change is stored at once, because a write while the page is being left may not complete.
      if (Date.now() - wrote > PAUSE) write.now();
      else write.soon();
    },
    flush: write.now,
    async clear() {
      write.cancel();
      latest = null;
      await named(key, name => storage.remove(name));
    },
  };
}

/** The draft of a form (`undefined` until it was loaded), with functions to store it. */
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
    void readDraft<V>({ projectId, form, recordId }).then(stored => wanted && setDraft(stored));
    globalThis.addEventListener?.('pagehide', keeping.flush);
    return () => {
      wanted = false;
      keeping.flush();
      globalThis.removeEventListener?.('pagehide', keeping.flush);
    };
  }, [projectId, form, recordId, keeping]);
  return { ...keeping, draft };
}

/** Removes all drafts of a user who signs out; other users of this browser keep theirs. */
export async function forgetDrafts(userId: string): Promise<void> {
  const entries = await storage.entries();
  for (const [name] of entries) if (name.startsWith(`${userId}/`)) await storage.remove(name);
}
