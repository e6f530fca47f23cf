import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { clearingLines, settleMoney } from '@lobby/shared/modules/payment-method.contract.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { DayInput } from '../../kit/ui/form/inputs/dates/DayInput.tsx';
import { readWhole } from '../../kit/ui/form/inputs/numbers.ts';
import { CommandDialog } from '../../kit/ui/overlay/CommandDialog.tsx';
import { useFaults } from '../../kit/ui/states/useFaults.ts';
import { today } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';

const gridClass = styleClass({ display: 'grid', gap: '4', mt: '3' });

interface SettleDialogProps {
  lines: AnswerOf<typeof clearingLines>['lines'];
  onSettled: () => void;
  onClose: () => void;
}

/** Books money that arrived: what the provider kept is proposed by the fees of the method, the rest came into the fund. */
export function SettleDialog({ lines, onSettled, onClose }: SettleDialogProps) {
  const { t } = useTranslation([paymentMethod.name, 'errors']);
  const { money, number } = useFormats();
  const sumOf = (key: 'amount' | 'fee') => lines.reduce((sum, row) => sum + row[key], 0);
  const gross = sumOf('amount');
  const [typed, setTyped] = useState(number(sumOf('fee')));
  const [accountingDate, setDay] = useState(today);
  const [faults, setFaults] = useFaults<string>({ accountingDate, fee: typed });
  const fee = typed.trim() ? readWhole(typed) : 0;
  const isWrong = fee === null || fee < 0 || fee > gross;
  return (
    <CommandDialog<AnswerOf<typeof settleMoney>>
      title={t('way.settle', { count: lines.length })}
      description={t('way.text')}
      send={t('way.settle', { count: lines.length })}
      path={`${paymentMethod.path}/settle`}
      body={() => {
        if (isWrong) setFaults({ fee: t('errors:INVALID') });
        return isWrong ? null : { receiptLineIds: lines.map(({ id }) => id), accountingDate, amount: gross - fee, fee };
      }}
      told={({ settled }) => {
        onSettled();
        return t('way.done', { count: settled });
      }}
      onFaults={setFaults}
      onClose={onClose}
      className={gridClass()}
    >
      <Field label={t('way.on')} error={faults.accountingDate}>
        <DayInput label={t('way.on')} value={accountingDate} max={today()} onChange={setDay} />
      </Field>
      <Field label={t('way.fee')} error={faults.fee}>
        <TextInput inputMode="numeric" value={typed} onChange={event => setTyped(event.target.value)} />
      </Field>
      <Sums
        of={[
          [t('way.gross'), money(gross)],
          [t('way.came'), isWrong ? '–' : money(gross - fee)],
        ]}
      />
    </CommandDialog>
  );
}
