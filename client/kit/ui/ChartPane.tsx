import { Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../theme/classes.ts';
import { Button } from './Button.tsx';
import type { ChartPoint, ChartSeries } from './chart.ts';
import { FigureTable } from './FigureTable.tsx';
import { lazyPart } from './lazy-part.tsx';
import { PartSkeleton } from './PartSkeleton.tsx';

interface ChartPaneProps {
  /** What it shows, for who does not see it. */
  label: string;
  /** Its heading, where the screen has none. */
  title?: ReactNode;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  say: (value: number | null) => string;
}

const paneClass = styleClass({
  minW: '0',
  flex: 'none',
  '& > header': { display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: '3', minH: '11', px: '4' },
  '& > header > h2': { fontWeight: 'semibold', minW: '0' },
  '& > header > :last-child': { ms: 'auto' },
  '& > header > span': { display: 'inline-flex', alignItems: 'center', gap: '1.5', textStyle: 'xs', color: 'fg.muted' },
  '& > header > span > i': { w: '3', h: '2', borderRadius: '2px', bg: 'accent.solid' },
  '& > header > span > i[data-before]': { bg: 'border.control' },
  '& > p': { px: '4', textStyle: 'xs', color: 'fg.subtle' },
  '& > div': { ps: '2' },
});

const Drawing = lazyPart(async () => (await import('./ChartDrawing.tsx')).ChartDrawing, PartSkeleton);

/** A chart with its legend and, in its place, the same as a table. */
export function ChartPane({ label, title, points, series, say }: ChartPaneProps) {
  const { t } = useTranslation(['statistics', 'home']);
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <section className={paneClass()} aria-labelledby={title ? id : undefined} aria-label={title ? undefined : label}>
      <header>
        {title && <h2 id={id}>{title}</h2>}
        {series.map(one => (
          <span key={one.key}>
            <i data-before={one.before ? '' : undefined} />
            {one.label}
          </span>
        ))}
        <Button look="ghost" size="sm" icon={Table2} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t('home:table')}
        </Button>
      </header>
      {asTable ? (
        <FigureTable<ChartPoint>
          label={label}
          rows={points.toReversed()}
          keyOf={({ key }) => key}
          columns={[
            { key: 'key', label: t('period'), cell: one => one.named ?? one.label },
            ...series.map(one => ({
              key: one.key,
              label: one.label,
              figure: true,
              cell: ({ values }: ChartPoint) => say(values[one.key] ?? null),
            })),
          ]}
        />
      ) : (
        <div>
          <Drawing label={label} points={points} series={series} say={say} />
        </div>
      )}
      {!asTable && points.some(({ part }) => part) && <p>{t('home:hatched')}</p>}
    </section>
  );
}
