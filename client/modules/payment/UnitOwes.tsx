import { chakra } from '@chakra-ui/react';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { unitToPay } from '@lobby/shared/modules/payment.contract.ts';
import { payment } from '@lobby/shared/modules/payment.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { useFormValues } from '../../kit/ui/form/useFormValues.ts';

/** Debts of a unit for the person who decides on a form; informational only. */
export function UnitOwes({ unitId }: { unitId: unknown }) {
  const { t } = useTranslation(['books', 'kit']);
  const { money } = useFormats();
  const isAsked = useCan(payment.code, 'read') && typeof unitId === 'string' && unitId !== '';
  const { data } = useContract<typeof unitToPay>('/payment/unit/:unitId', isAsked && { params: { unitId } });
  if (!isAsked || !data) return null;
  const late = data.bills.reduce((sum, { interest }) => sum + interest, 0);
  const amount = data.bills.reduce((sum, { left }) => sum + left, late);
  const interest = late > 0 ? `, ${t('kit:money.withInterest', { amount: money(late) })}` : '';
  return (
    <chakra.p role="status" m="0" textStyle="sm" color={amount > 0 ? 'waiting.fg' : 'fg.muted'}>
      {amount > 0 ? t('owes.some', { amount: money(amount), bills: data.bills.length, interest }) : t('owes.none')}
    </chakra.p>
  );
}

/** The debts of the unit in the surrounding form, optionally only where `where` matches. */
export function FormOwes({ of, where }: { of: Definition; where?: readonly [field: string, value: string] }) {
  const [name = '', value] = where ?? [];
  const names = useMemo(
    () => Object.fromEntries(Object.entries(of.fields).filter(([field]) => field === 'unitId' || field === name)),
    [of, name],
  );
  const values: Readonly<Record<string, unknown>> = useFormValues(names);
  return <UnitOwes unitId={!name || values[name] === value ? values.unitId : null} />;
}
