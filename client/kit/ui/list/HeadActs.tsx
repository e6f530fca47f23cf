import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ActionMenu } from '../actions/ActionMenu.tsx';
import { usePhone } from '../layout/phone.ts';

interface HeadAct {
  key: string;
  icon: LucideIcon;
  label: string;
  disabled?: boolean;
  onSelect: () => void;
}

interface HeadActsProps {
  acts: readonly HeadAct[];
  /** The button of an act where there is room. */
  children: (act: HeadAct) => ReactNode;
}

/** Acts beside the title of a list; on a phone behind one button, so that the title stays in one line. */
export function HeadActs({ acts, children }: HeadActsProps) {
  return usePhone() ? <ActionMenu sections={[{ key: 'acts', items: acts }]} /> : acts.map(children);
}
