import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from './Button.tsx';

interface LeaveButtonProps extends Omit<ButtonProps, 'children'> {
  /** Beside an act on existing data, which otherwise stay unchanged. */
  keeps?: boolean;
}

/** Closes a dialog without its act. Its label differs from any act's: beside "Huỷ phiếu thu", a second "Huỷ" would be misleading. */
export function LeaveButton({ keeps, ...button }: LeaveButtonProps) {
  const { t } = useTranslation('common');
  return <Button {...button}>{t(keeps ? 'act.keep' : 'act.close')}</Button>;
}
