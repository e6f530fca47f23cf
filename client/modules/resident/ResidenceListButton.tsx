import { resident } from '@lobby/shared/modules/resident.ts';
import { IdCard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { scopeNow } from '../../kit/session/session.ts';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { ConfirmDialog } from '../../kit/ui/overlay/ConfirmDialog.tsx';

/** Downloads the list of foreigners and temporary residents in the form of the ward police. */
export function ResidenceListButton() {
  const { t } = useTranslation('resident');
  const [asking, setAsking] = useState(false);
  const { busy, save } = useExport();
  const take = () => {
    setAsking(false);
    save(`${resident.path}/residence-list`, { ...scopeNow(), body: {} }, 'PUT');
  };
  return (
    <>
      <IconButton icon={IdCard} label={t('residence.open')} aria-busy={busy} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        title={t('residence.ask')}
        description={t('residence.text')}
        confirm={t('residence.open')}
        onConfirm={take}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
