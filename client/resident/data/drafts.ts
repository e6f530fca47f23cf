import { del, get, set } from 'idb-keyval';
import { useEffect, useRef, useState } from 'react';
import { keepDraft, photos, readDrafts } from './kept-drafts.ts';
import { type Home, useSession } from './session.ts';

const nameFor = (home: Home | undefined, name: string) => `${home?.residentId}.${home?.unitId} ${name}`;

/** Key of a draft of one person in one home. */
const useName = (name: string): string => nameFor(useSession()?.home, name);

/** Starts a draft with text from elsewhere, unless there already is one. */
export function beginDraft(home: Home | undefined, of: string, value: string): void {
  const name = nameFor(home, of);
  if (!readDrafts()[name]) keepDraft(name, value, value === '');
}

/** A state that survives navigation and reloads, until it is reset to its initial value. */
export function useDraft<T>(of: string, empty: T): [value: T, set: (next: T) => void] {
  const name = useName(of);
  const [value, setValue] = useState<T>(() => (readDrafts()[name]?.value as T | undefined) ?? empty);
  const change = (next: T) => {
    setValue(next);
    keepDraft(name, next, JSON.stringify(next) === JSON.stringify(empty));
  };
  return [value, change];
}

/** Photos that survive navigation and reloads. */
export function useDraftPhotos(of: string): [files: readonly File[], set: (next: readonly File[]) => void] {
  const name = useName(of);
  const [files, setFiles] = useState<readonly File[]>([]);
  const touched = useRef(false);
  useEffect(() => {
    get<readonly File[]>(name, photos).then(
      stored => stored && !touched.current && setFiles(stored),
      () => null,
    );
  }, [name]);
  const change = (next: readonly File[]) => {
    touched.current = true;
    setFiles(next);
    void (next.length > 0 ? set(name, next, photos) : del(name, photos)).catch(() => null);
  };
  return [files, change];
}
