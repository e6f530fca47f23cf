import type { Definition } from '@lobby/shared/kit/definition.ts';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../session/permissions.ts';
import { Button } from '../../controls/Button.tsx';

interface AddRelatedProps {
  definition: Definition;
  /** Form of the new record. */
  children: (onClose: () => void) => ReactNode;
}

/** Button to add a record of another module in its tab, for those who may write there. */
export function AddRelated({ definition, children }: AddRelatedProps) {
  const { t } = useTranslation(definition.name);
  const mayWrite = useCan(definition.code, 'write');
  const [open, setOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <Button size="sm" look="outline" icon={Plus} onClick={() => setOpen(true)}>
        {t('actions.create')}
      </Button>
      {open && children(() => setOpen(false))}
    </>
  );
}
