import { History } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../../kit/ui/layout/phone.ts';
import { Banner } from '../../../kit/ui/states/Banner.tsx';
import { ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import type { Editing } from './editing.ts';
import { PlaceContext } from './place.ts';
import { Review } from './Review.tsx';

const frameClass = styleClass({
  display: 'flex',
  flexDirection: { base: 'column', md: 'row' },
  flex: '1',
  minH: '0',
  minW: '0',
  '& > main, & > [data-body]': { flex: '1', minH: '0', minW: '0', overflow: 'auto', px: '4', py: '4' },
  '& [data-column]': { display: 'flex', flexDirection: 'column', gap: '6', maxW: '880px' },
  '& [data-column] h2': { textStyle: 'sm', fontWeight: 'semibold', mb: '1' },
  '& [data-note]': { m: '0', textStyle: 'sm', color: 'fg.muted' },
});

interface PartFrameProps {
  editing: Editing;
  /** Namespace of the field words. */
  words: string;
  label?: (name: string) => string;
  locked: (name: string) => boolean;
  children: ReactNode;
}

/** A settings part: inputs, unsaved changes, and conflicts with other users. */
export function PartFrame({ editing, words, label, locked, children }: PartFrameProps) {
  const { t } = useTranslation('unit-group');
  const phone = usePhone();
  const place = useMemo(() => ({ editing, words, locked, label }), [editing, words, locked, label]);
  if (!editing.ready)
    return editing.failed ? <ErrorState title={t('loadFailed')} onRetry={editing.reload} /> : <SkeletonRows />;
  const some = editing.changes.length > 0;
  return (
    <PlaceContext value={place}>
      {editing.by !== null && (
        <Banner
          tone="waiting"
          icon={History}
          title={t('changed', { name: editing.by || t('someone') })}
          action={{ label: t('understood'), onAct: editing.seen }}
        >
          {t('changedText')}
        </Banner>
      )}
      <div className={frameClass()}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys, also where nothing in it can be edited */}
        <div data-body="" tabIndex={0}>
          <div data-column="">{children}</div>
        </div>
        {(some || !phone) && <Review editing={editing} label={label ?? (name => t(`${words}.${name}`))} />}
      </div>
    </PlaceContext>
  );
}
