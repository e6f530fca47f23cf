import { payment } from '@lobby/shared/modules/payment.ts';
import { Banknote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useCan } from '../../../kit/session/permissions.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';

/** Opens the payment screen of a unit. */
export function CollectButton({ unitId }: { unitId: string }) {
  const { t } = useTranslation('menu');
  const may = useCan(payment.code, 'write');
  const navigate = useNavigate();
  const { idUnitGroup } = useParams();
  if (!may) return null;
  const to = `/projects/${idUnitGroup}/${payment.route}?unitId=${unitId}`;
  return (
    <Button look="filled" icon={Banknote} onClick={() => void navigate(to)}>
      {t('payment')}
    </Button>
  );
}
