import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { IconButton } from '../../kit/ui/Button.tsx';
import { DialogSkeleton } from '../../kit/ui/DialogSkeleton.tsx';
import { lazyPart } from '../../kit/ui/lazy-part.tsx';

const ImportDialog = lazyPart(
  async () => (await import('../../kit/ui/import/ImportDialog.tsx')).ImportDialog,
  DialogSkeleton,
);

/** Records that come from a sheet of another shape than their own: lines of templates, times of appointments. */
export function ImportSheet({ definition }: { definition: Definition }) {
  const { t } = useTranslation('import');
  const scope = useAtomValue(scopeAtom);
  const may = useCan(definition.code, 'write');
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <IconButton icon={Upload} label={t('open')} onClick={() => setOpen(true)} />
      {open && <ImportDialog definition={definition} scope={scope} onClose={() => setOpen(false)} />}
    </>
  );
}
