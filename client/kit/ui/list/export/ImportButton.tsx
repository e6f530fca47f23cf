import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../session/permissions.ts';
import { IconButton } from '../../controls/Button.tsx';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { DialogSkeleton } from '../../overlay/DialogSkeleton.tsx';
import { useListModel } from '../model/model.ts';

const ImportDialog = lazyPart(async () => (await import('../../import/ImportDialog.tsx')).ImportDialog, DialogSkeleton);

/** Opens the import of the list's module, if it supports one. */
export function ImportButton() {
  const { definition, scope } = useListModel();
  const allowed = useCan(definition.code, 'write');
  const { t } = useTranslation('import');
  const [open, setOpen] = useState(false);
  if (!definition.imports || !allowed) return null;
  return (
    <>
      <IconButton icon={Upload} label={t('open')} onClick={() => setOpen(true)} />
      {open && <ImportDialog definition={definition} scope={scope} onClose={() => setOpen(false)} />}
    </>
  );
}
