import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { RecordOf } from '../../../kit/base/matches.ts';
import { useFlowTab } from '../../approval-flow/index.ts';
import { DepositEnd, DepositStrip } from '../../deposit/index.ts';
import { HeldDeposit } from './HeldDeposit.tsx';
import { OutcomeTab } from './OutcomeTab.tsx';
import { ScanCard } from './ScanCard.tsx';

const SHEETS = ['form', 'slip'] as const;

/** Deposits of issued cards are kept while the card is in use. */
function keepsDeposit(row: RecordOf<typeof cardRegistration>): boolean {
  const { type, depositStatus } = row;
  return depositStatus === 'DEPOSITED' && (type === 'NEW' || type === 'REISSUE');
}

/** Detail of a card form: outcome, approval, deposit, card scan, prints. */
export function useCardDetail() {
  const { t } = useTranslation(cardRegistration.name);
  const { idUnitGroup = '' } = useParams();
  const navigate = useNavigate();
  const flowTab = useFlowTab(cardRegistration.name);
  return {
    meta: (row: RecordOf<typeof cardRegistration>) => (
      <>
        <DepositStrip row={row} />
        <HeldDeposit row={row} />
      </>
    ),
    actionsExtra: (row: RecordOf<typeof cardRegistration>) => <ScanCard key={`${row.id} ${row.status}`} row={row} />,
    extraTabs: (id: string) => [
      { value: 'outcome', label: t('outcome.tab'), content: <OutcomeTab id={id} /> },
      ...flowTab(id),
    ],
    more: (row: RecordOf<typeof cardRegistration>) =>
      SHEETS.map(sheet => ({
        key: `print-${sheet}`,
        label: t(`print.${sheet}`),
        icon: Printer,
        onSelect: () => void navigate(`/print/${idUnitGroup}/card-form?id=${row.id}&sheet=${sheet}`),
      })),
    asides: (row: RecordOf<typeof cardRegistration>) => ({
      complete: <DepositEnd row={row} keeps={keepsDeposit(row)} />,
    }),
    values: (row: RecordOf<typeof cardRegistration>) => {
      const { newCardId } = row;
      return { complete: { ...(newCardId && { newCardId }), ...(keepsDeposit(row) && { reason: t('keepReason') }) } };
    },
  };
}
