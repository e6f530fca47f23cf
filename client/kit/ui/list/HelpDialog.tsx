import { useAtom } from 'jotai';
import { Shortcuts } from '../Shortcuts.tsx';
import { useListModel } from './model.ts';
import { useActions } from './useMultiActions.ts';
import { useListWords } from './words.ts';

/** All keys, with those of the list's own acts. */
export function HelpDialog() {
  const { definition, help } = useListModel();
  const [open, setOpen] = useAtom(help);
  const actions = useActions(definition);
  const t = useListWords();
  const acts = actions.flatMap(([name, { key }]) => (key ? [{ keys: key, words: t(`actions.${name}`) }] : []));
  return open && <Shortcuts acts={acts} onClose={() => setOpen(false)} />;
}
