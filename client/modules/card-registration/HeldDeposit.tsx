import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../kit/base/matches.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';

interface Held {
  held: { id: string; code: string; amount: number } | null;
}

/** For a returned or lost card: the earlier form that still holds its deposit, with a link to refund it. */
export function HeldDeposit({ row }: { row: Row }) {
  const { t } = useTranslation(cardRegistration.name);
  const { money } = useFormats();
  const ends = row.type === 'CANCEL' || row.type === 'LOST';
  const { data } = useQuery<Held>(ends ? `${cardRegistration.path}/${row.id}/outcome` : null, {
    follow: cardRegistration.code,
  });
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
