import { utility } from '@lobby/shared/modules/utility.ts';
import { Dumbbell } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useHeldRow } from '../../../kit/records/useHeldRow.ts';
import { Line, RelatedRecords } from '../../../kit/ui/detail/related/RelatedRecords.tsx';
import { useRelatedRecords } from '../../../kit/ui/useRelatedRecords.ts';

const MOST = 50;

export function AmenitiesTab({ id }: { id: string }) {
  const { t } = useTranslation(utility.name);
  const { idUnitGroup = '' } = useParams();
  const view = useRelatedRecords(utility, 'groupId', id, MOST);
  const to = `/projects/${idUnitGroup}/${utility.route}?tab=all`;
  return (
    <RelatedRecords
      view={view}
      most={MOST}
      icon={Dumbbell}
      none={t('empty.title')}
      all={{ to: `${to}&groupId=${id}`, label: t('plural') }}
    >
      {amenityId => <Amenity key={amenityId} id={amenityId} to={`${to}&id=${amenityId}`} />}
    </RelatedRecords>
  );
}

function Amenity({ id, to }: { id: string; to: string }) {
  const { t } = useTranslation(utility.name);
  const { name = '', type } = useHeldRow(utility, id);
  return <Line to={to} title={name} note={type && t(`options.type.${type}`)} />;
}
