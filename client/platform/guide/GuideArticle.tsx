import { GUIDE_PICTURE } from '@lobby/shared/guide.ts';
import { Fragment, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { GuidePlace } from '../../kit/base/guide.ts';
import { type GuidePage, useGuidePage } from '../../kit/ui/guide/useGuidePage.ts';
import { KeyGroups, KeyLines } from '../../kit/ui/keyboard/KeyGroups.tsx';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { partsOf } from './parts-of.ts';
import { pictureOf } from './pictures.ts';

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
  '& > dl > div': { pt: '2' },
  '& > dl > div > dt': { fontWeight: 'medium' },
  '& li[data-asked]': { bg: 'accent.subtle', borderRadius: 'md', px: '2', py: '1' },
  '& a > img': { w: 'full', h: 'auto', borderWidth: '1px', borderColor: 'border', borderRadius: 'md', mt: '4' },
  '& a[data-mode=light]': { display: { base: 'block', _dark: 'none' } },
  '& a[data-mode=dark]': { display: { base: 'none', _dark: 'block' } },
  // Reference parts are folded; the steps are not.
  '& details': { borderTopWidth: '1px', borderColor: 'border', mt: '3' },
  '& summary': { fontWeight: 'semibold', py: '2', cursor: 'pointer' },
});

/** The page of all keys, which come from their registry. */
const KEYS = 'topic/keys';

interface GuideArticleProps {
  page: string;
  projectId: string;
  /** Default: the beginning of the page. */
  at?: GuidePlace;
}

export function GuideArticle({ page, projectId, at = 'page' }: GuideArticleProps) {
  const { t } = useTranslation(['guide', 'shell']);
  const { data, error, again } = useGuidePage(page);
  const self = useRef<HTMLElement>(null);
  const key = data?.key;
  useEffect(() => {
    if (key === page && at !== 'page') self.current?.querySelector('[data-asked]')?.scrollIntoView();
  }, [key, page, at]);
  if (error && !data) return <ErrorState title={error.message} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  const nouns = [...Map.groupBy(data.statuses, status => status.noun)];
  return (
    <article ref={self} className={articleClass()}>
      <h2>{data.title}</h2>
      {!data.may && <p role="note">{t('noRight')}</p>}
      <p>
        <Told words={data.purpose} links={data.links} projectId={projectId} />
      </p>
      {data.screen && data.may && (
        <p>
          <Link to={`/projects/${projectId}/${data.screen}`}>{t('open')}</Link>
        </p>
      )}
      {data.steps.length > 0 && (
        <>
          {/* A topic is gone through once, a screen is worked with every day. */}
          <h3>{t(data.screen ? 'steps' : 'inOrder')}</h3>
          <ol>
            {data.steps.map(step => (
              <li key={step}>
                <Told words={step} links={data.links} projectId={projectId} />
              </li>
            ))}
          </ol>
        </>
      )}
      {nouns.length > 0 && (
        <details open={at === 'statuses'} data-asked={at === 'statuses' ? '' : undefined}>
          <summary>{t('statuses')}</summary>
          {nouns.map(([noun, statuses]) => (
            <section key={noun}>
              {nouns.length > 1 && <h4>{noun}</h4>}
              <ul>
                {statuses.map(({ name, acts }) => (
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
      <Picture page={data.key} title={data.title} />
      <Lines title={t('rights')} lines={data.rights} />
      {data.keys.length > 0 && (
        <details>
          <summary>{t('keys')}</summary>
          <KeyLines lines={data.keys} />
        </details>
      )}
      {data.key === KEYS && <KeyGroups />}
      {data.glossary.length > 0 && (
        <dl>
          {data.glossary.map(({ word, means }) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{means}</dd>
            </div>
          ))}
        </dl>
      )}
      <Refusals refusals={data.refusals} asked={typeof at === 'object' ? at.why : null} />
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

interface ToldProps {
  words: string;
  links: GuidePage['links'];
  projectId: string;
}

/** A text of the guide, in which the names of other screens lead to them. */
function Told({ words, links, projectId }: ToldProps) {
  const parts = partsOf(
    words,
    links.map(({ said }) => said),
  );
  return parts.map(({ at, part }) => {
    const link = links.find(({ said }) => said === part);
    return (
      <Fragment key={at}>{link ? <Link to={`/projects/${projectId}/${link.screen}`}>{part}</Link> : part}</Fragment>
    );
  });
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

/** Screenshot in the current colour mode, enlarged on click. The lazy image of the other mode is not loaded. */
function Picture({ page, title }: { page: string; title: string }) {
  const { t } = useTranslation('guide');
  const { width, height } = GUIDE_PICTURE;
  return pictureOf(page).map(({ mode, file }) => (
    <a key={file} data-mode={mode} href={file} target="_blank" rel="noopener">
      <img src={file} alt={t('picture', { title })} width={width} height={height} loading="lazy" />
    </a>
  ));
}

interface RefusalsProps {
  refusals: GuidePage['refusals'];
  /** Error code to explain. */
  asked: string | null;
}

/** Refusals on the screen, with reason and remedy where explained. */
function Refusals({ refusals, asked }: RefusalsProps) {
  const { t } = useTranslation('guide');
  if (refusals.length === 0) return null;
  return (
    <details key={asked} open={asked !== null}>
      <summary>{t('refusals')}</summary>
      <ul>
        {refusals.map(({ code, said: message, why }) => (
          <li key={code} data-asked={code === asked ? '' : undefined}>
            {message && (why ? <b>{message}</b> : message)}
            {why && <p>{why}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}
