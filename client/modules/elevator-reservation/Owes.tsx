import { chakra } from '@chakra-ui/react';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { payment } from '@lobby/shared/modules/reports.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { useFormValues } from '../../kit/ui/form/useFormValues.ts';

const ASKED = { unitId: elevatorReservation.fields.unitId, type: elevatorReservation.fields.type };

/** Of a household that moves out: what its unit owes, for who may know; it keeps nobody here. */
export function Owes() {
  const { t } = useTranslation(elevatorReservation.name);
  const { money } = useFormats();
  const may = useCan(payment.code, 'read');
  const { unitId, type } = useFormValues(ASKED);
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
