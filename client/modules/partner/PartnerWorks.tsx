import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import type { MaintenanceRow } from '@lobby/shared/modules/maintenance.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import type { partnerWorks } from '@lobby/shared/modules/partner.contract.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';

type Work = Pick<MaintenanceRow, 'id' | 'code' | 'title' | 'scheduledDate' | 'rating'> & { status: string };
const MOST = 50;
/** Kinds of work: maintenance works and handover defects. */
const KINDS = [
  ['MAINTENANCE', maintenance.name, 'works'],
  ['DEFECT', handoverDefect.name, 'defects'],
] as const;

function useWorks(id: string, kind: (typeof KINDS)[number][0]) {
  return useContract<typeof partnerWorks>('/partner/:id/works', {
    params: { id },
    query: { limit: MOST, kind },
    follow: partner.code,
    delay: 500,
  }).data;
}

/** Work assigned to a partner, open ones first. Needs only permission to read partners. */
export function PartnerWorks({ id }: { id: string }) {
  const { t } = useTranslation([partner.name, maintenance.name, handoverDefect.name]);
  const { day } = useFormats();
  const [works, defects] = [useWorks(id, 'MAINTENANCE'), useWorks(id, 'DEFECT')];
  if (!works || !defects) return null;
  if (works.length + defects.length === 0) return <DetailBody>{t('noWorks')}</DetailBody>;
  return (
    <DetailBody>
      {KINDS.map(([kind, words, label]) => {
        const rows = kind === 'DEFECT' ? defects : works;
        return (
          rows.length > 0 && (
            <section key={kind}>
              <h3>{t(label)}</h3>
              <FigureTable<Work>
                label={t(label)}
                rows={rows}
                keyOf={row => row.id}
                columns={[
                  { key: 'title', label: t('maintenance:fields.title'), cell: row => `${row.code} · ${row.title}` },
                  { key: 'day', label: t('maintenance:fields.scheduledDate'), cell: row => day(row.scheduledDate) },
                  {
                    key: 'status',
                    label: t('maintenance:fields.status'),
                    cell: row => t(`${words}:statuses.${row.status}`),
                  },
                  { key: 'rating', label: t('fields.rating'), figure: true, cell: row => row.rating ?? '–' },
                ]}
              />
            </section>
          )
        );
      })}
    </DetailBody>
  );
}
