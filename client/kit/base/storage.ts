import { clear, createStore, del, entries, get, promisifyRequest } from 'idb-keyval';

/** A key-value store of this browser, shared by all tabs. */
export interface Storage {
  get: <T>(key: string) => Promise<T | undefined>;
  set: (key: string, value: unknown) => Promise<void>;
  remove: (key: string) => Promise<void>;
  entries: <T>() => Promise<[string, T][]>;
  clear: () => Promise<void>;
}

/** Opens a store in IndexedDB. Where that is unavailable (private windows, policies), values last until the page is left. */
export function openStorage(name: string): Storage {
  return globalThis.indexedDB ? inDatabase(name) : inMemory();
}

function inDatabase(name: string): Storage {
  const place = createStore(`lobby-${name}`, name);
  const memory = inMemory();
  // Falls back if the database refuses (full, deleted by the user), so that the form keeps working.
  const either = <T>(attempt: Promise<T>, instead: () => Promise<T>) => attempt.catch(instead);
  /** Commits explicitly, because a page being left would not live to see the automatic commit. */
  const put = (key: string, value: unknown) =>
    place('readwrite', store => {
      store.put(value, key);
      store.transaction.commit();
      return promisifyRequest(store.transaction);
    });
  return {
    get: <T>(key: string) => either(get<T>(key, place), () => memory.get<T>(key)),
    set: (key, value) => either(put(key, value), () => memory.set(key, value)),
    remove: key => either(del(key, place), () => memory.remove(key)),
    entries: <T>() => either(entries<string, T>(place), () => memory.entries<T>()),
    clear: () => either(clear(place), memory.clear),
  };
}

function inMemory(): Storage {
  const values = new Map<string, unknown>();
  return {
    // A key always has values of the same type.
    get: async <T>(key: string) => values.get(key) as T | undefined,
    set: async (key, value) => void values.set(key, structuredClone(value)),
    remove: async key => void values.delete(key),
    entries: async <T>() => [...values] as [string, T][],
    clear: async () => values.clear(),
  };
}
