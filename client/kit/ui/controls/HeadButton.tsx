import type { LucideIcon } from 'lucide-react';
import { usePhone } from '../layout/phone.ts';
import { Button, IconButton } from './Button.tsx';

interface HeadButtonProps {
  icon: LucideIcon;
  label: string;
  filled?: boolean;
  onClick: () => void;
}

/** A button beside the title of a list; on a phone only its icon. */
export function HeadButton({ icon, label, filled = false, onClick }: HeadButtonProps) {
  const phone = usePhone();
  if (phone) return <IconButton icon={icon} label={label} onClick={onClick} />;
  return (
    <Button look={filled ? 'filled' : 'outline'} icon={icon} onClick={onClick}>
      {label}
    </Button>
  );
}
