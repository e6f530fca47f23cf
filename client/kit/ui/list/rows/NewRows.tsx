import { useAtomValue } from 'jotai';
import { ArrowUp } from 'lucide-react';
import { styleClass } from '../../../../theme/classes.ts';
import { newRowsClass } from '../../layout/row.ts';
import { useListModel } from '../model/model.ts';
import { useListWords } from '../model/words.ts';

const placeClass = styleClass({ '&:not(:empty)': { ms: '3' } });

/** Number of pending new rows, with a button to insert them. */
export function NewRows({ onTake }: { onTake: () => void }) {
  const { list } = useListModel();
  const { pending } = useAtomValue(list.view);
  const t = useListWords();
  return (
    <span role="status" className={placeClass()}>
      {pending > 0 && (
        <button type="button" className={newRowsClass()} aria-keyshortcuts="Home" onClick={onTake}>
          <ArrowUp />
          {t('new', { count: pending })}
        </button>
      )}
    </span>
  );
}
