import { EXPLAINED, type Explained, isExplained } from '@lobby/shared/explained.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { styleClass } from '../../../theme/classes.ts';
import { SkeletonRows } from '../states/Skeleton.tsx';
import { useGuidePage } from './useGuidePage.ts';

const whyClass = styleClass({
  textStyle: 'sm',
  '& summary': { display: 'inline-flex', alignItems: 'center', minH: 'var(--target)', cursor: 'pointer' },
  '& summary, & a': { color: 'accent.fg', textDecoration: 'underline' },
  '& p': { color: 'fg', maxW: '70ch' },
});

/** A foldable explanation of a refusal; nothing for codes without one. */
export function WhyShown({ code }: { code: string }) {
  const { t } = useTranslation('kit');
  const [open, setOpen] = useState(false);
  if (!isExplained(code)) return null;
  return (
    <details key={code} className={whyClass()} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t('act.why')}</summary>
      {open && <Explanation code={code} />}
    </details>
  );
}

function Explanation({ code }: { code: Explained }) {
  const { t } = useTranslation('shell');
  const page = EXPLAINED[code];
  const { idUnitGroup } = useParams();
  const { data, error } = useGuidePage(page);
  if (error && !data) return <p>{error.message}</p>;
  if (!data) return <SkeletonRows />;
  return (
    <p>
      {data.refusals.find(refusal => refusal.code === code)?.why}{' '}
      {idUnitGroup && (
        // In a new tab, so that typed input is kept.
        <a href={`/projects/${idUnitGroup}/guide/${page}`} target="_blank" rel="noopener">
          {`${t('person.guide')}: ${data.title}`}
        </a>
      )}
    </p>
  );
}
