import type { Definition } from '@lobby/shared/kit/definition.ts';
import { atom, useAtom } from 'jotai';
import { type ColumnChoice, usePreference } from '../../../session/preferences.ts';
import { useOnView } from './useViews.ts';

const AS_DECLARED: ColumnChoice = {};
/** What was changed of a view's columns since it was chosen, by its id. */
const changed = atom<Readonly<Record<string, ColumnChoice>>>({});

/** How the columns of a list are laid out: by the view that is on, else as the reader has done it. */
export function useLayout(definition: Definition): [ColumnChoice, (choice: ColumnChoice) => void] {
  const [own, setOwn] = usePreference(`columns/${definition.name}`, AS_DECLARED);
  const [drafts, setDrafts] = useAtom(changed);
  const view = useOnView(definition);
  if (!view?.columns) return [own, setOwn];
  return [drafts[view.id] ?? view.columns, choice => setDrafts(before => ({ ...before, [view.id]: choice }))];
}
