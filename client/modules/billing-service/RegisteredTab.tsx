import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { ListPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { useRefName } from '../../kit/refs/refs.ts';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';

const MOST = 24;
const ACTIVE = { status: { in: ['ACTIVE'] } } as const;

/** Units registered for a service, latest first. */
export function RegisteredTab({ id }: { id: string }) {
  const { t } = useTranslation('service-registration');
  const { idUnitGroup = '' } = useParams();
  const all = `/projects/${idUnitGroup}/${serviceRegistration.route}?serviceId=${id}`;
  const view = useRelatedRecords(serviceRegistration, 'serviceId', id, MOST, ACTIVE);
  return (
    <RelatedRecords
      view={view}
      most={MOST}
      icon={ListPlus}
      none={t('empty.title')}
      all={{ to: all, label: t('count', { count: view?.total ?? 0 }) }}
    >
      {rowId => <Registered key={rowId} id={rowId} to={`${all}&id=${rowId}`} />}
    </RelatedRecords>
  );
}

function Registered({ id, to }: { id: string; to: string }) {
  const { t } = useTranslation('service-registration');
  const { day } = useFormats();
  const row = useHeldRow(serviceRegistration, id);
  const unit = useRefName('unit', row.unitId);
  const until = row.endDate ? ` → ${day(row.endDate)}` : '';
  return (
    <Line
      to={to}
      title={unit ?? ''}
      note={`${t('fields.startDate')} ${day(row.startDate ?? '')}${until}`}
      after={row.code}
    />
  );
}
