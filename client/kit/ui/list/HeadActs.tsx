import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../controls/Button.tsx';
import { usePhone } from '../layout/phone.ts';
import { Menu } from '../overlay/Menu.tsx';

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
  const { t } = useTranslation('common');
  if (!usePhone()) return acts.map(children);
  return (
    <Menu
      placement="bottom-end"
      tooltip={t('act.more')}
      trigger={<IconButton icon={Ellipsis} label={t('act.more')} />}
      sections={[{ key: 'acts', items: acts }]}
    />
  );
}
