import type { Counted } from '@lobby/shared/kit/statistic-terms.ts';
import type { ChartShown } from '@lobby/shared/modules/dashboard.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useQuery } from '../../kit/live/useQuery.ts';
import { today } from '../../kit/ui/today.ts';
import { CountedChart, CountedRanks } from '../statistics/index.ts';

/** Charts are drawn anew this often at most. */
const PAUSE_MS = 30_000;

/** A figure over time, beside another or the time before; its title leads to the statistics that it is of. */
export function Chart({ projectId, chart }: { projectId: string; chart: ChartShown }) {
  const { t } = useTranslation('dashboard');
  const { key, label, note, module, noun, figure, beside, split, by, from } = chart;
  const asked = { figure, by, from, to: today() };
  const options = { scope: { projectId }, follow: module, delay: PAUSE_MS };
  const compare = beside ? {} : { compare: 'previous' };
  const { data } = useQuery<Counted>(`/statistics/${noun}`, {
    ...options,
    query: { ...asked, ...compare, ...(split && { split: [split] }) },
  });
  const { data: other } = useQuery<Counted>(beside ? `/statistics/${noun}` : null, {
    ...options,
    query: { ...asked, figure: beside?.figure ?? figure },
  });
  const address = new URLSearchParams(asked);
  if (!beside) address.set('compare', 'previous');
  if (split) address.set('split', split);
  const title = <Link to={`/projects/${projectId}/statistics/${noun}?${address}`}>{t(`charts.${key}`)}</Link>;
  if (!data || (beside && !other)) return <section aria-busy />;
  const common = { label: t(`charts.${key}`), title, counted: data, projectId };
  if (split) return <CountedRanks {...common} note={`${note}: ${label}`} />;
  return (
    <CountedChart
      {...common}
      {...(beside && other && { beside: { label: beside.label, counted: other } })}
      name={label}
    />
  );
}
