import type { RefundTier } from '@lobby/shared/modules/utility-terms.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { styleClass } from '../../../theme/classes.ts';

const bandsClass = styleClass({
  display: 'flex',
  listStyle: 'none',
  p: '0',
  m: '0',
  gap: '1px',
  borderRadius: 'md',
  overflow: 'hidden',
  '& > li': { flex: '1', minW: '0', p: '2', bg: 'bg.muted', textStyle: 'xs', textAlign: 'center' },
  '& > li > b': { display: 'block', textStyle: 'sm' },
  '& > li[data-now]': { outline: '2px solid', outlineColor: 'accent.solid', outlineOffset: '-2px' },
});

/** Refund rates by time of cancellation before the start, earliest first; `now` marks the current band. */
export function PolicyBands({ policy, now }: { policy: readonly RefundTier[]; now?: number }) {
  const { t } = useTranslation('utility');
  const { percent } = useFormats();
  const bands = [...policy.toReversed().map(band => ({ ...band, last: false })), { from: 0, percent: 0, last: true }];
  return (
    <ul className={bandsClass()} aria-label={t('policy.title')}>
      {bands.map(band => (
        <li key={band.percent} data-now={band.percent === now ? '' : undefined}>
          <b>{percent(band.percent)}</b>
          {'unit' in band ? t(`policy.${band.unit}`, { count: band.from }) : t('policy.later')}
        </li>
      ))}
    </ul>
  );
}
