import { resident } from '@lobby/shared/modules/resident.ts';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { ConfirmDialog } from '../../kit/ui/overlay/ConfirmDialog.tsx';

/** Asks for a reason, which is recorded, and exports all data of a person. */
export function PersonFileDialog({ row, onClose }: { row: RecordOf<typeof resident>; onClose: () => void }) {
  const { t } = useTranslation('resident');
  const { save } = useExport();
  const run = (reason: string) => {
    save(`${resident.path}/${row.id}/person-file`, { ...scopeNow(), body: { reason } }, 'PUT');
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t('own.fileAsk', { name: row.name })}
      description={t('own.fileText')}
      confirm={t('actions.person-file')}
      reason={{ label: t('inputs.reason') }}
      onConfirm={run}
      onCancel={onClose}
    />
  );
}
