import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { styleClass } from '../../../theme/classes.ts';
import type { DayLoad } from './useCalendar.ts';

const barClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '1.5',
  textStyle: 'xs',
  color: 'fg.muted',
  fontWeight: 'normal',
  fontFamily: 'figures',
  whiteSpace: 'nowrap',
  '& > i': { flex: '1', maxW: '72px', h: '1', borderRadius: 'full', bg: 'bg.emphasized', overflow: 'hidden' },
  '& > i > i': { display: 'block', h: 'full', bg: 'going.solid' },
  '&[data-full] > i > i': { bg: 'bad.solid' },
});

/** Appointments of a day against its capacity, e.g. 7 / 16. */
export function LoadBar({ load }: { load: DayLoad | undefined }) {
  const { t } = useTranslation('handover-schedule');
  const { number } = useFormats();
  if (!load) return null;
  const { off, held, places } = load;
  if (off && held === 0) return <span className={barClass()}>{t('lanes.off')}</span>;
  return (
    <span
      className={barClass()}
      data-full={held >= places || undefined}
      title={t('lanes.load', { held: number(held), places: number(places) })}
    >
      {number(held)} / {number(places)}
      <i aria-hidden>
        <i style={{ width: `${places > 0 ? Math.min(100, (100 * held) / places) : 100}%` }} />
      </i>
    </span>
  );
}
