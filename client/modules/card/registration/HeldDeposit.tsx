import type { registrationOutcome } from '@lobby/shared/modules/card-registration.contract.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../kit/base/matches.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { RefLink } from '../../../kit/ui/form/RefLink.tsx';

/** For a returned or lost card: the earlier form that still holds its deposit, with a link to refund it. */
export function HeldDeposit({ row }: { row: RecordOf<typeof cardRegistration> }) {
  const { t } = useTranslation(cardRegistration.name);
  const { money } = useFormats();
  const ends = row.type === 'CANCEL' || row.type === 'LOST';
  const { data } = useContract<typeof registrationOutcome>(
    '/card-registration/:id/outcome',
    ends && { params: { id: row.id }, follow: cardRegistration.code },
  );
  if (!data?.held) return null;
  const { id, code, amount } = data.held;
  return (
    <span>
      {t('heldDeposit', { amount: money(amount) })}{' '}
      <RefLink to={cardRegistration.name} id={id}>
        {code}
      </RefLink>
    </span>
  );
}
