/** A function that makes its answer once for each object, and forgets it with the object. */
export function oncePer<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, { answer: V }>();
  return of => {
    const known = made.get(of) ?? { answer: make(of) };
    made.set(of, known);
    return known.answer;
  };
}
