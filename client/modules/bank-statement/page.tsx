import { bankConnection } from '@lobby/shared/modules/bank-connection.ts';
import type { matchAgain } from '@lobby/shared/modules/bank-statement.contract.ts';
import { bankStatement, bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { RefreshCw, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { callContract } from '../../kit/http/contract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { HeadActs } from '../../kit/ui/list/HeadActs.tsx';
import { DialogSkeleton } from '../../kit/ui/overlay/DialogSkeleton.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { ConnectionsPart } from '../bank-connection/index.ts';
import { BalanceStrip } from './BalanceStrip.tsx';
import { CandidatesTab } from './CandidatesTab.tsx';
import { LinesTab } from './LinesTab.tsx';
import { RulesDialog } from './RulesDialog.tsx';

const ImportDialog = lazyPart(async () => (await import('./ImportDialog.tsx')).ImportDialog, DialogSkeleton);

const WIDTHS = {
  bookedOn: 112,
  amount: 140,
  direction: 100,
  content: 300,
  unitId: 100,
  inboxReason: 200,
  payerName: 170,
  bankAccountId: 150,
  rule: 160,
  bankRef: 150,
  status: 130,
};

/** Inbox of bank lines. */
function InboxPart() {
  const { t } = useTranslation(bankStatementLine.name);
  const mayWrite = useCan(bankStatementLine.code, 'write');
  const [open, setOpen] = useState<'file' | 'rules' | null>(null);
  const { busy, run } = useSubmit();
  const rematch = () =>
    run(async () => {
      const { data } = await callContract<typeof matchAgain>('PUT', '/bank-statement-line/rematch', {
        ...scopeNow(),
        body: { isAll: true },
      });
      toast({ tone: 'done', title: t('take.rematched', { n: data.suggested }) });
    });
  return (
    <>
      <RecordsPage
        definition={bankStatementLine}
        widths={WIDTHS}
        strip={<BalanceStrip />}
        detail={{
          extraTabs: id => [{ value: 'candidates', label: t('candidates.title'), content: <CandidatesTab id={id} /> }],
        }}
        {...(mayWrite && {
          createLabel: t('take.open'),
          onCreate: () => setOpen('file'),
          headExtras: (
            <HeadActs
              acts={[
                {
                  key: 'rematch',
                  icon: RefreshCw,
                  label: t('take.rematch'),
                  disabled: busy,
                  onSelect: () => void rematch(),
                },
                { key: 'rules', icon: Settings2, label: t('rules.title'), onSelect: () => setOpen('rules') },
              ]}
            >
              {({ key, icon, label, disabled, onSelect }) => (
                <IconButton key={key} icon={icon} label={label} disabled={disabled} onClick={onSelect} />
              )}
            </HeadActs>
          ),
        })}
      />
      {open === 'file' && <ImportDialog onClose={() => setOpen(null)} />}
      {open === 'rules' && <RulesDialog onClose={() => setOpen(null)} />}
    </>
  );
}

/** Imported files. */
function FilesPart() {
  const { t } = useTranslation(bankStatementLine.name);
  return (
    <RecordsPage
      definition={bankStatement}
      widths={{ fileName: 240, bankAccountId: 150, from: 110, to: 110, importedById: 160 }}
      detail={{
        extraTabs: id => [{ value: 'lines', label: t('take.lines'), content: <LinesTab by="statementId" id={id} /> }],
      }}
    />
  );
}

/** Bank lines, statement files and connections. */
export function Component() {
  const { t } = useTranslation([bankStatementLine.name, bankConnection.name]);
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        { value: 'inbox', label: t('parts.inbox'), content: <InboxPart /> },
        { value: 'files', label: t('parts.files'), content: <FilesPart /> },
        { value: 'connections', label: t('bank-connection:part'), content: <ConnectionsPart /> },
      ]}
    />
  );
}
