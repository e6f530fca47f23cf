import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../kit/ui/marks/Badge.tsx';
import { readKept, writeKept } from '../../theme/kept.ts';
import { MenuLink } from './MenuLink.tsx';
import { type MenuGroup, sumOf } from './menu.ts';
import { groupClass } from './side-bar.ts';

/** Open or closed as last set; by default open if it contains the current screen. */
function useOpen(group: string, current: boolean): [boolean, () => void] {
  const key = `lobby.menu.${group}`;
  const [left, setLeft] = useState(() => readKept(key));
  const open = left === null ? current : left === 'open';
  const toggle = () => {
    const next = open ? 'closed' : 'open';
    setLeft(next);
    writeKept(key, next);
  };
  return [open, toggle];
}

interface MenuGroupProps {
  group: MenuGroup;
  lit: string | null;
  /** Pins one of its screens. */
  onPin: (key: string) => void;
}

/** A group of the menu: header, and entries while open. */
export function MenuGroupView({ group, lit, onPin }: MenuGroupProps) {
  const { t } = useTranslation('shell');
  const id = useId();
  const [open, toggle] = useOpen(
    group.key,
    group.entries.some(entry => entry.to === lit),
  );
  const Icon = group.icon;
  return (
    <>
      <button
        type="button"
        className={groupClass()}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
      >
        <Icon />
        <span className="cut" style={{ flex: 1 }}>
          {group.label}
        </span>
        {!open && <Badge count={sumOf(group)} label={t('menu.waiting')} />}
        {open ? <ChevronDown size={16} /> : <ChevronRight size={16} />}
      </button>
      {open && (
        <ul id={id} style={{ paddingBottom: 4 }}>
          {group.entries.map(entry => (
            <MenuLink key={entry.key} entry={entry} active={entry.to === lit} onPin={onPin} />
          ))}
        </ul>
      )}
    </>
  );
}
