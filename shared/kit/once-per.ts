/** Memoizes a function per object, as long as the object lives. */
export function oncePer<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, { answer: V }>();
  return of => {
    const entry = made.get(of) ?? { answer: make(of) };
    made.set(of, entry);
    return entry.answer;
  };
}
