import { type Resident, type ResidentRow, residency, resident } from '@lobby/shared/modules/resident.ts';
import { atom, useAtomValue } from 'jotai';
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
/** Those who left among them. */
const HOMES = 100;
const ROLES: readonly Resident['role'][] = ['HOUSEHOLDER', 'CO_HOUSEHOLDER', 'RENTER', 'EMPOWER', 'MEMBER'];

interface Home {
  residentId: string;
  role: Resident['role'];
  living: boolean;
}

/** Who lives in a unit, or stands for it. */
export function ResidentsTab({ id }: { id: string }) {
  const { t } = useTranslation('unit');
  const { idUnitGroup = '' } = useParams();
  const members = `/projects/${idUnitGroup}/${resident.route}`;
  const view = useFewRecords(resident, 'unitIds', id, MOST);
  const roles = useRolesAt(id);
  return (
    <Few
      view={view}
      most={MOST}
      icon={Users}
      none={t('residents.none')}
      more={count => t('residents.more', { count })}
      all={{ to: `${members}?unitIds=${id}`, label: t('residents.all') }}
    >
      {one => <Person key={one} id={one} here={roles.get(one)} to={`${members}?id=${one}`} />}
    </Few>
  );
}

/** Who somebody is in this unit: in another home they may be somebody else. */
function useRolesAt(id: string): ReadonlyMap<string, Resident['role']> {
  const ids = useFewRecords(residency, 'unitId', id, HOMES)?.ids;
  const roles = useMemo(
    () =>
      atom(get => {
        const homes = (ids ?? []).map(one => dataOf<Home>(one ? get(recordAtom(residency.name, one))?.row : undefined));
        return new Map(
          homes.flatMap(({ living, residentId, role }) =>
            living && residentId && role ? [[residentId, role] as const] : [],
          ),
        );
      }),
    [ids],
  );
  return useAtomValue(roles);
}

interface PersonProps {
  id: string;
  here: Resident['role'] | undefined;
  to: string;
}

function Person({ id, here, to }: PersonProps) {
  const { t } = useTranslation('resident');
  const entry = useAtomValue(useMemo(() => recordAtom(resident.name, id), [id]));
  const { name = '', role: main, phone } = dataOf<ResidentRow>(entry?.row);
  const role = here ?? main;
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
