import { useAtomValue, useStore } from 'jotai';
import { useRef } from 'react';
import { recordAtom } from '../../records/records.ts';
import type { Plain } from './columns.ts';
import { useListModel } from './model/model.ts';

/** Rows that are looked at, and the fewest of which one says that they are all the same. */
const LOOKED_AT = 40;
const FEWEST = 5;
const NONE: Plain = new Map();

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** What the first rows hold of each column, as they were when the list was asked: columns do not come and go under the reader's hand. */
export function usePlainColumns(): Plain {
  const { list, query, definition } = useListModel();
  const { ids, phase } = useAtomValue(list.view);
  const store = useStore();
  const seen = useRef<{ query: unknown; plain: Plain }>({ query: null, plain: NONE });
  if (phase === 'ready' && seen.current.query !== query) {
    const rows = ids
      .slice(0, LOOKED_AT)
      .flatMap(id => (id ? (store.get(recordAtom(definition.name, id))?.row ?? []) : []));
    const plain = new Map<string, 'empty' | 'same'>();
    for (const field of rows.length > 0 ? definition.list.columns : []) {
      const values = rows.map(row => row[field]);
      if (values.every(isEmpty)) plain.set(field, 'empty');
      else if (rows.length >= FEWEST && new Set(values.map(value => JSON.stringify(value))).size === 1)
        plain.set(field, 'same');
    }
    seen.current = { query, plain };
  }
  return seen.current.plain;
}
