import { syncCode } from '@lobby/shared/modules/sync-code.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { MissingDialog } from './MissingDialog.tsx';

const FORM = pairedForm(['kind', 'ours', 'code', 'debit', 'credit', 'active'], ['reason']);
const WIDTHS = { kind: 150, ours: 160, label: 220, code: 160, debit: 90, credit: 90, active: 100, reason: 200 };

const ALL = ['reason', 'createdAt'] as const;
const CODED = [...ALL, 'debit', 'credit'] as const;
const PAIRED = [...ALL, 'code'] as const;

/** Mapping of apartments, services and funds to codes of the accounting software. */
export function CodesPart() {
  const { t } = useTranslation(syncCode.name);
  const may = useCan(syncCode.code, 'write');
  const [open, setOpen] = useState(false);
  const [params] = useSearchParams();
  // Only account pairs have accounts, and only other kinds have a code.
  const unused = params.get('tab') === 'accounts' ? PAIRED : params.get('tab') === 'all' ? ALL : CODED;
  return (
    <>
      <RecordsPage
        definition={syncCode}
        widths={WIDTHS}
        hidden={unused}
        form={FORM}
        headExtras={may && <Button onClick={() => setOpen(true)}>{t('missing.open')}</Button>}
      />
      {open && <MissingDialog onClose={() => setOpen(false)} />}
    </>
  );
}
