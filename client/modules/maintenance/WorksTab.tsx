import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';

const MOST = 50;

interface WorksTabProps {
  /** Field of the work that refers to the record. */
  of: 'deviceId' | 'systemId' | 'assetId' | 'placeId' | 'planId' | 'contractorId';
  id: string;
}

/** Works of a thing, plan or partner. */
export function WorksTab({ of, id }: WorksTabProps) {
  const { t } = useTranslation(maintenance.name);
  const { idUnitGroup = '' } = useParams();
  const view = useRelatedRecords(maintenance, of, id, MOST);
  const base = `/projects/${idUnitGroup}/${maintenance.route}?tab=all`;
  return (
    <RelatedRecords
      view={view}
      most={MOST}
      icon={Wrench}
      none={t('empty.title')}
      all={{ to: `${base}&${of}=${id}`, label: t('plural') }}
    >
      {rowId => <Work key={rowId} id={rowId} to={`${base}&id=${rowId}`} />}
    </RelatedRecords>
  );
}

function Work({ id, to }: { id: string; to: string }) {
  const { t } = useTranslation(maintenance.name);
  const { day } = useFormats();
  const { code, title, scheduledDate, status = 'SCHEDULED' } = useHeldRow(maintenance, id);
  const { tone, icon } = maintenance.statuses[status as keyof typeof maintenance.statuses];
  return (
    <Line
      to={to}
      title={title}
      note={`${code ?? ''} · ${scheduledDate ? day(scheduledDate) : ''}`}
      after={
        <Status tone={tone} icon={icon}>
          {t(`statuses.${status}`)}
        </Status>
      }
    />
  );
}
