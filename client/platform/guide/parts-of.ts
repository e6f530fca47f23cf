interface Part {
  /** Where it begins. */
  at: number;
  part: string;
}

/** A text in parts: the names that it holds, and what stands between them. */
export function partsOf(words: string, names: readonly string[]): Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < words.length) {
    const [next] = names
      .map(name => ({ at: words.indexOf(name, at), part: name }))
      .filter(found => found.part !== '' && found.at >= 0)
      .sort((a, b) => a.at - b.at);
    const end = next?.at ?? words.length;
    if (end > at) parts.push({ at, part: words.slice(at, end) });
    if (next) parts.push(next);
    at = next ? next.at + next.part.length : words.length;
  }
  return parts;
}
