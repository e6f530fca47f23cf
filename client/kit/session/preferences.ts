import { atom, useAtom, type WritableAtom } from 'jotai';
import { family, store } from '../base/store.ts';
import { meAtom, myUserId } from './session.ts';

/** How a list is laid out for one person. */
export interface ColumnChoice {
  order?: readonly string[];
  hidden?: readonly string[];
  /** Field -> px. */
  widths?: Readonly<Record<string, number>>;
}

/** What is remembered of a person, by name: here at once, on the server a moment later, and so on their other devices. */
export interface Preferences {
  [columns: `columns/${string}`]: ColumnChoice;
  /** The saved view that a list of a project opens with: `view/<project>/<list>`. */
  [view: `view/${string}`]: string;
  /** What stands on top of the menu of a project: the keys of its screens. */
  [pins: `pins/${string}`]: readonly string[];
  /** Keys that act without Ctrl or Alt (WCAG 2.1.4). */
  singleKeys: boolean;
  theme: string;
  density: string;
  language: string;
}

const keyOf = (user: string, name: string) => `lobby.${user}.${name}`;
/** Counts up when another tab or device has changed something. */
const changes = atom(0);

/** What is kept in this browser under a name of a person; null when nothing is. */
export function readChoice(user: string, name: string): unknown {
  try {
    return JSON.parse(globalThis.localStorage?.getItem(keyOf(user, name)) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a value in this browser under a name of a person; null takes it back. */
export function writeChoice(user: string, name: string, value: unknown): void {
  try {
    if (value === null) globalThis.localStorage?.removeItem(keyOf(user, name));
    else globalThis.localStorage?.setItem(keyOf(user, name), JSON.stringify(value));
  } catch {
    // The choice still works for this visit.
  }
}

type Heard = (name: string) => void;
const choosing = new Set<Heard>();
/** Calls back with the name of what the person chooses in this tab. */
export function onChosen(listener: Heard): () => void {
  choosing.add(listener);
  return () => choosing.delete(listener);
}

type PreferenceAtom = WritableAtom<unknown, [unknown], void>;

const preferences = family((name: string): PreferenceAtom => {
  const chosen = atom<{ user: string; seen: number; value: unknown } | null>(null);
  return atom(
    get => {
      const user = get(meAtom)?.user.id ?? '';
      const seen = get(changes);
      const known = get(chosen);
      return known?.user === user && known.seen === seen ? known.value : readChoice(user, name);
    },
    (get, set, value) => {
      const user = get(meAtom)?.user.id ?? '';
      writeChoice(user, name, value);
      set(chosen, { user, seen: get(changes), value });
      for (const listener of choosing) listener(name);
    },
  );
});

/** A choice of the person who is signed in, remembered here and on the server; `initial` until one was made. */
export function usePreference<N extends keyof Preferences>(
  name: N,
  initial: Preferences[N],
): [Preferences[N], (value: Preferences[N] | null) => void] {
  const [value, setValue] = useAtom(preferences(String(name)));
  // Only this hook and its like write under the name, with the type that the name has.
  return [(value as Preferences[N] | null) ?? initial, setValue];
}

/** Chooses for the person who is signed in; null takes the choice back. */
export function choose<N extends keyof Preferences>(name: N, value: Preferences[N] | null): void {
  store.set(preferences(String(name)), value);
}

/** What the person who is signed in has chosen; null when nothing. */
export function chosen<N extends keyof Preferences>(name: N): Preferences[N] | null {
  // As in `usePreference`.
  return store.get(preferences(String(name))) as Preferences[N] | null;
}

/** Takes over what was chosen elsewhere. */
export function takeOver(values: Readonly<Record<string, unknown>>): void {
  const user = myUserId();
  if (!user) return;
  for (const [name, value] of Object.entries(values)) writeChoice(user, name, value);
  store.set(changes, count => count + 1);
}

/** Calls back after what was chosen elsewhere has been taken over. */
export function onTakenOver(listener: () => void): () => void {
  return store.sub(changes, listener);
}

/** Takes over what other tabs choose. Answers how to stop. */
export function watchPreferences(): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key?.startsWith('lobby.')) store.set(changes, count => count + 1);
  };
  globalThis.addEventListener?.('storage', heard);
  return () => globalThis.removeEventListener?.('storage', heard);
}
