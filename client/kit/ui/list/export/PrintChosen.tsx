import type { Definition } from '@lobby/shared/kit/definition.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Chosen } from '../../../acts/acts.ts';
import { useCan } from '../../../session/permissions.ts';
import { scopeNow } from '../../../session/session.ts';
import { Button } from '../../controls/Button.tsx';
import { useExport } from './useExport.ts';

/** Most papers in one file. */
const MOST = 200;

interface PrintChosenProps {
  definition: Definition;
  chosen: Chosen;
}

/** Downloads the papers of the chosen records as one PDF. */
export function PrintChosen({ definition, chosen }: PrintChosenProps) {
  const { t } = useTranslation('kit');
  const { busy, save } = useExport();
  const may = useCan(definition.code, definition.flags.includes('readDetail') ? 'readDetail' : 'read');
  if (!may || !('ids' in chosen) || chosen.ids.length > MOST) return null;
  const call = { ...scopeNow(), body: { ids: [...chosen.ids] } };
  return (
    <Button look="ghost" icon={Printer} busy={busy} onClick={() => save(`${definition.path}/print`, call, 'POST')}>
      {t('print.now')}
    </Button>
  );
}

/** The same as further button of a list. */
export const printsChosen = (definition: Definition) => (chosen: Chosen) => (
  <PrintChosen definition={definition} chosen={chosen} />
);
