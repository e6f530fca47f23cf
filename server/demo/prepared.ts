import type { Definition } from '@lobby/shared/kit/definition.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Prepare, Row } from './documents.ts';

/** Records by module, referenced ones first. */
export type Sets = readonly (readonly [Definition, readonly Record<string, unknown>[]])[];

/** Prepares the records of all sets, passing each the titles of the records it refers to. */
export function* preparedRows(sets: Sets, prepare: Prepare): Generator<Row> {
  const titles = new Map<unknown, string>();
  for (const [definition, docs] of sets) {
    // A record titled by a reference takes the title of the referenced record.
    const isRef = definition.fields[definition.title]?.kind === 'ref';
    for (const doc of docs) {
      const title = doc[definition.title];
      titles.set(doc._id, isRef ? (titles.get(title) ?? '') : String(title));
    }
    const refs = Object.keys(definition.fields).filter(name => definition.fields[name]?.kind === 'ref');
    for (const doc of docs) {
      const names: Record<string, string> = {};
      for (const name of refs) {
        const title = titles.get(doc[name]);
        if (title !== undefined) names[name] = title;
      }
      yield [collectionOf(definition), prepare(definition, doc, names)];
    }
  }
}
