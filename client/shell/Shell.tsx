import { chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../kit/ui/layout/phone.ts';
import { wantsRoomAtom } from '../kit/ui/layout/room.ts';
import { Toaster } from '../kit/ui/overlay/Toaster.tsx';
import { styleClass } from '../theme/classes.ts';
import { Header, type HeaderProps } from './head/Header.tsx';
import { BottomBar } from './menu/BottomBar.tsx';
import type { MenuGroup } from './menu/menu.ts';
import { type FootEntry, SideBar, useIconsOnly } from './menu/SideBar.tsx';
import { GlobalOverlays } from './palette/GlobalOverlays.tsx';

export interface ShellProps extends HeaderProps {
  /** The white label; without a logo Lobby's arch. */
  brand: { name: string; logo?: string; logoDark?: string };
  /** Only what the reader may see, in display order. */
  menu: readonly MenuGroup[];
  /** Keys of the entries in the bar on phones, at most four. */
  quick?: readonly string[];
  foot?: FootEntry;
  /** News of the product: in the side bar, the collapsed bar, or the menu on phones. */
  news?: (look: 'bar' | 'icon' | 'line', onGo?: () => void) => ReactNode;
  /** A `Banner` below the header: offline, outdated. */
  banner?: ReactNode;
  /** Beside the screen: the guide. */
  aside?: ReactNode;
  children: ReactNode;
}

const skipClass = styleClass({
  position: 'absolute',
  insetInlineStart: '2',
  top: '-12',
  zIndex: 'tooltip',
  px: '3',
  py: '2',
  bg: 'accent.solid',
  color: 'accent.contrast',
  borderRadius: 'md',
  _focus: { top: '2' },
});

/** The frame of a project's screens: menu, header, banner and toasts; on phones a bar at the bottom. */
export function Shell({ brand, menu, quick, foot, news, banner, aside, children, ...header }: ShellProps) {
  const { t } = useTranslation('shell');
  const phone = usePhone();
  const [chosen, setIcons] = useIconsOnly();
  const wantsRoom = useAtomValue(wantsRoomAtom);
  const icons = chosen || wantsRoom;
  const left = phone ? '0px' : icons ? '56px' : '240px';
  return (
    <chakra.div
      display="flex"
      h="100dvh"
      overflow="hidden"
      bg="bg"
      style={{ '--content-left': left, '--content-bottom': phone ? '60px' : '0px' }}
    >
      <a href="#main" className={skipClass()}>
        {t('menu.skip')}
      </a>
      {!phone && (
        <SideBar
          brand={brand}
          menu={menu}
          projectId={header.project.id}
          foot={foot}
          news={news?.(icons ? 'icon' : 'bar')}
          icons={icons}
          onIcons={setIcons}
        />
      )}
      <chakra.div display="flex" flexDirection="column" flex="1" minW="0" minH="0">
        {!phone && <Header {...header} />}
        {banner}
        {/* The guide stands below the header, which keeps project and user. */}
        <chakra.div display="flex" flex="1" minH="0" minW="0">
          <chakra.main
            id="main"
            tabIndex={-1}
            display="flex"
            flexDirection="column"
            flex="1"
            minH="0"
            minW="0"
            outline="none"
          >
            {children}
          </chakra.main>
          {aside}
        </chakra.div>
        {phone && <BottomBar menu={menu} quick={quick} news={onGo => news?.('line', onGo)} {...header} />}
      </chakra.div>
      <GlobalOverlays menu={menu} {...header} />
      <Toaster />
    </chakra.div>
  );
}
