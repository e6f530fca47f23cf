import { useAtomValue, useStore } from 'jotai';
import { useEffect } from 'react';
import { canDecide, matches } from '../../../base/matches.ts';
import { entryOf } from '../../../records/records.ts';
import { readerOf } from '../../../session/session.ts';
import { useListModel } from '../model/model.ts';

/** When rows leave the list, the next row becomes current, and they are deselected. */
export function useLeavingRows(): void {
  const { definition, scope, list, state, current, selection } = useListModel();
  const store = useStore();
  const { ids, marks, filter } = useAtomValue(list.view);
  useEffect(() => {
    const { id, ring } = store.get(current);
    if (id === null || state.open !== null) return;
    if (ids.includes(id) && marks.get(id) !== 'gone') return;
    store.set(current, { id: list.step(id, 1) ?? list.step(id, -1), ring });
  }, [ids, marks, list, state.open, store, current]);
  useEffect(() => {
    const hasLeft = (id: string) => {
      const entry = entryOf(definition.name, id);
      if (!entry || marks.get(id) === 'gone') return entry !== undefined;
      return (
        entry.removed || (canDecide(definition, filter) && !matches(definition, filter, entry.row, readerOf(scope)))
      );
    };
    const chosen = store.get(selection);
    const left = [...chosen.ids].filter(hasLeft);
    if (left.length === 0) return;
    store.set(selection, { ...chosen, ids: new Set([...chosen.ids].filter(id => !left.includes(id))) });
  }, [marks, filter, definition, scope, store, selection]);
}
