import {
  type MaintenanceRow,
  maintenance,
  WORK_TARGET_FIELDS,
  WORK_TARGETS,
} from '@lobby/shared/modules/maintenance.ts';
import { TriangleAlert } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useWriting } from '../../kit/ui/form/form-context.ts';
import type { TypedValues } from '../../kit/ui/form/read-form.ts';
import { readForm } from '../../kit/ui/form/read-form.ts';
import { styleClass } from '../../theme/classes.ts';

const MOST = 3;
const ASKED = { kind: maintenance.fields.kind, ...WORK_TARGET_FIELDS } as const;
const NAMES = Object.keys(ASKED) as (keyof typeof ASKED)[];
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

/** Open repairs of the same thing, offered for joining instead of a new report. */
export function OpenFaults() {
  const { t } = useTranslation(maintenance.name);
  const { idUnitGroup = '' } = useParams();
  const how = useWriting();
  const typed = useWatch<TypedValues>({ name: NAMES });
  const { values } = readForm(ASKED, Object.fromEntries(NAMES.map((name, n) => [name, typed[n]])), how, 'create');
  const target = WORK_TARGETS.find(name => values[name]);
  const narrowed = target && `filter[${target}][]=${values[target]}&filter[kind][]=CORRECTIVE`;
  const open = ['WAITING', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD'].map(status => `&filter[status][]=${status}`).join('');
  const path = `${maintenance.path}?${narrowed}${open}&sort=-createdAt&limit=${MOST}`;
  const { data } = useQuery<MaintenanceRow[]>(values.kind === 'CORRECTIVE' && narrowed ? path : null);
  if (!data || data.length === 0) return null;
  return (
    <div className={boxClass()} role="status" data-wide>
      <TriangleAlert size={16} />
      {t('reported')}:
      {data.map(fault => (
        <Link key={fault.id} to={`/projects/${idUnitGroup}/${maintenance.route}?tab=all&id=${fault.id}`}>
          {fault.code} · {fault.title}
        </Link>
      ))}
    </div>
  );
}
