import { EXPLAINED } from '@lobby/shared/explained.ts';
import { guideAt } from '@lobby/shared/guide.ts';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { GuidePlace } from '../../kit/base/guide.ts';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { useGuideIndex } from '../../kit/ui/guide/useGuideIndex.ts';
import { useRoom } from '../../kit/ui/layout/room.ts';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { GuideArticle } from './GuideArticle.tsx';

const panelClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  w: { base: '100vw', md: '340px' },
  position: { base: 'fixed', '2xl': 'static' },
  insetBlock: '0',
  insetInlineEnd: '0',
  zIndex: 'docked',
  bg: 'bg',
  borderInlineStartWidth: '1px',
  borderColor: 'border',
  outline: 'none',
  '& > header': { display: 'flex', alignItems: 'center', gap: '2', h: '12', px: '4', flex: 'none' },
  '& > header > a': { flex: '1', color: 'accent.fg' },
  '& > div': { flex: '1', minH: '0', overflow: 'auto', px: '4', pb: '6' },
});

interface BesideProps {
  projectId: string;
  route: string;
  at: GuidePlace;
  onClose: () => void;
}

/** Guide page of the current screen or refusal, in a side panel. */
export function Beside({ projectId, route, at, onClose }: BesideProps) {
  const { t } = useTranslation(['guide', 'shell']);
  const { data } = useGuideIndex();
  // Shrinks the menu, so that the list keeps its width.
  useRoom();
  const self = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    self.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <aside
      ref={self}
      tabIndex={-1}
      aria-label={t('shell:person.guide')}
      className={panelClass()}
      onKeyDown={event => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <Link to={`/projects/${projectId}/guide`}>{t('contents')}</Link>
        <IconButton icon={X} label={t('close')} onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <div tabIndex={0}>
        {data ? (
          <GuideArticle
            page={typeof at === 'object' ? EXPLAINED[at.why] : guideAt(route, new Set(data.map(({ key }) => key)))}
            projectId={projectId}
            at={at}
          />
        ) : (
          <SkeletonRows />
        )}
      </div>
    </aside>
  );
}
