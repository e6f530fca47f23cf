import { useStore } from 'jotai';
import { rowOf } from '../../../records/records.ts';
import { fits, isAskedAbout } from '../../actions/acts.ts';
import { useAct } from '../../actions/useAct.ts';
import type { ActKey } from '../../keyboard.ts';
import { useBulk } from '../bulk/useBulk.ts';
import { useActions } from '../bulk/useMultiActions.ts';
import { useListModel } from '../model/model.ts';
import { useListWords } from '../model/words.ts';

/** Shortcuts of a list's acts, on the selected rows or the row returned by `at`. */
export function useRowAct(at: () => string | null): ActKey[] {
  const { definition, selection, asking } = useListModel();
  const store = useStore();
  const act = useAct(definition, true);
  const bulk = useBulk();
  const allowed = useActions(definition);
  const t = useListWords();
  function press(name: string) {
    const id = at();
    const action = definition.actions?.[name];
    if (!action) return;
    const chosen = store.get(selection);
    const many = action.multi && (chosen.all || chosen.ids.size > 0);
    const row = id === null ? undefined : rowOf(definition.name, id);
    if (!many && !(row && fits(definition, action, row))) return;
    if (isAskedAbout(action, many ? undefined : row)) store.set(asking, { action: name, id: many ? null : id });
    else if (many) void bulk.act(name);
    else if (row) void act(row, name);
  }
  return allowed.flatMap(([name, { key }]) =>
    key ? [{ keys: key, words: t(`actions.${name}`), run: () => press(name) }] : [],
  );
}
