import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ErrorState } from '../../kit/ui/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { useGuidePage } from './useGuide.ts';

const articleClass = styleClass({
  maxW: '70ch',
  lineHeight: '1.6',
  '& h2': { textStyle: 'lg', fontWeight: 'semibold', pb: '2' },
  '& h3': { fontWeight: 'semibold', pt: '5', pb: '1' },
  '& h4': { textStyle: 'sm', color: 'fg.muted', pt: '2' },
  '& ol': { listStyleType: 'decimal', ps: '5', display: 'grid', gap: '1' },
  '& ul': { listStyleType: 'disc', ps: '5', display: 'grid', gap: '1' },
  '& a': { color: 'accent.fg', textDecoration: 'underline' },
  '& b': { fontWeight: 'medium' },
  // What is looked up when it is needed; the steps are read.
  '& details': { borderTopWidth: '1px', borderColor: 'border', mt: '3' },
  '& summary': { fontWeight: 'semibold', py: '2', cursor: 'pointer' },
});

interface GuideArticleProps {
  page: string;
  projectId: string;
  /** Where it is opened: at its beginning, or at the statuses. */
  section?: 'page' | 'statuses';
}

/** A page of the guide. */
export function GuideArticle({ page, projectId, section = 'page' }: GuideArticleProps) {
  const { t } = useTranslation(['guide', 'shell']);
  const { data, error, again } = useGuidePage(page);
  const statuses = useRef<HTMLDetailsElement>(null);
  const known = data?.key;
  useEffect(() => {
    if (known && section === 'statuses') statuses.current?.scrollIntoView();
  }, [known, section]);
  if (error && !data) return <ErrorState title={error.message} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  const nouns = [...Map.groupBy(data.statuses, one => one.noun)];
  return (
    <article className={articleClass()}>
      <h2>{data.title}</h2>
      {!data.may && <p role="note">{t('noRight')}</p>}
      <p>{data.purpose}</p>
      {data.screen && data.may && (
        <p>
          <Link to={`/projects/${projectId}/${data.screen}`}>{t('open')}</Link>
        </p>
      )}
      {data.steps.length > 0 && (
        <>
          <h3>{t('steps')}</h3>
          <ol>
            {data.steps.map(step => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
      {nouns.length > 0 && (
        <details ref={statuses} open={section === 'statuses'}>
          <summary>{t('statuses')}</summary>
          {nouns.map(([noun, own]) => (
            <section key={noun}>
              {nouns.length > 1 && <h4>{noun}</h4>}
              <ul>
                {own.map(({ name, acts }) => (
                  <li key={name}>
                    <b>{name}</b>
                    {acts.length > 0 && `: ${acts.map(act => `${act.name} → ${act.to}`).join('; ')}`}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </details>
      )}
      <Lines title={t('rights')} lines={data.rights} />
      <Lines title={t('refusals')} lines={data.refusals} />
      {data.news.length > 0 && (
        <>
          <h3>{t('shell:person.news')}</h3>
          <ul>
            {data.news.map(({ id, title }) => (
              <li key={id}>
                <Link to={`/projects/${projectId}/whats-new#${id}`}>{title}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <ul>
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
