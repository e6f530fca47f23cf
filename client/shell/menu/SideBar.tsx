import { House, PanelLeft, PanelRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { Badge } from '../../kit/ui/marks/Badge.tsx';
import { KeyCap } from '../../kit/ui/marks/KeyCap.tsx';
import { Logo } from '../../kit/ui/marks/Logo.tsx';
import { readKept, writeKept } from '../../theme/kept.ts';
import { IconGroup } from './IconGroup.tsx';
import { MenuGroupView } from './MenuGroupView.tsx';
import { MenuLink } from './MenuLink.tsx';
import { entriesOf, litOn, type MenuEntry, type MenuGroup, menuBelow } from './menu.ts';
import { usePins } from './pins.ts';
import {
  barClass,
  brandClass,
  entryClass,
  footClass,
  iconClass,
  listClass,
  partClass,
  toggleClass,
} from './side-bar.ts';

const KEY = 'lobby.sideBar';

/** Whether the side bar is collapsed to icons; stored, and by default on narrow screens. */
export function useIconsOnly(): [boolean, (icons: boolean) => void] {
  const [icons, setIcons] = useState(
    () => (readKept(KEY) ?? (window.innerWidth < 1024 ? 'icons' : 'full')) === 'icons',
  );
  const keep = (next: boolean) => {
    setIcons(next);
    writeKept(KEY, next ? 'icons' : 'full');
  };
  return [icons, keep];
}

/** A separate screen at the bottom of the bar, such as the reception's, with its shortcut. */
export interface FootEntry extends MenuEntry {
  keys?: string;
}

interface SideBarProps {
  brand: { name: string; logo?: string; logoDark?: string };
  menu: readonly MenuGroup[];
  projectId: string;
  foot?: FootEntry;
  /** News, above the bottom part. */
  news?: ReactNode;
  icons: boolean;
  onIcons: (icons: boolean) => void;
}

/** The side bar: white label, home, pinned screens, groups; settings and a separate screen at the bottom. */
export function SideBar({ brand, menu, projectId, foot, news, icons, onIcons }: SideBarProps) {
  const { t } = useTranslation('shell');
  const path = useLocation().pathname;
  const lit = litOn(path, [...entriesOf(menu), ...(foot ? [foot] : [])]);
  const { entries: pinned, toggle: pin } = usePins(projectId, menu);
  const { daily, settings } = menuBelow(menu, pinned);
  const home = { key: 'home', label: t('menu.home'), to: `/projects/${projectId}`, icon: House };
  const groups = (some: readonly MenuGroup[]) =>
    some.map(group =>
      icons ? (
        <IconGroup key={group.key} group={group} lit={lit} />
      ) : (
        <MenuGroupView key={group.key} group={group} lit={lit} onPin={pin} />
      ),
    );
  const toggle = (
    <IconButton
      icon={icons ? PanelLeft : PanelRight}
      size="sm"
      placement="right"
      label={t(icons ? 'menu.expand' : 'menu.collapse')}
      onClick={() => onIcons(!icons)}
    />
  );
  return (
    <nav className={barClass({ icons })} aria-label={t('menu.label')}>
      <div className={brandClass({ icons })}>
        <Logo src={brand.logo} srcDark={brand.logoDark} />
        {!icons && (
          <>
            <span className="cut" style={{ flex: 1 }}>
              {brand.name}
            </span>
            {toggle}
          </>
        )}
      </div>
      <div className={listClass()}>
        {icons && <div className={toggleClass()}>{toggle}</div>}
        {[home, ...(icons ? pinned : [])].map(entry => {
          const active = entry === home ? path === home.to : entry.to === lit;
          const className = icons ? iconClass({ active }) : entryClass({ active, place: 'foot' });
          const { icon: Icon } = entry;
          return (
            <Link
              key={entry.key}
              to={entry.to}
              className={className}
              aria-label={icons ? entry.label : undefined}
              aria-current={active ? 'page' : undefined}
              title={icons ? entry.label : undefined}
            >
              <Icon />
              {!icons && entry.label}
            </Link>
          );
        })}
        {!icons && pinned.length > 0 && (
          <>
            <h2 className={partClass()} id="pinned">
              {t('menu.pinned')}
            </h2>
            <ul aria-labelledby="pinned">
              {pinned.map(entry => (
                <MenuLink key={entry.key} pinned entry={entry} active={entry.to === lit} onPin={pin} />
              ))}
            </ul>
            <h2 className={partClass()}>{t('menu.all')}</h2>
          </>
        )}
        {groups(daily)}
      </div>
      {settings.length > 0 && <div className={footClass()}>{groups(settings)}</div>}
      {news}
      {foot && (
        <div className={footClass()}>
          <Link to={foot.to} className={entryClass({ active: foot.to === lit, place: 'foot' })} title={foot.label}>
            {foot.icon && <foot.icon />}
            {!icons && (
              <>
                <span className="cut" style={{ flex: 1 }}>
                  {foot.label}
                </span>
                <Badge count={foot.count ?? 0} label={t('menu.waiting')} />
                {foot.keys && <KeyCap keys={foot.keys} />}
              </>
            )}
          </Link>
        </div>
      )}
    </nav>
  );
}
