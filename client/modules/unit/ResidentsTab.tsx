import { type Resident, residency, resident } from '@lobby/shared/modules/resident.ts';
import { atom, useAtomValue } from 'jotai';
import { Users } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { dataOf } from '../../kit/http/api.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { AddRelated } from '../../kit/ui/detail/related/AddRelated.tsx';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { Avatar } from '../../kit/ui/marks/Avatar.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';
import { NewResident } from '../resident/index.ts';

const MOST = 50;
/** Includes residents who moved out. */
const HOMES = 100;
const ROLES: readonly Resident['role'][] = ['HOUSEHOLDER', 'CO_HOUSEHOLDER', 'RENTER', 'EMPOWER', 'MEMBER'];

interface Home {
  residentId: string;
  role: Resident['role'];
  living: boolean;
}

/** Residents and representatives of a unit. */
export function ResidentsTab({ id }: { id: string }) {
  const { t } = useTranslation('unit');
  const { idUnitGroup = '' } = useParams();
  const members = `/projects/${idUnitGroup}/${resident.route}`;
  const view = useRelatedRecords(resident, 'unitIds', id, MOST);
  const roles = useRolesAt(id);
  return (
    <RelatedRecords
      view={view}
      most={MOST}
      icon={Users}
      none={t('residents.none')}
      more={count => t('residents.more', { count })}
      all={{ to: `${members}?unitIds=${id}`, label: t('residents.all') }}
      add={<AddRelated definition={resident}>{onClose => <NewResident unitId={id} onClose={onClose} />}</AddRelated>}
    >
      {rowId => <Person key={rowId} id={rowId} here={roles.get(rowId)} to={`${members}?id=${rowId}`} />}
    </RelatedRecords>
  );
}

/** Roles of the residents in this unit; they may have other roles in other units. */
function useRolesAt(id: string): ReadonlyMap<string, Resident['role']> {
  const ids = useRelatedRecords(residency, 'unitId', id, HOMES)?.ids;
  const roles = useMemo(
    () =>
      atom(get => {
        const homes = (ids ?? []).map(homeId =>
          dataOf<Home>(homeId ? get(recordAtom(residency.name, homeId))?.row : undefined),
        );
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
  const { name = '', role: main, phone } = useHeldRow(resident, id);
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
