import type { payslip } from '@lobby/shared/modules/payslip.ts';
import type { receipt } from '@lobby/shared/modules/receipt.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { Button } from '../../kit/ui/controls/Button.tsx';

interface PrintButtonProps {
  definition: typeof receipt | typeof payslip;
  id: string;
  look?: 'filled' | 'outline';
}

/** Opens the print view of a voucher. */
export function PrintButton({ definition, id, look = 'outline' }: PrintButtonProps) {
  const { t } = useTranslation(definition.name);
  const navigate = useNavigate();
  const { idUnitGroup } = useParams();
  const to = `/print/${idUnitGroup}/${definition.name}/${id}`;
  return (
    <Button look={look} icon={Printer} onClick={() => void navigate(to)}>
      {t('paper.print')}
    </Button>
  );
}
