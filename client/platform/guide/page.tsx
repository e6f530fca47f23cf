import { findPages, GUIDE_START } from '@lobby/shared/guide.ts';
import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { type GuideEntry, useGuideIndex } from '../../kit/ui/guide/useGuideIndex.ts';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { GuideArticle } from './GuideArticle.tsx';

const bodyClass = styleClass({
  display: { base: 'block', md: 'flex' },
  flex: '1',
  minH: '0',
  overflow: { base: 'auto', md: 'hidden' },
  gap: '6',
  px: '4',
  '& > *': { overflow: { md: 'auto' }, pb: '6' },
  '& > nav': { flex: 'none', w: { md: '260px' } },
  '& > div': { flex: '1', minW: '0' },
});
const contentsClass = styleClass({
  '& h2': { textStyle: 'xs', color: 'fg.subtle', pt: '3', pb: '1' },
  '& a': {
    display: 'flex',
    alignItems: 'center',
    minH: { base: '11', md: 'control' },
    px: '2',
    borderRadius: 'md',
    '&:hover, &[aria-current]': { bg: 'bg.muted' },
    '&[aria-current]': { fontWeight: 'medium' },
  },
});

/** The whole guide: contents, search, and the chosen page. */
export function Component() {
  const { t } = useTranslation(['guide', 'shell']);
  const { idUnitGroup = '', '*': chosen = '' } = useParams();
  const { data, error, again } = useGuideIndex();
  const [q, setQ] = useState('');
  const isKnown = !chosen || data?.some(({ key }) => key === chosen);
  const matches = data && findPages(data, q);
  const likely = data && matches?.length === 0 ? data.slice(0, 3) : [];
  const at = data?.findIndex(({ key }) => key === (chosen || GUIDE_START)) ?? -1;
  return (
    <ReportPage
      title={t('shell:person.guide')}
      asks={
        <TextInput
          type="search"
          aria-label={t('find')}
          placeholder={t('find')}
          value={q}
          onChange={event => setQ(event.target.value)}
        />
      }
    >
      {error && !data && <ErrorState title={error.message} onRetry={() => void again()} />}
      {!data && !error && <SkeletonRows />}
      {data && matches && (
        <div className={bodyClass()}>
          <nav aria-label={t('contents')} className={contentsClass()}>
            {matches.length === 0 && <p>{t('nothing')}</p>}
            <Contents
              pages={matches.length > 0 ? matches : likely}
              searched={q.trim() !== ''}
              projectId={idUnitGroup}
              chosen={chosen}
            />
          </nav>
          <div>
            {isKnown ? (
              <>
                <GuideArticle page={chosen || GUIDE_START} projectId={idUnitGroup} />
                <Around before={data[at - 1]} after={data[at + 1]} projectId={idUnitGroup} />
              </>
            ) : (
              <EmptyState icon={BookOpen} title={t('lost')}>
                {t('lostText')}
              </EmptyState>
            )}
          </div>
        </div>
      )}
    </ReportPage>
  );
}

interface ContentsProps {
  pages: readonly GuideEntry[];
  /** Ordered by relevance instead of grouped. */
  searched: boolean;
  projectId: string;
  chosen: string;
}

function Contents({ pages, searched, projectId, chosen }: ContentsProps) {
  const groups: (readonly [string, readonly GuideEntry[]])[] = searched
    ? [['', pages]]
    : [...Map.groupBy(pages, page => page.group)];
  return groups.map(([group, ofGroup]) => (
    <section key={group}>
      {group && <h2>{group}</h2>}
      {ofGroup.map(({ key, title }) => (
        <Link key={key} to={`/projects/${projectId}/guide/${key}`} aria-current={key === chosen ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </section>
  ));
}

const aroundClass = styleClass({
  display: 'flex',
  justifyContent: 'space-between',
  gap: '4',
  maxW: '70ch',
  pt: '6',
  '& a': { color: 'accent.fg' },
});

/** Links to the previous and next page. */
function Around({
  before,
  after,
  projectId,
}: Record<'before' | 'after', GuideEntry | undefined> & { projectId: string }) {
  const { t } = useTranslation('guide');
  const to = ({ key }: GuideEntry) => `/projects/${projectId}/guide/${key}`;
  return (
    <nav className={aroundClass()} aria-label={t('around')}>
      {before ? <Link to={to(before)}>← {before.title}</Link> : <span />}
      {after && <Link to={to(after)}>{after.title} →</Link>}
    </nav>
  );
}
