import type { Words } from './default-words.ts';

/** Key in a noun's locale file for words that belong to another file: `"$shared": {"errors": {"LABEL_IN_USE": "…"}}`. */
export const SHARED = '$shared';

/** The words of a file without those for others. */
export function ownWords({ [SHARED]: _shared, ...rest }: Words): Words {
  return rest;
}

/** Words of all files by name, including those that other files hold for them. Throws if two files differ on a key. */
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
