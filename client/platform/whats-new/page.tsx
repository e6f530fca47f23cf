import { monthOf } from '@lobby/shared/kit/dates.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { NEWS_KINDS } from '@lobby/shared/whats-new.ts';
import { Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { type NewsEntry, postSeen, useWhatsNew } from './useWhatsNew.ts';

const listClass = styleClass({
  flex: '1',
  minH: '0',
  overflow: 'auto',
  px: '4',
  pb: '6',
  maxW: '760px',
  '& h2': { textStyle: 'sm', fontWeight: 'semibold', color: 'fg.muted', pt: '4', pb: '1' },
  '& article': { py: '3', borderBottomWidth: '1px', borderColor: 'border', display: 'grid', gap: '1' },
  '& article[data-new]': { borderInlineStartWidth: '2px', borderInlineStartColor: 'accent.solid', ps: '3' },
  '& h3': { fontWeight: 'semibold' },
  '& small': { color: 'fg.muted' },
  '& a': { color: 'accent.fg' },
});

const LIMIT = 100;

/** News for the reader by month; marked as read on leaving. */
export function Component() {
  const { t } = useTranslation(['whats-new', 'shell', 'modules']);
  const { idUnitGroup = '' } = useParams();
  const { data, error, again } = useWhatsNew(LIMIT);
  const [filter, setFilter] = useState({ q: '', kind: '', module: '' });
  const newest = data?.entries[0]?.id;
  useEffect(() => {
    if (newest) return () => void postSeen('seen', { upTo: newest });
  }, [newest]);
  const { hash } = useLocation();
  useEffect(() => {
    // The address names an entry.
    if (newest && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [newest, hash]);
  const wanted = fold(filter.q.trim());
  const matches = (data?.entries ?? []).filter(
    entry =>
      (!filter.kind || entry.kind === filter.kind) &&
      (!filter.module || entry.modules.includes(filter.module)) &&
      fold(`${entry.title} ${entry.text}`).includes(wanted),
  );
  const modules = [...new Set((data?.entries ?? []).flatMap(entry => entry.modules))];
  return (
    <ReportPage
      title={t('shell:person.news')}
      asks={
        <>
          <TextInput
            aria-label={t('find')}
            placeholder={t('find')}
            value={filter.q}
            onChange={event => setFilter({ ...filter, q: event.target.value })}
          />
          <Select
            aria-label={t('kind')}
            value={filter.kind}
            choices={[
              { value: '', label: t('anyKind') },
              ...NEWS_KINDS.map(kind => ({ value: kind, label: t(`kinds.${kind}`) })),
            ]}
            onChange={event => setFilter({ ...filter, kind: event.target.value })}
          />
          <Select
            aria-label={t('module')}
            value={filter.module}
            choices={[
              { value: '', label: t('anyModule') },
              ...modules.map(code => ({ value: code, label: t(`modules:${code}`) })),
            ]}
            onChange={event => setFilter({ ...filter, module: event.target.value })}
          />
        </>
      }
    >
      {error && !data && <ErrorState title={error.message} onRetry={() => void again()} />}
      {!data && !error && <SkeletonRows />}
      {data && matches.length === 0 && (
        <EmptyState icon={Sparkles} title={t(data.total > 0 ? 'nothing' : 'none')}>
          {data.total === 0 && t('noneText')}
        </EmptyState>
      )}
      <Months entries={matches} projectId={idUnitGroup} />
    </ReportPage>
  );
}

function Months({ entries, projectId }: { entries: readonly NewsEntry[]; projectId: string }) {
  const { t } = useTranslation(['whats-new', 'shell']);
  const { day } = useFormats();
  if (entries.length === 0) return null;
  return (
    <div className={listClass()}>
      {[...Map.groupBy(entries, entry => monthOf(entry.date))].map(([key, ofMonth]) => (
        <section key={key}>
          <h2>{day(key)}</h2>
          {ofMonth.map(entry => (
            <article key={entry.id} id={entry.id} data-new={entry.seen ? undefined : ''}>
              <h3>{entry.title}</h3>
              <small>
                {t(`kinds.${entry.kind}`)} · {day(entry.date)}
                {!entry.seen && ` · ${t('new')}`}
              </small>
              <p>{entry.text}</p>
              {entry.screen && (
                <p>
                  <Link to={`/projects/${projectId}/${entry.screen}`}>{t('open')}</Link> ·{' '}
                  <Link to={`/projects/${projectId}/guide/${entry.screen}`}>{t('shell:person.guide')}</Link>
                </p>
              )}
            </article>
          ))}
        </section>
      ))}
    </div>
  );
}
