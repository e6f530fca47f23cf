import type { refundable } from '@lobby/shared/modules/payslip.contract.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useWriting } from '../../kit/ui/form/form-context.ts';
import type { TypedValues } from '../../kit/ui/form/read-form.ts';
import { useFormValues } from '../../kit/ui/form/useFormValues.ts';
import { writeValue } from '../../kit/ui/form/values.ts';

const ASKED = {
  purpose: payslip.fields.purpose,
  unitId: payslip.fields.unitId,
  serviceId: payslip.fields.serviceId,
  depositId: payslip.fields.depositId,
};

/** Maximum refund, filled in by one click, and debts of the unit. */
export function RefundLimit() {
  const { t } = useTranslation(payslip.name);
  const { money } = useFormats();
  const how = useWriting();
  const { setValue } = useFormContext<TypedValues>();
  const { purpose, unitId, serviceId, depositId } = useFormValues(ASKED);
  const ofDeposit = purpose === 'DEPOSIT_REFUND' && typeof depositId === 'string' && depositId !== '';
  const isKnown = ofDeposit || purpose === 'ADVANCE_REFUND' || purpose === 'ACCOUNT_REFUND';
  const isAsked = isKnown && typeof unitId === 'string' && unitId !== '';
  const { data } = useContract<typeof refundable>(
    '/payslip/refundable',
    isAsked && { query: { unitId: String(unitId) }, follow: 'UNIT_ACCOUNT' },
  );
  if (!isAsked || !data) return null;
  const held: Readonly<Record<string, number | undefined>> = {
    ACCOUNT_REFUND: data.account,
    ADVANCE_REFUND: data.advances.find(advance => advance.serviceId === serviceId)?.balance,
    DEPOSIT_REFUND: data.deposits.find(deposit => deposit.id === depositId)?.amount,
  };
  const there = held[String(purpose)] ?? 0;
  const all = () =>
    setValue('amount', writeValue(payslip.fields.amount, there, how), { shouldDirty: true, shouldValidate: true });
  return (
    <p role="status">
      {t('limit.there', { amount: money(there) })}{' '}
      {there > 0 && (
        <Button size="sm" onClick={all}>
          {t('limit.all')}
        </Button>
      )}
      {data.debt > 0 && (
        <>
          <br />
          {t('limit.debt', { amount: money(data.debt) })}
        </>
      )}
    </p>
  );
}
