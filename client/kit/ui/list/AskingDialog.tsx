import { useAtom, useAtomValue } from 'jotai';
import { rowOf } from '../../records.ts';
import { AwaitedDialog } from '../AwaitedDialog.tsx';
import { useAct } from '../detail/useAct.ts';
import { lazyPart } from '../lazy-part.tsx';
import { actOf } from './acts.ts';
import { useListModel } from './model.ts';
import { countOf } from './selection.ts';
import { useBulk } from './useBulk.ts';
import { useListWords } from './words.ts';

const ActionDialog = lazyPart(async () => (await import('../detail/ActionDialog.tsx')).ActionDialog, AwaitedDialog);

/** Asks what an act needs before it is done, to one row or to all that are chosen. */
export function AskingDialog() {
  const { definition, list, selection, asking } = useListModel();
  const [asked, ask] = useAtom(asking);
  const { total } = useAtomValue(list.view);
  const chosen = useAtomValue(selection);
  const act = useAct(definition);
  const bulk = useBulk();
  const t = useListWords();
  const action = asked && actOf(definition, asked.action);
  if (!asked || !action) return null;
  const row = asked.id === null ? undefined : rowOf(definition.name, asked.id);
  const subject = row ? String(row[definition.title] ?? '') : t('count', { count: countOf(chosen, total) });
  return (
    <ActionDialog
      definition={definition}
      act={{ name: asked.action, action }}
      subject={subject}
      onAct={async input => {
        if (row) await act(row, asked.action, input);
        else await bulk.act(asked.action, input);
      }}
      onClose={() => ask(null)}
    />
  );
}
