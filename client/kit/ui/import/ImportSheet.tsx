import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../session/permissions.ts';
import { scopeAtom } from '../../session/session.ts';
import { Button, IconButton } from '../controls/Button.tsx';
import { lazyPart } from '../layout/lazy-part.tsx';
import { DialogSkeleton } from '../overlay/DialogSkeleton.tsx';

const ImportDialog = lazyPart(async () => (await import('./ImportDialog.tsx')).ImportDialog, DialogSkeleton);

/** Import of records by a sheet with its own layout: template lines, appointments, meeting responses. */
export function ImportSheet({ definition, label }: { definition: Definition; label?: string }) {
  const { t } = useTranslation('import');
  const scope = useAtomValue(scopeAtom);
  const may = useCan(definition.code, 'write');
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      {label ? (
        <Button size="sm" icon={Upload} onClick={() => setOpen(true)}>
          {label}
        </Button>
      ) : (
        <IconButton icon={Upload} label={t('open')} onClick={() => setOpen(true)} />
      )}
      {open && <ImportDialog definition={definition} scope={scope} onClose={() => setOpen(false)} />}
    </>
  );
}
