import type { Counted } from '@lobby/shared/kit/statistic-terms.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { heatOf, WeekMap } from '../../kit/ui/figures/WeekMap.tsx';

/** Breakdowns by the clock, with the number of their values. */
export const CLOCK_SPLITS = { hour: 24, weekday: 7 } as const;

/** Records by weekday and hour, broken down by both: the peak hours of a week. */
export function HourMap({ counted: { split, columns, total } }: { counted: Counted }) {
  const { t } = useTranslation('statistics');
  const { number } = useFormats();
  const values = new Map(columns.map(({ key }, n) => [key, total[n] ?? 0]));
  const valueAt = (weekday: number, hour: number) => {
    // Sunday is the seventh day of these breakdowns.
    const [day, time] = [String(weekday || CLOCK_SPLITS.weekday), String(hour).padStart(2, '0')];
    return values.get(split[0] === 'hour' ? `${time}|${day}` : `${day}|${time}`) ?? 0;
  };
  const most = Math.max(1, ...values.values());
  const isBusy = (hour: number) =>
    Array.from({ length: CLOCK_SPLITS.weekday }, (_, weekday) => valueAt(weekday, hour)).some(value => value > 0);
  const hours = Array.from({ length: CLOCK_SPLITS.hour }, (_, hour) => hour).filter(isBusy);
  return (
    <WeekMap caption={t('peakHours')} hours={hours}>
      {(weekday, hour) => {
        const value = valueAt(weekday, hour);
        return <span {...heatOf(value / most)}>{value > 0 ? number(value) : ''}</span>;
      }}
    </WeekMap>
  );
}
