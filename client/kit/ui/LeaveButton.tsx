import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from './Button.tsx';

interface LeaveButtonProps extends Omit<ButtonProps, 'children'> {
  /** It stands beside an act on what is there already, which stays as it is. */
  keeps?: boolean;
}

/** Leaves a dialog without what it is for. Its word is that of no act: beside "Huỷ phiếu thu" another "Huỷ" would be a trap. */
export function LeaveButton({ keeps, ...button }: LeaveButtonProps) {
  const { t } = useTranslation('common');
  return <Button {...button}>{t(keeps ? 'act.keep' : 'act.close')}</Button>;
}
