import { residency } from '@lobby/shared/modules/resident.ts';
import { House } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { useRefName } from '../../kit/refs/refs.ts';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';

const MOST = 50;

/** Residencies of a resident, newest first; live. */
export function HomesTab({ id }: { id: string }) {
  const { t } = useTranslation('resident');
  const view = useRelatedRecords(residency, 'residentId', id, MOST);
  return (
    <RelatedRecords view={view} most={MOST} icon={House} none={t('tabs.noHomes')}>
      {rowId => <Home key={rowId} id={rowId} />}
    </RelatedRecords>
  );
}

function Home({ id }: { id: string }) {
  const { t } = useTranslation('resident');
  const { idUnitGroup = '' } = useParams();
  const { date } = useFormats();
  const row = useHeldRow(residency, id);
  const unit = useRefName('unit', row.unitId ?? null);
  const day = (value: string | null | undefined) => (value ? date(value) : '…');
  return (
    <Line
      to={`/projects/${idUnitGroup}/units?id=${row.unitId}`}
      title={unit ?? '…'}
      note={`${row.role ? t(`options.role.${row.role}`) : ''} · ${day(row.movedInAt)} – ${row.living ? '' : day(row.movedOutAt)}`}
      after={
        <Status tone={row.living ? 'done' : 'ended'} icon={row.living ? 'check' : 'circle-x'}>
          {t(row.living ? 'tabs.living' : 'tabs.left')}
        </Status>
      }
    />
  );
}
