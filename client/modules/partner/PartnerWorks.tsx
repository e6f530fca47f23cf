import type { MaintenanceRow } from '@lobby/shared/modules/maintenance.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';

type Work = Pick<MaintenanceRow, 'id' | 'code' | 'title' | 'status' | 'scheduledDate' | 'rating'>;
const MOST = 50;

/** What a partner was given to do, open works first; for who reads partners, whether or not they read the works themselves. */
export function PartnerWorks({ id }: { id: string }) {
  const { t } = useTranslation([partner.name, maintenance.name]);
  const { day } = useFormats();
  const { data } = useQuery<Work[]>(`${partner.path}/${id}/works?limit=${MOST}`, { follow: partner.code, delay: 500 });
  if (!data) return null;
  if (data.length === 0) return <DetailBody>{t('noWorks')}</DetailBody>;
  return (
    <DetailBody>
      <FigureTable<Work>
        label={t('works')}
        rows={data}
        keyOf={one => one.id}
        columns={[
          { key: 'title', label: t('maintenance:fields.title'), cell: one => `${one.code} · ${one.title}` },
          { key: 'day', label: t('maintenance:fields.scheduledDate'), cell: one => day(one.scheduledDate) },
          {
            key: 'status',
            label: t('maintenance:fields.status'),
            cell: one => t(`maintenance:statuses.${one.status}`),
          },
          { key: 'rating', label: t('fields.rating'), figure: true, cell: one => one.rating ?? '–' },
        ]}
      />
    </DetailBody>
  );
}
