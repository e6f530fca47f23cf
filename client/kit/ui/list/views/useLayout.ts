import type { Definition } from '@lobby/shared/kit/definition.ts';
import { atom, useAtom } from 'jotai';
import { type ColumnChoice, usePreference } from '../../../session/preferences.ts';
import { useOnView } from './useViews.ts';

const AS_DECLARED: ColumnChoice = {};
/** Changes of views' columns since they were opened, by id. */
const changed = atom<Readonly<Record<string, ColumnChoice>>>({});

/** Column layout of a list: of the active view, otherwise the reader's own. */
export function useLayout(definition: Definition): [ColumnChoice, (choice: ColumnChoice) => void] {
  const [layout, setLayout] = usePreference(`columns/${definition.name}`, AS_DECLARED);
  const [drafts, setDrafts] = useAtom(changed);
  const view = useOnView(definition);
  if (!view?.columns) return [layout, setLayout];
  return [drafts[view.id] ?? view.columns, choice => setDrafts(before => ({ ...before, [view.id]: choice }))];
}
