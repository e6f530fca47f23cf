import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { heatOf, WeekMap } from '../../kit/ui/figures/WeekMap.tsx';

interface HeatMapProps {
  /** Occupancy in per cent by weekday and hour; -1 stands for closed. */
  heat: readonly (readonly number[])[];
  onOpen: (weekday: number, hour: number) => void;
}

/** Occupancy of each hour of the week. Clicking a cell opens its bookings. */
export function HeatMap({ heat, onOpen }: HeatMapProps) {
  const { t } = useTranslation('amenity-statistics');
  const { number } = useFormats();
  const open = (hour: number) => heat.some(row => (row[hour] ?? -1) >= 0);
  const hours = Array.from({ length: 24 }, (_, hour) => hour).filter(open);
  return (
    <WeekMap caption={t('tables.heat')} hours={hours}>
      {(weekday, hour, day) => {
        const use = heat[weekday]?.[hour] ?? -1;
        if (use < 0) return <span title={t('closed')}>–</span>;
        return (
          <button
            type="button"
            {...heatOf(use / 100)}
            aria-label={t('cell', { day, hour, use: number(use) })}
            onClick={() => onOpen(weekday, hour)}
          >
            {Math.round(use)}
          </button>
        );
      }}
    </WeekMap>
  );
}
