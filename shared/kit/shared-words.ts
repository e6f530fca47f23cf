import type { Words } from './default-words.ts';

/** The key under which the file of a noun keeps words that stand in another: `"$shared": {"errors": {"LABEL_IN_USE": "…"}}`. */
export const SHARED = '$shared';

/** A file of words without those that stand in others. */
export function ownWords({ [SHARED]: _shared, ...own }: Words): Words {
  return own;
}

/** The words of each file by name, with those in it that other files keep for it. Two that say one key differently are a fault. */
export function gatherWords(files: ReadonlyMap<string, Words>): Map<string, Words> {
  const all = new Map([...files].map(([name, words]) => [name, structuredClone(ownWords(words))]));
  for (const [from, { [SHARED]: shared = {} }] of files) {
    if (typeof shared === 'string') throw new Error(`${SHARED} of ${from} holds no words by file`);
    for (const [name, words] of Object.entries(shared)) {
      const target = all.get(name);
      if (!target || typeof words === 'string') throw new Error(`${SHARED} of ${from}: there is no file ${name}`);
      add(target, words, `${from} ${name}`);
    }
  }
  return all;
}

function add(target: Words, words: Words, path: string): void {
  for (const [key, value] of Object.entries(words)) {
    const there = target[key];
    if (there === undefined) target[key] = structuredClone(value);
    else if (typeof there === 'object' && typeof value === 'object') add(there, value, `${path}.${key}`);
    else throw new Error(`${path}.${key} is said twice`);
  }
}
