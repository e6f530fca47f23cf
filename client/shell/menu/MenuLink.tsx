import { Pin, PinOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Badge } from '../../kit/ui/marks/Badge.tsx';
import { styleClass } from '../../theme/classes.ts';
import type { MenuEntry } from './menu.ts';
import { entryClass } from './side-bar.ts';

const lineClass = styleClass({
  position: 'relative',
  '& > button': {
    position: 'absolute',
    insetInlineEnd: '1',
    top: '4px',
    display: 'grid',
    placeItems: 'center',
    w: '6',
    h: '6',
    borderRadius: 'sm',
    color: 'fg.muted',
    bg: 'bg.muted',
    opacity: '0',
    '& svg': { w: '3.5', h: '3.5' },
    '&:hover': { color: 'fg' },
  },
  '&:hover > button, & > button:focus-visible': { opacity: '1' },
  // Touch devices do not hover; there pinning is done in the palette.
  '@media (hover: none)': { '& > button:not(:focus-visible)': { display: 'none' } },
});

interface MenuLinkProps {
  entry: MenuEntry;
  active: boolean;
  /** Shown among the pinned ones, with its own icon. */
  pinned?: boolean;
  onPin: (key: string) => void;
}

/** An entry of the menu with a button to pin or unpin it. */
export function MenuLink({ entry, active, pinned = false, onPin }: MenuLinkProps) {
  const { t } = useTranslation('shell');
  const { icon: Icon } = entry;
  const line = useRef<HTMLLIElement>(null);
  // Scrolls the active entry into view.
  useEffect(() => {
    if (active) line.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <li ref={line} className={lineClass()}>
      <Link
        to={entry.to}
        className={entryClass({ active, place: pinned ? 'pinned' : 'group' })}
        aria-current={active ? 'page' : undefined}
      >
        {pinned && Icon && <Icon />}
        <span className="cut" style={{ flex: 1 }}>
          {entry.label}
        </span>
        <Badge count={entry.count ?? 0} look={active ? 'raised' : 'quiet'} label={t('menu.waiting')} />
      </Link>
      <button
        type="button"
        aria-label={t(pinned ? 'menu.unpin' : 'menu.pin', { name: entry.label })}
        onClick={() => onPin(entry.key)}
      >
        {pinned ? <PinOff /> : <Pin />}
      </button>
    </li>
  );
}
