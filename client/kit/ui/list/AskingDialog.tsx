import { useAtom, useAtomValue } from 'jotai';
import { rowOf } from '../../records/records.ts';
import { actOf, listsOf } from '../actions/acts.ts';
import { ActionDialog } from '../actions/LazyActionDialog.tsx';
import { useAct } from '../actions/useAct.ts';
import { useFieldWords } from '../form/form-context.ts';
import { useBulk } from './bulk/useBulk.ts';
import { useListModel } from './model/model.ts';
import { countOf } from './model/selection.ts';
import { useListWords } from './model/words.ts';

/** Dialog of an act on one row or on all selected ones. */
export function AskingDialog() {
  const { definition, list, selection, asking } = useListModel();
  const [question, ask] = useAtom(asking);
  const { total } = useAtomValue(list.view);
  const chosen = useAtomValue(selection);
  const act = useAct(definition, true);
  const bulk = useBulk();
  const t = useListWords();
  const say = useFieldWords(definition.name);
  const action = question && actOf(definition, question.action);
  if (!question || !action) return null;
  const row = question.id === null ? undefined : rowOf(definition.name, question.id);
  const title = row ? say.called(definition, row) : '';
  const counted = t(['count', 'kit:count'], { count: countOf(chosen, total) });
  const rows = row ? [row] : [...chosen.ids].map(id => rowOf(definition.name, id));
  const held = row || !chosen.all ? listsOf(action, rows) : undefined;
  return (
    <ActionDialog
      definition={definition}
      act={{ name: question.action, action }}
      subject={row ? title || say.one : counted}
      what={row ? say.thing(title) : counted}
      row={row}
      held={held}
      onAct={async input => {
        if (row) await act(row, question.action, input);
        else await bulk.act(question.action, input);
      }}
      onClose={() => ask(null)}
    />
  );
}
