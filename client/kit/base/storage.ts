import { clear, createStore, del, entries, get, promisifyRequest } from 'idb-keyval';

/** A key-value store of this browser, shared by all tabs. */
export interface Storage {
  get: <T>(key: string) => Promise<T | undefined>;
  set: (key: string, value: unknown) => Promise<void>;
  remove: (key: string) => Promise<void>;
  entries: <T>() => Promise<[string, T][]>;
  clear: () => Promise<void>;
}

/** Opens a store in IndexedDB; where that is not available (private windows, policies) it lasts until the page is left. */
export function openStorage(name: string): Storage {
  return globalThis.indexedDB ? inDatabase(name) : inMemory();
}

function inDatabase(name: string): Storage {
  const place = createStore(`lobby-${name}`, name);
  const memory = inMemory();
  // A database that refuses (full, closed by the user) must not take the form down with it.
  const either = <T>(attempt: Promise<T>, instead: () => Promise<T>) => attempt.catch(instead);
  /** Committed by hand: a page that is being left does not live to see it done by itself. */
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
