import { stepOf } from '@lobby/shared/kit/spans.ts';
import type { Counted } from '@lobby/shared/kit/statistic-terms.ts';
import type { ChartShown } from '@lobby/shared/modules/dashboard.ts';
import type { countedBy } from '@lobby/shared/modules/statistics.contract.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { ChartSkeleton } from '../../kit/ui/figures/ChartPane.tsx';
import { useSpanWords } from '../../kit/ui/figures/chart.ts';
import { Delta } from '../../kit/ui/figures/StatStrip.tsx';
import { CountedChart, CountedRanks } from '../statistics/index.ts';
import { askedOf, type Times } from './useTimes.ts';

/** Minimum interval between redraws. */
const PAUSE_MS = 30_000;

interface ChartProps {
  projectId: string;
  chart: ChartShown;
  times: Times;
}

/** Chart of a figure over time with a second figure or the previous period; the title links to its statistics. */
export function Chart({ projectId, chart, times }: ChartProps) {
  const { t } = useTranslation('dashboard');
  const { key, label, module, noun, figure, beside, split } = chart;
  const { span, before, compare } = times;
  const by = split ? 'month' : stepOf(span);
  const query = { figure, by, ...askedOf(span, before) };
  const options = { scope: { projectId }, follow: module, delay: PAUSE_MS };
  const { data } = useContract<typeof countedBy>('/statistics/:noun', {
    params: { noun },
    ...options,
    query: { ...query, ...(split && { split: [split] }) },
  });
  const { data: other } = useContract<typeof countedBy>(
    '/statistics/:noun',
    beside && { params: { noun }, ...options, query: { ...query, figure: beside?.figure ?? figure } },
  );
  const address = new URLSearchParams({ figure, by, from: span.from, to: span.to, compare });
  if (split) address.set('split', split);
  const title = <Link to={`/projects/${projectId}/statistics/${noun}?${address}`}>{t(`charts.${key}`)}</Link>;
  if (!data || (beside && !other)) return <ChartSkeleton />;
  const common = { label: t(`charts.${key}`), title, counted: data, projectId };
  if (split) return <CountedRanks {...common} />;
  const note = t(`by.${by}`);
  if (!beside || !other) return <CountedChart {...common} note={note} name={label} />;
  return (
    <CountedChart
      {...common}
      note={note}
      beside={{ label: beside.label, counted: other }}
      name={label}
      foot={
        <Sums
          of={[
            { name: label, counted: data },
            { name: beside.label, counted: other },
          ]}
        />
      }
    />
  );
}

/** Totals of two figures with their change against the previous period, which the chart does not show. */
function Sums({ of }: { of: readonly { name: string; counted: Counted }[] }) {
  const { t } = useTranslation('home');
  const { number, share } = useFormats();
  const span = useSpanWords();
  const past = of[0]?.counted.previous;
  return (
    <>
      {of.map(({ name, counted: { total, previous } }, n) => {
        const [now, then] = [total[0] ?? 0, previous?.total[0] ?? 0];
        const by = now - then;
        return (
          <span key={name}>
            {n > 0 && ' · '}
            {name} {number(now)}{' '}
            {by !== 0 && (
              <Delta up={by > 0} good={null}>
                {then ? share(Math.abs(by / then) * 100) : number(Math.abs(by))}
              </Delta>
            )}
          </span>
        );
      })}{' '}
      {past && t('than.span', { span: span(past.from, past.to) })}
    </>
  );
}
