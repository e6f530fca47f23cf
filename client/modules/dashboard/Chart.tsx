import type { Counted } from '@lobby/shared/kit/statistic-terms.ts';
import type { ChartShown } from '@lobby/shared/modules/dashboard.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useQuery } from '../../kit/live/useQuery.ts';
import { today } from '../../kit/ui/today.ts';
import { CountedChart } from '../statistics/index.ts';

/** Charts are drawn anew this often at most. */
const PAUSE_MS = 30_000;

/** A figure over time; its title leads to the statistics that it is of. */
export function Chart({ projectId, chart }: { projectId: string; chart: ChartShown }) {
  const { t } = useTranslation('dashboard');
  const { label, note, module, noun, figure, by, from } = chart;
  const asked = { figure, by, from, to: today() };
  const query = { ...asked, compare: 'previous' };
  const { data } = useQuery<Counted>(`/statistics/${noun}`, {
    scope: { projectId },
    query,
    follow: module,
    delay: PAUSE_MS,
  });
  const title = (
    <Link to={`/projects/${projectId}/statistics/${noun}?${new URLSearchParams(asked)}`}>
      {note}: {label} · {t(`spans.${by}`)}
    </Link>
  );
  return data && <CountedChart label={`${note}: ${label}`} title={title} counted={data} projectId={projectId} />;
}
