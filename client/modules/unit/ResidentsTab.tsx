import { type Resident, type ResidentRow, resident } from '@lobby/shared/modules/resident.ts';
import { useAtomValue } from 'jotai';
import { Users } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { dataOf } from '../../kit/api.ts';
import { recordAtom } from '../../kit/records.ts';
import { Avatar } from '../../kit/ui/Avatar.tsx';
import { Few, Line } from '../../kit/ui/detail/Few.tsx';
import { useFewRecords } from '../../kit/ui/useFewRecords.ts';

const MOST = 50;
const ROLES: readonly Resident['role'][] = ['HOUSEHOLDER', 'CO_HOUSEHOLDER', 'RENTER', 'EMPOWER', 'MEMBER'];

/** Who lives in a unit, or stands for it. */
export function ResidentsTab({ id }: { id: string }) {
  const { t } = useTranslation('unit');
  const { idUnitGroup = '' } = useParams();
  const members = `/projects/${idUnitGroup}/${resident.route}`;
  const view = useFewRecords(resident, 'unitIds', id, MOST);
  return (
    <Few
      view={view}
      most={MOST}
      icon={Users}
      none={t('residents.none')}
      more={count => t('residents.more', { count })}
      all={{ to: `${members}?unitIds=${id}`, label: t('residents.all') }}
    >
      {one => <Person key={one} id={one} to={`${members}?id=${one}`} />}
    </Few>
  );
}

function Person({ id, to }: { id: string; to: string }) {
  const { t } = useTranslation('resident');
  const entry = useAtomValue(useMemo(() => recordAtom(resident.name, id), [id]));
  const { name = '', role, phone } = dataOf<ResidentRow>(entry?.row);
  return (
    <Line
      to={to}
      style={{ order: role ? ROLES.indexOf(role) : undefined }}
      before={<Avatar person={{ id, name }} named />}
      title={name}
      note={[role && t(`options.role.${role}`), phone].filter(Boolean).join(' · ')}
    />
  );
}
