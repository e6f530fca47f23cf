import type { systemCertificates } from '@lobby/shared/modules/technical-system.contract.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { FileTile } from '../../kit/ui/form/inputs/files/FileTile.tsx';
import { Empty } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { type Certificate, Due } from './due-cells.tsx';

/** Inspections of a system and its devices with the date until which they are valid; live. */
export function CertificatesTab({ id }: { id: string }) {
  const { t } = useTranslation(technicalSystem.name);
  const { day } = useFormats();
  const { data } = useContract<typeof systemCertificates>('/technical-system/:id/certificates', {
    params: { id },
    follow: technicalSystem.code,
  });
  if (!data) return <SkeletonRows />;
  if (data.length === 0) return <Empty title={t('certificates.none')} />;
  return (
    <DetailBody>
      <FigureTable<Certificate>
        label={t('fields.certificates')}
        rows={data}
        keyOf={row => row.id}
        columns={[
          { key: 'thing', label: t('due.thing'), cell: row => `${row.code} · ${row.name}` },
          { key: 'number', label: t('fields.certificateNumber'), cell: row => row.number ?? '–' },
          {
            key: 'result',
            label: t('fields.lastInspectionResult'),
            cell: row => (row.result ? t(`options.lastInspectionResult.${row.result}`) : '–'),
          },
          { key: 'last', label: t('due.last'), figure: true, cell: row => (row.last ? day(row.last) : '–') },
          { key: 'until', label: t('certificates.until'), figure: true, cell: row => (row.next ? day(row.next) : '–') },
          {
            key: 'due',
            label: t('due.due'),
            cell: row => <Due due={row.due} word={t(`options.inspectionDue.${row.due}`)} />,
          },
          {
            key: 'files',
            label: t('certificates.files'),
            cell: row => row.files.map(file => <FileTile key={file.id} file={file} />),
          },
        ]}
      />
    </DetailBody>
  );
}
