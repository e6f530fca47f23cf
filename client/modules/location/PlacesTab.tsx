import { place } from '@lobby/shared/modules/location.ts';
import { useAtomValue } from 'jotai';
import { MapPin } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAtom } from '../../kit/records/records.ts';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';

const MOST = 50;

export function PlacesTab({ id }: { id: string }) {
  const { t } = useTranslation('place');
  const view = useRelatedRecords(place, 'levelId', id, MOST);
  return (
    <RelatedRecords
      view={view}
      most={MOST}
      icon={MapPin}
      none={t('empty.title')}
      all={{ to: `?part=places&levelId=${id}`, label: t('all') }}
    >
      {rowId => <Place key={rowId} id={rowId} />}
    </RelatedRecords>
  );
}

function Place({ id }: { id: string }) {
  const entry = useAtomValue(useMemo(() => recordAtom(place.name, id), [id]));
  return (
    <Line to={`?part=places&id=${id}`} title={String(entry?.row.name ?? '')} note={String(entry?.row.code ?? '')} />
  );
}
