import type { Definition } from '@lobby/shared/kit/definition.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Prepare, Row } from './documents.ts';

/** Records of each module, those that others name first. */
export type Sets = readonly (readonly [Definition, readonly Record<string, unknown>[]])[];

/** The documents of the records, each with the titles of those that it names. */
export function* preparedRows(sets: Sets, prepare: Prepare): Generator<Row> {
  const titles = new Map<unknown, string>();
  for (const [definition, docs] of sets) {
    // A reference takes the name of the record it refers to.
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
