import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { styleClass } from '../../theme/classes.ts';

const chartClass = styleClass({
  mx: '4',
  my: '2',
  p: '3',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  '& figcaption': { display: 'flex', flexWrap: 'wrap', gap: '4', textStyle: 'sm', pb: '2' },
  '& figcaption b': { fontWeight: 'semibold', flex: '1' },
  '& figcaption span::before': {
    content: '""',
    display: 'inline-block',
    w: '10px',
    h: '10px',
    borderRadius: 'sm',
    me: '1.5',
    bg: 'var(--series)',
  },
  '& [data-series=before]': { '--series': '{colors.fg.subtle}' },
  '& [data-series=billed]': { '--series': '{colors.accent.solid}' },
  '& [data-series=received]': { '--series': '{colors.done.solid}' },
  '& ol': {
    display: 'grid',
    gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
    '&[data-long]': { gridTemplateColumns: 'repeat(24, minmax(0, 1fr))' },
    gap: '1',
    listStyle: 'none',
    m: '0',
  },
  '& li': { display: 'grid', gridTemplateRows: '140px auto', textAlign: 'center', textStyle: 'xs', color: 'fg.muted' },
  '& li > div': { display: 'flex', alignItems: 'flex-end', justifyContent: 'center', gap: '1px' },
  '& li i': { display: 'block', flex: '1', maxW: '14px', minH: '1px', bg: 'var(--series)', borderTopRadius: 'sm' },
});

const SERIES = ['before', 'billed', 'received'] as const;

interface YearChartProps extends Record<(typeof SERIES)[number], readonly number[]> {
  title: ReactNode;
  /** `2026-11`, one after another: each has its place in the series. */
  months: readonly string[];
}

const saidOf = (month: string) => `${Number(month.slice(5))}/${month.slice(0, 4)}`;

/** Three bars for each month: billed the year before, billed, received. */
export function YearChart({ title, months, ...series }: YearChartProps) {
  const { t } = useTranslation('books');
  const { money } = useFormats();
  const top = Math.max(1, ...SERIES.flatMap(name => series[name]));
  return (
    <figure className={chartClass()}>
      <figcaption>
        <b>{title}</b>
        {SERIES.map(name => (
          <span key={name} data-series={name}>
            {t(`receivables.${name}`)}
          </span>
        ))}
      </figcaption>
      <ol data-long={months.length > 12 ? '' : undefined}>
        {months.map((month, n) => (
          <li
            key={month}
            aria-label={`${saidOf(month)}: ${SERIES.map(name => `${t(`receivables.${name}`)} ${money(series[name][n] ?? 0)}`).join(', ')}`}
          >
            <div aria-hidden>
              {SERIES.map(name => (
                <i
                  key={name}
                  title={`${t(`receivables.${name}`)} ${saidOf(month)}: ${money(series[name][n] ?? 0)}`}
                  data-series={name}
                  style={{ height: `${(Math.max(0, series[name][n] ?? 0) / top) * 100}%` }}
                />
              ))}
            </div>
            {Number(month.slice(5))}
          </li>
        ))}
      </ol>
    </figure>
  );
}
