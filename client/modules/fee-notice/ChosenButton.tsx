import type { Flag } from '@lobby/shared/kit/permissions.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { LucideIcon } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import type { Chosen } from '../../kit/acts/acts.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';

export interface ChosenDialogProps {
  chosen: Chosen;
  onClose: () => void;
}

interface ChosenButtonProps {
  /** Flag needed to see the button. */
  flag: Flag;
  icon: LucideIcon;
  label: string;
  chosen: Chosen;
  look?: 'ghost' | 'outline';
  dialog: ComponentType<ChosenDialogProps>;
}

/** Button that opens a dialog for the chosen notices. */
export function ChosenButton({ flag, icon, label, chosen, look = 'ghost', dialog: Asking }: ChosenButtonProps) {
  const [open, setOpen] = useState(false);
  if (!useCan(feeNotice.code, flag)) return null;
  return (
    <>
      <Button look={look} icon={icon} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <Asking chosen={chosen} onClose={() => setOpen(false)} />}
    </>
  );
}
