import type { unitDocuments } from '@lobby/shared/modules/document.contract.ts';
import { document } from '@lobby/shared/modules/document.ts';
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';

const MOST = 100;

/** Documents visible to the residents of a unit: shared with everybody, with their block or with the unit. */
export function DocumentsTab({ id }: { id: string }) {
  const { t } = useTranslation(['unit', document.name]);
  const { idUnitGroup = '' } = useParams();
  const { date } = useFormats();
  // Reloaded after each document change: documents are few and seldom change.
  const { data: rows, error } = useContract<typeof unitDocuments>('/document/of-unit/:id', {
    params: { id },
    follow: document.code,
    delay: 200,
  });
  const screen = `/projects/${idUnitGroup}/${document.route}`;
  const byId = new Map(rows?.map(row => [row.id, row]));
  return (
    <RelatedRecords
      view={{ phase: error ? 'failed' : rows ? 'ready' : 'first', ids: [...byId.keys()], total: byId.size }}
      most={MOST}
      icon={FileText}
      none={t('documents.none')}
      all={{ to: `${screen}?tab=shared`, label: t('documents.all') }}
    >
      {rowId => {
        const { name = '', audience, filedAt } = byId.get(rowId) ?? {};
        const note = [audience && t(`${document.name}:options.audience.${audience}`), filedAt && date(filedAt)];
        return <Line key={rowId} to={`${screen}?id=${rowId}`} title={name} note={note.filter(Boolean).join(' · ')} />;
      }}
    </RelatedRecords>
  );
}
