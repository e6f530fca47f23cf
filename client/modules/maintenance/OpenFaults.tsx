import { type MaintenanceRow, maintenance, WORK_TARGETS } from '@lobby/shared/modules/maintenance.ts';
import { TriangleAlert } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useQuery } from '../../kit/live/useQuery.ts';
import { styleClass } from '../../theme/classes.ts';

const MOST = 3;
const boxClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  p: '2',
  borderRadius: 'sm',
  bg: 'waiting.subtle',
  color: 'waiting.fg',
  textStyle: 'sm',
  '& a': { color: 'inherit', textDecoration: 'underline' },
});

/** Repairs of the same thing that are open: whoever reports it once more joins one of them instead. */
export function OpenFaults() {
  const { t } = useTranslation(maintenance.name);
  const { idUnitGroup = '' } = useParams();
  const [kind, ...ids] = useWatch({ name: ['kind', ...WORK_TARGETS] }) as (string | null | undefined)[];
  const at = ids.findIndex(Boolean);
  const narrowed = `filter[${WORK_TARGETS[at]}][]=${ids[at]}&filter[kind][]=CORRECTIVE`;
  const open = ['WAITING', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD'].map(one => `&filter[status][]=${one}`).join('');
  const path = `${maintenance.path}?${narrowed}${open}&sort=-createdAt&limit=${MOST}`;
  const { data } = useQuery<MaintenanceRow[]>(kind === 'CORRECTIVE' && at >= 0 ? path : null);
  if (!data || data.length === 0) return null;
  return (
    <div className={boxClass()} role="status" data-wide>
      <TriangleAlert size={16} />
      {t('reported')}:
      {data.map(one => (
        <Link key={one.id} to={`/projects/${idUnitGroup}/${maintenance.route}?tab=all&id=${one.id}`}>
          {one.code} · {one.title}
        </Link>
      ))}
    </div>
  );
}
