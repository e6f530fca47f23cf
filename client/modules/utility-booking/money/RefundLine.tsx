import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { MINUTES, type RefundTier, tierAt } from '@lobby/shared/modules/utility-terms.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { styleClass } from '../../../theme/classes.ts';

const lineClass = styleClass({
  position: 'relative',
  pt: '6',
  '& > ol': { display: 'flex', listStyle: 'none', p: '0', m: '0', gap: '1px', borderRadius: 'md', overflow: 'hidden' },
  '& > ol > li': { flex: '1', minW: '0', p: '2', bg: 'bg.muted', textStyle: 'xs', textAlign: 'center' },
  '& > ol > li > b': { display: 'block', textStyle: 'sm' },
  '& > ol > li[data-now]': { bg: 'accent.subtle' },
  '& > span': {
    position: 'absolute',
    top: '0',
    bottom: '0',
    w: '2px',
    bg: 'accent.solid',
    transform: 'translateX(-1px)',
  },
  '& > p': { textStyle: 'sm', mt: '2' },
});

interface RefundLineProps {
  policy: readonly RefundTier[];
  startAt: string;
  /** Marked moment: the cancellation, or now. */
  at: string;
  cancelled: boolean;
  /** Cancellation by the building: everything is refunded, whatever the tier. */
  whole: boolean;
}

/** Refund tiers as bands over the time before the start, earliest first, with the moment of cancellation marked. */
export function RefundLine({ policy, startAt, at, cancelled, whole }: RefundLineProps) {
  const { t } = useTranslation([utilityBooking.name, 'utility']);
  const { dateTime, number, percent: rate } = useFormats();
  const before = Math.max(0, (Date.parse(startAt) - Date.parse(at)) / MINUTE_MS);
  const minutes = ({ from, unit }: RefundTier) => from * MINUTES[unit];
  const bands = [
    ...policy.toReversed().map(tier => ({ from: minutes(tier), percent: tier.percent, tier })),
    { from: 0, percent: 0, tier: null },
  ];
  const held = tierAt(policy, before * MINUTE_MS);
  const now = bands.findIndex(({ tier }) => tier === held);
  // Position within the band by elapsed share; the first band is open-ended and is drawn with a length of its own.
  const { from = 0 } = bands[now] ?? {};
  const until = bands[now - 1]?.from ?? Math.max(before, from * 2, 1);
  const share = until > from ? Math.min(1, Math.max(0, (until - before) / (until - from))) : 0;
  const percent = whole ? 100 : (held?.percent ?? 0);
  return (
    <div className={lineClass()}>
      <span aria-hidden="true" style={{ insetInlineStart: `${((now + share) / bands.length) * 100}%` }} />
      <ol aria-label={t('utility:policy.title')}>
        {bands.map((band, n) => (
          <li key={band.percent} data-now={n === now ? '' : undefined}>
            <b>{rate(band.percent)}</b>
            {band.tier ? t(`utility:policy.${band.tier.unit}`, { count: band.tier.from }) : t('utility:policy.later')}
          </li>
        ))}
      </ol>
      <p>
        {t(cancelled ? 'money.cancelledAt' : 'money.ifNow', {
          at: dateTime(at),
          hours: number(Math.floor(before / 6) / 10),
          percent,
        })}
      </p>
    </div>
  );
}
