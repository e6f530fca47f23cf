import type { Counted } from '@lobby/shared/kit/statistic-terms.ts';
import type { ChartShown } from '@lobby/shared/modules/dashboard.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useQuery } from '../../kit/live/useQuery.ts';
import { today } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';
import { Bars } from '../statistics/index.ts';

const chartClass = styleClass({
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  minW: '0',
  '& > h2': { textStyle: 'sm', fontWeight: 'semibold', px: '4', pt: '3' },
  '& a': { color: 'fg', textDecoration: 'none' },
});
/** Charts are drawn anew this often at most. */
const PAUSE_MS = 30_000;

/** A figure over time; its title leads to the statistics that it is of. */
export function Chart({ projectId, chart }: { projectId: string; chart: ChartShown }) {
  const { t } = useTranslation('dashboard');
  const { label, note, module, noun, figure, by, from } = chart;
  const query = { figure, by, from, to: today() };
  const { data } = useQuery<Counted>(`/statistics/${noun}`, {
    scope: { projectId },
    query,
    follow: module,
    delay: PAUSE_MS,
  });
  return (
    <section className={chartClass()}>
      <h2>
        <Link to={`/projects/${projectId}/statistics/${noun}?${new URLSearchParams(query)}`}>
          {note}: {label} · {t(`spans.${by}`)}
        </Link>
      </h2>
      {data && <Bars label={`${note}: ${label}`} counted={data} projectId={projectId} />}
    </section>
  );
}
