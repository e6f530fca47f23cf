import { atom, useAtom, type WritableAtom } from 'jotai';
import { family, store } from '../base/store.ts';
import { meAtom, myUserId } from './session.ts';

/** Column layout of a list for one person. */
export interface ColumnChoice {
  order?: readonly string[];
  hidden?: readonly string[];
  /** Field -> px. */
  widths?: Readonly<Record<string, number>>;
}

/** Preferences by name: stored locally at once, and on the server for other devices a moment later. */
export interface Preferences {
  [columns: `columns/${string}`]: ColumnChoice;
  /** The saved view that a list of a project opens with: `view/<project>/<list>`. */
  [view: `view/${string}`]: string;
  /** Keys of screens pinned on top of a project's menu. */
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

/** Value stored in this browser for a user and name; null if there is none. */
export function readChoice(user: string, name: string): unknown {
  try {
    return JSON.parse(globalThis.localStorage?.getItem(keyOf(user, name)) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value in this browser for a user and name; null removes it. */
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
/** Calls back with the name of each preference changed in this tab. */
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
      const choice = get(chosen);
      return choice?.user === user && choice.seen === seen ? choice.value : readChoice(user, name);
    },
    (get, set, value) => {
      const user = get(meAtom)?.user.id ?? '';
      writeChoice(user, name, value);
      set(chosen, { user, seen: get(changes), value });
      for (const listener of choosing) listener(name);
    },
  );
});

/** A preference of the signed-in user, stored locally and on the server; `initial` until one was set. */
export function usePreference<N extends keyof Preferences>(
  name: N,
  initial: Preferences[N],
): [Preferences[N], (value: Preferences[N] | null) => void] {
  const [value, setValue] = useAtom(preferences(String(name)));
  // Safe cast: only these functions write under the name, with its type.
  return [(value as Preferences[N] | null) ?? initial, setValue];
}

/** Sets a preference of the signed-in user; null removes it. */
export function choose<N extends keyof Preferences>(name: N, value: Preferences[N] | null): void {
  store.set(preferences(String(name)), value);
}

/** A preference of the signed-in user; null if not set. */
export function chosen<N extends keyof Preferences>(name: N): Preferences[N] | null {
  // Safe cast, as in `usePreference`.
  return store.get(preferences(String(name))) as Preferences[N] | null;
}

/** Applies preferences changed elsewhere. */
export function takeOver(values: Readonly<Record<string, unknown>>): void {
  const user = myUserId();
  if (!user) return;
  for (const [name, value] of Object.entries(values)) writeChoice(user, name, value);
  store.set(changes, count => count + 1);
}

/** Calls back after preferences changed elsewhere were applied. */
export function onTakenOver(listener: () => void): () => void {
  return store.sub(changes, listener);
}

/** Applies preferences changed in other tabs. Returns a function to stop. */
export function watchPreferences(): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key?.startsWith('lobby.')) store.set(changes, count => count + 1);
  };
  globalThis.addEventListener?.('storage', heard);
  return () => globalThis.removeEventListener?.('storage', heard);
}
