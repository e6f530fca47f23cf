import { clear, createStore, del, entries, get, set } from 'idb-keyval';

/** A place in this browser for values by key; each tab sees the same. */
export interface Storage {
  get: <T>(key: string) => Promise<T | undefined>;
  set: (key: string, value: unknown) => Promise<void>;
  remove: (key: string) => Promise<void>;
  entries: <T>() => Promise<[string, T][]>;
  clear: () => Promise<void>;
}

/** Opens a place in IndexedDB; where that is closed (private windows, policies) it holds until the page is left. */
export function openStorage(name: string): Storage {
  return globalThis.indexedDB ? inDatabase(name) : inMemory();
}

function inDatabase(name: string): Storage {
  const place = createStore(`lobby-${name}`, name);
  const memory = inMemory();
  // A database that refuses (full, closed by the user) must not take the form down with it.
  const either = <T>(attempt: Promise<T>, instead: () => Promise<T>) => attempt.catch(instead);
  return {
    get: <T>(key: string) => either(get<T>(key, place), () => memory.get<T>(key)),
    set: (key, value) => either(set(key, value, place), () => memory.set(key, value)),
    remove: key => either(del(key, place), () => memory.remove(key)),
    entries: <T>() => either(entries<string, T>(place), () => memory.entries<T>()),
    clear: () => either(clear(place), memory.clear),
  };
}

function inMemory(): Storage {
  const values = new Map<string, unknown>();
  return {
    // What was put in under a key is what comes out: the keys name their shape.
    get: async <T>(key: string) => values.get(key) as T | undefined,
    set: async (key, value) => void values.set(key, structuredClone(value)),
    remove: async key => void values.delete(key),
    entries: async <T>() => [...values] as [string, T][],
    clear: async () => values.clear(),
  };
}
