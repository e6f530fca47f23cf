import { useStore } from 'jotai';
import { useMemo } from 'react';
import { rowOf } from '../../records.ts';
import { useAct } from '../detail/useAct.ts';
import { fits, isAskedAbout } from './acts.ts';
import { useListModel } from './model.ts';
import { useBulk } from './useBulk.ts';
import { useActions } from './useMultiActions.ts';

/** The acts that have a key, and what that key does: to the chosen rows, or to the current one. */
export function useRowAct(): {
  keys: Readonly<Record<string, string>>;
  press: (name: string, id: string | null) => void;
} {
  const { definition, selection, asking } = useListModel();
  const store = useStore();
  const act = useAct(definition);
  const bulk = useBulk();
  const allowed = useActions(definition);
  const keys = useMemo(
    () => Object.fromEntries(allowed.flatMap(([name, { key }]) => (key ? [[key, name]] : []))),
    [allowed],
  );
  function press(name: string, id: string | null) {
    const action = definition.actions?.[name];
    if (!action) return;
    const chosen = store.get(selection);
    const many = action.multi && (chosen.all || chosen.ids.size > 0);
    const row = id === null ? undefined : rowOf(definition.name, id);
    if (!many && !(row && fits(definition, action, row))) return;
    if (isAskedAbout(action)) store.set(asking, { action: name, id: many ? null : id });
    else if (many) void bulk.act(name);
    else if (row) void act(row, name);
  }
  return { keys, press };
}
