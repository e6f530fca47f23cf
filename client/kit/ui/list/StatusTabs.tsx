import { useAtomValue } from 'jotai';
import { styleClass } from '../../../theme/classes.ts';
import { filterIn, tabOf } from '../../list/url.ts';
import { Tabs } from '../layout/Tabs.tsx';
import { isNarrowed } from './filters/conditions.ts';
import { useListModel } from './model/model.ts';
import { useListWords } from './model/words.ts';
import { useViews } from './views/useViews.ts';
import { ViewBar } from './views/ViewBar.tsx';

const rowClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  minW: '0',
  minH: 'max(40px, var(--target))',
  ps: '4',
  borderBottomWidth: '1px',
  borderColor: 'border',
  overflowX: { base: 'auto', md: 'visible' },
  scrollbarWidth: 'none',
  '& > [role=tablist]': { borderBottomWidth: '0', ps: '0', flex: { base: 'none', md: '0 1 auto' }, minW: '0' },
  // The row draws the line below the tabs.
  '& > [role=tablist] > button': { mb: '-1px' },
});

/** Tabs of the definition with live counts, and saved views beside them. */
export function StatusTabs({ panel }: { panel: string }) {
  const { definition, list, state, change } = useListModel();
  const counts = useAtomValue(list.counts);
  const t = useListWords();
  const names = Object.keys(definition.list.tabs ?? {});
  if (names.length === 0) return <Views />;
  return (
    <div className={rowClass()}>
      <Tabs
        folds
        label={t('plural')}
        panel={panel}
        value={tabOf(definition, state.tab, state.filter) ?? ''}
        onChange={tab => {
          const filter = filterIn(definition, tab, state.filter);
          change({ tab: tab === tabOf(definition, null, filter) ? null : tab, filter });
        }}
        tabs={names.map(name => ({ value: name, label: t(`tabs.${name}`), count: counts?.tabs[name] }))}
      />
      <ViewBar />
    </div>
  );
}

/** A list without tabs shows the row only if there are views, or a state to save as one. */
function Views() {
  const { definition, state } = useListModel();
  const { views } = useViews();
  const something = isNarrowed(definition, state.filter) || state.sort !== null || (views?.length ?? 0) > 0;
  return something ? (
    <div className={rowClass()}>
      <ViewBar />
    </div>
  ) : null;
}
