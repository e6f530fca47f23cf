import { bankConnection } from '@lobby/shared/modules/bank-connection.ts';
import { bankTransaction } from '@lobby/shared/modules/bank-transaction.ts';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { ConnectionsPart } from './Connections.tsx';
import { StatementDialog } from './StatementDialog.tsx';

const WIDTHS = {
  day: 112,
  amount: 140,
  content: 320,
  unitId: 100,
  foundBy: 170,
  counterName: 180,
  counterAccount: 150,
  bankAccountId: 160,
  reference: 150,
  source: 140,
  status: 140,
};
const HIDDEN = ['counterAccount', 'reference', 'source', 'createdAt'];

/** Money that banks tell of: what is to be matched first. */
function InboxPart() {
  const { t } = useTranslation('bank-transaction');
  const mayRead = useCan(bankTransaction.code, 'write');
  const [open, setOpen] = useState(false);
  return (
    <>
      <RecordsPage
        definition={bankTransaction}
        widths={WIDTHS}
        hidden={HIDDEN}
        {...(mayRead && {
          headExtras: (
            <Button look="filled" icon={Upload} onClick={() => setOpen(true)}>
              {t('statement.read')}
            </Button>
          ),
        })}
      />
      {open && <StatementDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** What banks tell, by statements and as it comes. */
export function Component() {
  const { t } = useTranslation([bankTransaction.name, bankConnection.name]);
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        { value: 'inbox', label: t('plural'), content: <InboxPart /> },
        { value: 'connections', label: t('bank-connection:part'), content: <ConnectionsPart /> },
      ]}
    />
  );
}
