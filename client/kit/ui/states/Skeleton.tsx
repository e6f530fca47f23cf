import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { HasFailed } from '../../live/failed-reads.ts';
import { VisuallyHidden } from '../marks/VisuallyHidden.tsx';

const boneClass = styleClass({
  display: 'block',
  h: '2.5',
  maxW: 'full',
  bg: 'bg.emphasized',
  borderRadius: 'sm',
  '&[data-shape=box]': { w: '4', h: '4', flex: 'none' },
  '&[data-shape=circle]': { w: '6', h: '6', flex: 'none', borderRadius: 'full' },
  '&[data-shape=pill]': { h: '5' },
  '@media (prefers-reduced-motion: no-preference)': { animation: 'shimmer 1.6s ease-in-out infinite' },
});

const rowClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  h: 'row',
  px: '4',
  borderBottomWidth: '1px',
  borderColor: 'border',
});

type Shape = 'line' | 'box' | 'circle' | 'pill';

/** A grey placeholder; width in px or any CSS length. */
export function Bone({ shape = 'line', width }: { shape?: Shape; width?: number | string }) {
  return <span className={boneClass()} data-shape={shape} style={{ width }} />;
}

const WIDTHS = [100, 84, 92, 76, 98, 72, 88, 94];

/** Placeholder rows with the geometry of the later rows, fading out. */
export function SkeletonRows({ rows = 12, folded }: { rows?: number; folded?: boolean }) {
  const { t } = useTranslation('common');
  if (use(HasFailed)) return null;
  return (
    <div role="status">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, at) => {
        const part = (WIDTHS[at % WIDTHS.length] ?? 100) / 100;
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: rows without any identity
            key={at}
            className={rowClass()}
            style={{ opacity: 1 - (at / rows) * 0.85, height: folded ? 44 : undefined }}
          >
            <Bone shape="box" />
            <Bone width={72} />
            <span style={{ flex: 1 }}>
              <Bone width={`${part * 70}%`} />
            </span>
            <Bone width={48} />
            <Bone shape="circle" />
            <Bone shape="pill" width={part * 84} />
          </div>
        );
      })}
    </div>
  );
}
