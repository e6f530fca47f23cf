import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import { FileDown, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { HeadActs } from '../../kit/ui/list/HeadActs.tsx';
import { DialogSkeleton } from '../../kit/ui/overlay/DialogSkeleton.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { CollectButton } from '../bill/index.ts';
import { MonthState } from './MonthState.tsx';
import { PaidLines } from './PaidLines.tsx';
import { PrintButton } from './papers/PrintDialog.tsx';
import { PrintTab } from './papers/PrintTab.tsx';
import { RevisionsTab } from './RevisionsTab.tsx';
import { RemindersPart } from './reminders/RemindersPart.tsx';
import { RulesPart, StopsPart } from './reminders/RulesParts.tsx';
import { RunsPart } from './sending/RunsPart.tsx';
import { SendAgainButton, SendButton } from './sending/SendDialog.tsx';

const BuildDialog = lazyPart(async () => (await import('./build/BuildDialog.tsx')).BuildDialog, DialogSkeleton);

const WIDTHS = {
  code: 136,
  unitId: 88,
  residentId: 172,
  feeMonth: 84,
  month: 84,
  bills: 72,
  newTotal: 136,
  debtTotal: 136,
  interestTotal: 120,
  totalPayment: 128,
  remaining: 128,
  revision: 84,
  dueDate: 112,
  printed: 96,
};

const PDF = `${feeNotice.path}/pdf`;

function NoticesPart() {
  const { t } = useTranslation('fee-notice');
  const [asking, setAsking] = useState(false);
  const mayIssue = useCan(feeNotice.code, 'write');
  const navigate = useNavigate();
  const { idUnitGroup } = useParams();
  const { busy, save } = useExport();
  return (
    <>
      <RecordsPage
        definition={feeNotice}
        strip={<MonthState />}
        {...(mayIssue && { createLabel: t('build.open'), onCreate: () => setAsking(true) })}
        widths={WIDTHS}
        bulk={chosen => (
          <>
            <SendButton chosen={chosen} />
            <PrintButton chosen={chosen} />
          </>
        )}
        headExtras={
          mayIssue && (
            <HeadActs
              acts={[
                {
                  key: 'print',
                  icon: Printer,
                  label: t('paper.all'),
                  onSelect: () => void navigate(`/print/${idUnitGroup}/fee-notice/all`),
                },
                {
                  key: 'pdf',
                  icon: FileDown,
                  label: t('paper.pdfAll'),
                  disabled: busy,
                  onSelect: () => save(PDF, { ...scopeNow(), query: { printed: 'false' } }),
                },
              ]}
            >
              {({ key, icon, label, disabled, onSelect }) => (
                <Button key={key} size="sm" icon={icon} busy={disabled} onClick={onSelect}>
                  {label}
                </Button>
              )}
            </HeadActs>
          )
        }
        detail={{
          lead: row =>
            SENT.some(status => status === row.status) &&
            (row.unitId && (row.remaining ?? 0) > 0 ? (
              <CollectButton unitId={row.unitId} />
            ) : (
              <Button icon={Printer} onClick={() => void navigate(`/print/${idUnitGroup}/fee-notice/${row.id}`)}>
                {t('paper.print')}
              </Button>
            )),
          actionsExtra: row => SENT.some(status => status === row.status) && <SendAgainButton row={row} />,
          // Printing through the app marks notices as printed already.
          wording: ({ printed }) => (printed ? { 'mark-printed': null } : undefined),
          parts: row => ({ lines: <PaidLines notice={row} /> }),
          extraTabs: id => [
            { value: 'print', label: t('paper.tab'), content: <PrintTab id={id} /> },
            { value: 'revisions', label: t('revisions.tab'), content: <RevisionsTab id={id} /> },
          ],
        }}
      />
      {asking && <BuildDialog onClose={() => setAsking(false)} />}
    </>
  );
}

/** Fee notices, sendings, reminder rules and exclusions. */
export function Component() {
  const { t } = useTranslation(['fee-notice', 'notice-run', 'reminder-rule', 'reminder-exclusion']);
  return (
    <ScreenParts
      label={t('screen')}
      parts={[
        { value: 'notices', label: t('plural'), content: <NoticesPart /> },
        { value: 'runs', label: t('notice-run:plural'), content: <RunsPart /> },
        { value: 'reminders', label: t('reminder-rule:day.tab'), content: <RemindersPart /> },
        { value: 'rules', label: t('reminder-rule:plural'), content: <RulesPart /> },
        { value: 'stops', label: t('reminder-exclusion:plural'), content: <StopsPart /> },
      ]}
    />
  );
}
