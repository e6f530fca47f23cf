import { useAtomValue } from 'jotai';
import { styleClass } from '../../../../theme/classes.ts';
import { Menu } from '../../overlay/Menu.tsx';
import { useListModel } from '../model/model.ts';
import { useListWords } from '../model/words.ts';
import { allSorts, sortWords } from './sorting.ts';

const sortClass = styleClass({
  flex: 'none',
  h: 'controlSmall',
  px: '2',
  borderRadius: 'md',
  textStyle: 'xs',
  color: 'fg.muted',
  whiteSpace: 'nowrap',
  _hover: { bg: 'bg.subtle', color: 'fg' },
});

/** Number of rows and sort; a click changes the sort. */
export function SortMenu() {
  const { definition, list, change } = useListModel();
  const { total, sort } = useAtomValue(list.view);
  const t = useListWords();
  const count = total === null ? '' : `${t(['count', 'kit:count'], { count: total })} · `;
  return (
    <Menu
      placement="bottom-end"
      trigger={
        <button type="button" className={sortClass()} title={t('kit:list.sortBy')}>
          {count}
          {sortWords(sort, t)}
        </button>
      }
      sections={[
        {
          key: 'sort',
          label: t('kit:list.sortBy'),
          value: sort,
          onValue: next => change({ sort: next }),
          items: allSorts(definition).map(key => ({ key, label: sortWords(key, t) })),
        },
      ]}
    />
  );
}
