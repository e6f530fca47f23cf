import { chakra } from '@chakra-ui/react';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { payment } from '@lobby/shared/modules/reports.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useCan } from '../../kit/session/permissions.ts';

/** Of a household that moves out: what its unit owes, for who may know; it keeps nobody here. */
export function Owes() {
  const { t } = useTranslation(elevatorReservation.name);
  const { money } = useFormats();
  const may = useCan(payment.code, 'read');
  const [unitId, type] = useWatch({ name: ['unitId', 'type'] });
  const asked = may && type === 'OUT' && typeof unitId === 'string' && unitId !== '';
  const { data } = useQuery<{ bills: { left: number; interest: number }[] }>(
    asked ? `${payment.path}/unit/${unitId}` : null,
  );
  if (!asked || !data) return null;
  const amount = data.bills.reduce((sum, { left, interest }) => sum + left + interest, 0);
  return (
    <chakra.p role="status" m="0" textStyle="sm" color={amount > 0 ? 'waiting.fg' : 'fg.muted'}>
      {amount > 0 ? t('owes.some', { amount: money(amount), bills: data.bills.length }) : t('owes.none')}
    </chakra.p>
  );
}
