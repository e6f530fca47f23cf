import { useAtomValue, useStore } from 'jotai';
import { useRef } from 'react';
import { recordAtom } from '../../../records/records.ts';
import { useListModel } from '../model/model.ts';
import { type Plain, rowWidth } from './columns.ts';

/** Number of rows considered, and the minimum to call them equal. */
const LOOKED_AT = 24;
const FEWEST = 5;
const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** Columns that are empty (counts: 0) or equal in the visible rows, and widths of their longest texts in px. */
interface Said {
  plain: Plain;
  words: ReadonlyMap<string, number>;
}
const NOTHING: Said = { plain: new Map(), words: new Map() };

/** The same for the first rows when the list was read, so that columns do not appear and disappear later. */
export function usePlainColumns(): Said {
  const { list, query, definition } = useListModel();
  const { ids, phase } = useAtomValue(list.view);
  const store = useStore();
  const seen = useRef<{ query: unknown; said: Said }>({ query: null, said: NOTHING });
  if (phase === 'ready' && seen.current.query !== query) {
    const rows = ids
      .slice(0, LOOKED_AT)
      .flatMap(id => (id ? (store.get(recordAtom(definition.name, id))?.row ?? []) : []));
    const plain = new Map<string, 'empty' | 'same'>();
    const words = new Map<string, number>();
    for (const field of rows.length > 0 ? definition.list.columns : []) {
      const values = rows.map(row => row[field]);
      const counts = definition.fields[field]?.kind === 'integer';
      if (values.every(value => isEmpty(value) || (counts && value === 0))) plain.set(field, 'empty');
      else if (rows.length >= FEWEST && new Set(values.map(value => JSON.stringify(value))).size === 1)
        plain.set(field, 'same');
      if (field === definition.title)
        words.set(field, Math.max(0, ...values.map(value => (typeof value === 'string' ? rowWidth(value) : 0))));
    }
    seen.current = { query, said: { plain, words } };
  }
  return seen.current.said;
}
