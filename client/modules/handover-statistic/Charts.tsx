import { handoverStatistic } from '@lobby/shared/modules/handover-statistic.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { styleClass } from '../../theme/classes.ts';
import { type Line, useLineName } from './lines.ts';

const STATUSES = Object.entries(handoverUnit.statuses);

const chartClass = styleClass({
  m: '0',
  p: '3',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  minW: '0',
  '& > header': { display: 'flex', alignItems: 'center', gap: '2', pb: '2' },
  '& h2': { textStyle: 'sm', fontWeight: 'semibold', m: '0', me: 'auto' },
  '& [data-plot] svg': { display: 'block', w: 'full', h: '180px', overflow: 'visible' },
  '& [data-line]': { fill: 'none', strokeWidth: '2.5', vectorEffect: 'non-scaling-stroke' },
  '& [data-line=done]': { stroke: 'done.solid' },
  '& [data-line=plan]': { stroke: 'fg.muted', strokeDasharray: '6 4' },
  '& [data-axis]': { stroke: 'border', strokeWidth: '1', vectorEffect: 'non-scaling-stroke' },
  '& [data-steps]': {
    position: 'absolute',
    inset: '0',
    display: 'flex',
    '& > a': { flex: '1', _hover: { bg: 'bg.muted', opacity: '0.6' } },
  },
  '& [data-plot]': { position: 'relative' },
  '& figcaption, & small': { textStyle: 'xs', color: 'fg.muted' },
  '& figcaption': { display: 'flex', flexWrap: 'wrap', gap: '4', pt: '2' },
  '& figcaption b': { display: 'inline-block', w: '3', h: '3', me: '1.5', borderRadius: 'sm' },
  '& figcaption b[data-of=done], & a[data-of=done]': { bg: 'done.solid' },
  '& figcaption b[data-of=going], & a[data-of=going]': { bg: 'going.solid' },
  '& figcaption b[data-of=waiting], & a[data-of=waiting]': { bg: 'waiting.solid' },
  '& figcaption b[data-of=plan]': { bg: 'fg.muted' },
  '& ol': { listStyle: 'none', m: '0', p: '0', display: 'grid', gap: '2' },
  '& ol > li': { display: 'grid', gridTemplateColumns: 'minmax(72px, 34%) 1fr auto', alignItems: 'center', gap: '2' },
  '& ol > li > span': { textStyle: 'xs' },
  '& [data-stack]': { display: 'flex', h: '5', borderRadius: 'sm', overflow: 'hidden', bg: 'bg.muted' },
  '& [data-stack] > a': { display: 'block', h: 'full', minW: '2px' },
  '& a[data-of=bar]': { bg: 'accent.solid' },
});

/** What may be done with the figures of a chart: read as a table, taken as a file where one may. */
interface Takes {
  onTable: () => void;
  onExport: (() => void) | null;
}
interface ChartProps extends Takes {
  title: string;
  legend?: ReactNode;
  children: ReactNode;
}

function Chart({ title, onTable, onExport, legend, children }: ChartProps) {
  const { t } = useTranslation(handoverStatistic.name);
  return (
    <figure className={chartClass()} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Button size="sm" onClick={onTable}>
          {t('table')}
        </Button>
        {onExport && (
          <Button size="sm" onClick={onExport}>
            {t('take')}
          </Button>
        )}
      </header>
      {children}
      {legend && <figcaption>{legend}</figcaption>}
    </figure>
  );
}

interface LinesProps extends Takes {
  lines: readonly Line[];
}

/** What was handed over all in all beside what should have been; a step opens the units of it. */
export function Curve({ lines, ...takes }: LinesProps) {
  const { t } = useTranslation(handoverStatistic.name);
  const { idUnitGroup = '' } = useParams();
  const { number } = useFormats();
  const named = useLineName();
  const [first, last] = [lines[0], lines.at(-1)];
  const most = Math.max(1, ...lines.flatMap(({ values }) => [values.all ?? 0, values.plan ?? 0]));
  const wide = Math.max(1, lines.length);
  const path = (name: 'all' | 'plan') =>
    lines.map(({ values }, n) => `${n === 0 ? 'M' : 'L'}${n + 0.5} ${most - (values[name] ?? 0)}`).join(' ');
  return (
    <Chart
      title={t('figures.handedOver')}
      {...takes}
      legend={
        <>
          <span>
            <b data-of="done" />
            {t('values.all')}: {number(lines.at(-1)?.values.all ?? 0)}
          </span>
          <span>
            <b data-of="plan" />
            {t('values.plan')}: {number(lines.at(-1)?.values.plan ?? 0)}
          </span>
        </>
      }
    >
      <div data-plot="">
        <svg viewBox={`0 0 ${wide} ${most}`} preserveAspectRatio="none" aria-hidden>
          <path data-axis="" d={`M0 ${most}H${wide}`} />
          <path data-line="plan" d={path('plan')} />
          <path data-line="done" d={path('all')} />
        </svg>
        <div data-steps="">
          {lines.map(({ key, name, link, values }) => {
            const said = `${named({ key, name })}: ${t('values.all')} ${number(values.all ?? 0)}, ${t('values.plan')} ${number(values.plan ?? 0)}`;
            return <Link key={key} to={`/projects/${idUnitGroup}/${link}`} title={said} aria-label={said} />;
          })}
        </div>
      </div>
      <small>
        {first && named(first)} – {last && named(last)}
      </small>
    </Chart>
  );
}

/** How far the units of each block are, in the colours of their statuses. */
export function StatusBars({ lines, ...takes }: LinesProps) {
  const { t } = useTranslation([handoverStatistic.name, handoverUnit.name]);
  const { idUnitGroup = '' } = useParams();
  const { number } = useFormats();
  return (
    <Chart
      title={t('charts.status')}
      {...takes}
      legend={STATUSES.map(([status, { tone }]) => (
        <span key={status}>
          <b data-of={tone} />
          {t(`${handoverUnit.name}:statuses.${status}`)}
        </span>
      ))}
    >
      <ol>
        {lines.map(({ key, name, link, values }) => {
          const count = values.count ?? 0;
          return (
            <li key={key}>
              <span className="cut">{name ?? t('keys.none')}</span>
              <div data-stack="">
                {STATUSES.map(([status, { tone }]) => {
                  const own = values[status] ?? 0;
                  const said = `${t(`${handoverUnit.name}:statuses.${status}`)}: ${number(own)}`;
                  return (
                    own > 0 && (
                      <Link
                        key={status}
                        to={`/projects/${idUnitGroup}/${link}&status=${status}`}
                        data-of={tone}
                        style={{ width: `${(100 * own) / Math.max(1, count)}%` }}
                        title={said}
                        aria-label={said}
                      />
                    )
                  );
                })}
              </div>
              <small>
                {number(values.HANDED_OVER ?? 0)} / {number(count)}
              </small>
            </li>
          );
        })}
      </ol>
    </Chart>
  );
}

/** Where most is found. */
export function ItemBars({ lines, ...takes }: LinesProps) {
  const { t } = useTranslation(handoverStatistic.name);
  const { idUnitGroup = '' } = useParams();
  const { number } = useFormats();
  const most = Math.max(1, ...lines.map(({ values }) => values.count ?? 0));
  return (
    <Chart title={t('figures.topItems')} {...takes}>
      <ol>
        {lines.map(({ key, name, link, values }) => (
          <li key={key}>
            <span className="cut" title={name ?? undefined}>
              {name}
            </span>
            <div data-stack="">
              <Link
                to={`/projects/${idUnitGroup}/${link}`}
                data-of="bar"
                style={{ width: `${(100 * (values.count ?? 0)) / most}%` }}
                aria-label={`${name}: ${number(values.count ?? 0)}`}
              />
            </div>
            <small>{number(values.count ?? 0)}</small>
          </li>
        ))}
      </ol>
    </Chart>
  );
}
