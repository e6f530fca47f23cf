import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { RadioCards } from '../../kit/ui/controls/RadioCards.tsx';
import { useFormScope } from '../../kit/ui/form/form-context.ts';

import type { WithDeposit } from './DepositStrip.tsx';

const ENDS = ['refund', 'withoutRefund'] as const;
type End = (typeof ENDS)[number];

/**
 * Choice in the completion dialog of a form with a deposit: refund, or keep with a reason. Choosing neither postpones
 * the refund.
 */
export function DepositEnd({ row, keeps = false }: { row: WithDeposit; keeps?: boolean }) {
  const { t } = useTranslation('deposit');
  const { money } = useFormats();
  const { give } = useFormScope();
  const [end, setEnd] = useState<End>(keeps ? 'withoutRefund' : 'refund');
  const held = row.depositStatus === 'DEPOSITED';
  useEffect(() => {
    if (held) give?.({ [end]: true });
  }, [give, held, end]);
  if (!held) return null;
  const amount = money(row.depositAmount ?? 0);
  return (
    <RadioCards
      label={t('end.label')}
      columns={1}
      value={end}
      onChange={setEnd}
      cards={ENDS.map(value => ({ value, label: t(`end.${value}`, { amount }) }))}
    />
  );
}
