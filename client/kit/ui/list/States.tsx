import { useAtomValue } from 'jotai';
import { Plus, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { tabOf } from '../../list/url.ts';
import { Button } from '../controls/Button.tsx';
import { Empty, EmptyState, ErrorState } from '../states/EmptyState.tsx';
import { SkeletonRows } from '../states/Skeleton.tsx';
import { cleared, isNarrowed } from './filters/conditions.ts';
import { useListModel } from './model/model.ts';
import { useListWords } from './model/words.ts';

interface StatesProps {
  folded: boolean;
  createLabel: string;
  /** Replaces the definition's text of an empty list. */
  empty?: ReactNode;
  /** The rows. */
  children: ReactNode;
}

/** Rows of a list, or its state without rows: loading, empty, no match, failed. */
export function States({ folded, createLabel, empty, children }: StatesProps) {
  const { definition, list, state, change, onCreate, place } = useListModel();
  const { ids, phase, total, error } = useAtomValue(list.view);
  const counts = useAtomValue(list.counts);
  const tab = tabOf(definition, state.tab, state.filter);
  const t = useListWords();
  if (phase === 'first') return <SkeletonRows folded={folded} />;
  if (phase === 'failed' && error)
    return (
      <ErrorState
        title={t('kit:list.failed')}
        onRetry={list.refresh}
        code={error.status > 0 ? error.requestId.slice(0, 8) : undefined}
      >
        {error.message || t('kit:list.failedText')}
      </ErrorState>
    );
  if (ids.length > 0 || phase !== 'ready' || (total ?? 0) > 0) return children;
  if (isNarrowed(definition, state.filter, place))
    return (
      <EmptyState
        icon={SearchX}
        title={t('kit:list.noMatch')}
        actions={
          <Button onClick={() => change({ filter: cleared(state.filter, place) })}>{t('kit:list.clearFilters')}</Button>
        }
      >
        {t('kit:list.noMatchText')}
      </EmptyState>
    );
  // Records may be in other tabs.
  if (counts && Object.values(counts.tabs).some(count => count > 0))
    return <Empty title={t('kit:list.emptyTab')}>{t('kit:list.emptyTabText', { tab: t(`tabs.${tab}`) })}</Empty>;
  if (empty) return empty;
  const create = onCreate && (
    <Button icon={Plus} onClick={onCreate}>
      {createLabel}
    </Button>
  );
  return (
    <Empty title={t('empty.title')} actions={create}>
      {t('empty.text')}
    </Empty>
  );
}
