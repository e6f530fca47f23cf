import { defineRecipe } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { Ellipsis, House, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { badgesAtom } from '../../kit/live/badges.ts';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { Badge } from '../../kit/ui/marks/Badge.tsx';
import { Sheet } from '../../kit/ui/overlay/Sheet.tsx';
import { PartSkeleton } from '../../kit/ui/states/PartSkeleton.tsx';
import { recipeClass, styleClass } from '../../theme/classes.ts';
import type { MoreSheetProps } from './MoreSheet.tsx';
import { entriesOf, litOn, type MenuEntry, type MenuGroup } from './menu.ts';
import { usePins } from './pins.ts';

const MoreSheet = lazyPart(async () => (await import('./MoreSheet.tsx')).MoreSheet, AwaitedSheet);

const barClass = styleClass({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '1fr',
  flex: 'none',
  minH: '15',
  pb: 'env(safe-area-inset-bottom)',
  bg: 'bg',
  // A drawer takes the full page here.
  'body:has([data-drawer]) &': { display: 'none' },
  borderTopWidth: '1px',
  borderColor: 'border',
});

const itemClass = recipeClass(
  defineRecipe({
    base: {
      position: 'relative',
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      // Icons stay in one line, whatever the height of their labels.
      justifyContent: 'flex-start',
      gap: '1',
      minW: '0',
      h: '15',
      pt: '2',
      // The longest words of the menu (Maintenance) just fit into a fifth of a phone.
      px: '0',
      letterSpacing: '-0.02em',
      color: 'fg.muted',
      textStyle: 'xs',
      textDecoration: 'none',
      '& svg': { w: '5', h: '5' },
      // Vietnamese names of screens are often too long for one line.
      '& > span:last-child': { maxW: 'full', lineClamp: '2', lineHeight: '1.15', textAlign: 'center' },
      // Beside the icon, because over it the count would hide the three dots.
      '& > i': {
        position: 'absolute',
        top: '1',
        insetInlineStart: 'min(calc(50% + 11px), calc(100% - 32px))',
        fontStyle: 'normal',
      },
    },
    variants: { active: { true: { color: 'accent.fg', fontWeight: 'semibold' } } },
  }),
);

interface BottomBarProps extends Omit<MoreSheetProps, 'open' | 'onClose'> {
  /** Keys of the entries in the bar, at most three; defaults to the first three. */
  quick?: readonly string[];
}

/** The menu on phones: home, three screens, and the rest behind "Thêm". */
export function BottomBar({ quick, ...more }: BottomBarProps) {
  const { t } = useTranslation('shell');
  const path = useLocation().pathname;
  const lit = litOn(path, entriesOf(more.menu));
  const home = { entry: { key: 'home', label: t('menu.home'), to: `/projects/${more.project.id}` }, Icon: House };
  const [open, setOpen] = useState(false);
  const unseen = useAtomValue(badgesAtom(more.project.id)).NOTIFICATION ?? 0;
  const pins = usePins(more.project.id, more.menu);
  // Pinned screens, or those of the trade, take precedence on phones too.
  const pinned = pins.entries.length > 0 ? pins.entries.map(({ key }) => key) : undefined;
  const shown = quickEntries(more.menu, quick ?? pinned);
  return (
    <nav className={barClass()} aria-label={t('menu.label')}>
      {[home, ...shown].map(({ entry, Icon }: Shown) => {
        const active = entry.to === (lit ?? path);
        return (
          <Link
            key={entry.key}
            to={entry.to}
            className={itemClass({ active })}
            aria-current={active ? 'page' : undefined}
          >
            <Icon />
            <i>
              <Badge count={entry.count ?? 0} look="alarm" label={t('menu.waiting')} />
            </i>
            <span>{entry.short ?? entry.label}</span>
          </Link>
        );
      })}
      <button
        type="button"
        className={itemClass({ active: false })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Ellipsis />
        <i>
          <Badge count={unseen} look="alarm" label={t('bell.none')} />
        </i>
        {t('menu.more')}
      </button>
      <MoreSheet {...more} open={open} onClose={() => setOpen(false)} />
    </nav>
  );
}

function AwaitedSheet({ person, open, onClose }: MoreSheetProps) {
  return (
    <Sheet open={open} title={person.name} onClose={onClose}>
      <PartSkeleton />
    </Sheet>
  );
}

/** Screens in the bar beside home and the rest. */
const BESIDE_HOME = 3;

interface Shown {
  entry: MenuEntry;
  Icon: LucideIcon;
}

function quickEntries(menu: readonly MenuGroup[], quick: readonly string[] | undefined): Shown[] {
  const all = menu.flatMap(group => group.entries.map(entry => ({ entry, Icon: entry.icon ?? group.icon })));
  if (quick) return quick.flatMap(key => all.filter(item => item.entry.key === key)).slice(0, BESIDE_HOME);
  // Screens with waiting work come first, others fill up; all in menu order.
  const waits = all.filter(({ entry }) => entry.count !== undefined);
  const shown = [...new Set([...waits, ...all])].slice(0, BESIDE_HOME);
  return all.filter(item => shown.includes(item));
}
