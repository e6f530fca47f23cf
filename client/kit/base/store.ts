import { getDefaultStore, type PrimitiveAtom } from 'jotai';

/** The one store: components read it through jotai's hooks without a provider, the kit through `store.get` and `store.set`. */
export const store = getDefaultStore();

export interface Family<A> {
  (key: string): A;
  /** Drops the atom of a key, or all. */
  forget: (key?: string) => void;
  keys: () => Iterable<string>;
}

/** Atoms by key, created on first use. */
export function family<A>(make: (key: string) => A): Family<A> {
  const atoms = new Map<string, A>();
  const find = (key: string) => {
    const cached = atoms.get(key);
    if (cached) return cached;
    const made = make(key);
    atoms.set(key, made);
    return made;
  };
  return Object.assign(find, {
    forget: (key?: string) => (key === undefined ? atoms.clear() : void atoms.delete(key)),
    keys: () => atoms.keys(),
  });
}

/** Resets all atoms of a family for their current subscribers, and drops them. */
export function resetFamily<V>(atoms: Family<PrimitiveAtom<V>>, value: V): void {
  for (const key of atoms.keys()) store.set(atoms(key), value);
  atoms.forget();
}
