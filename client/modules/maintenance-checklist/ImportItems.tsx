import { CHECKLIST_SHEET } from '@lobby/shared/modules/maintenance-checklist.ts';
import { useAtomValue } from 'jotai';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { DialogSkeleton } from '../../kit/ui/overlay/DialogSkeleton.tsx';

const ImportDialog = lazyPart(
  async () => (await import('../../kit/ui/import/ImportDialog.tsx')).ImportDialog,
  DialogSkeleton,
);

/** Imports checklists from a sheet with a row per item. */
export function ImportItems() {
  const { t } = useTranslation('import');
  const scope = useAtomValue(scopeAtom);
  const may = useCan(CHECKLIST_SHEET.definition.code, 'write');
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <IconButton icon={Upload} label={t('open')} onClick={() => setOpen(true)} />
      {open && <ImportDialog definition={CHECKLIST_SHEET.definition} scope={scope} onClose={() => setOpen(false)} />}
    </>
  );
}
