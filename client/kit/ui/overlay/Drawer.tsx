import { Drawer as Chakra, chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { type ReactNode, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { IconButton } from '../controls/Button.tsx';
import { DrawerEdge, useDrawerWidth } from './DrawerEdge.tsx';

const listClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minW: '0',
  minH: '0',
  // If the drawer covers the list, it is hidden from keys and screen readers, but keeps its scroll position.
  '@container beside (max-width: 799px)': { '&:not(:last-child)': { visibility: 'hidden' } },
});

/** A list with a drawer to its right; the list takes the remaining width. */
export function Beside({ children, drawer }: { children: ReactNode; drawer?: ReactNode }) {
  return (
    <chakra.div
      display="flex"
      position="relative"
      w="full"
      h="full"
      minH="0"
      overflow="hidden"
      css={{ container: 'beside / inline-size' }}
    >
      <div className={listClass()}>{children}</div>
      {/* Loading words or parts of the drawer do not affect the list. */}
      <Suspense fallback={null}>{drawer}</Suspense>
    </chakra.div>
  );
}

interface DrawerProps {
  /** Code and title for screen readers. */
  label: string;
  /** Left of the close button: code, link, presence, position in the list, arrows. */
  head: ReactNode;
  onClose: () => void;
  /** Fixed at the bottom: a composer, the buttons of a form. */
  foot?: ReactNode;
  /** A separate column at the right if there is room; the drawer then takes all but a narrow list. */
  aside?: ReactNode;
  children: ReactNode;
}

const LIST_BESIDE = 340;
const columnsClass = styleClass({
  display: 'flex',
  flex: '1',
  minH: '0',
  '& > div': { display: 'flex', flexDirection: 'column', flex: '1', minW: '0', minH: '0' },
  '& > aside': {
    flex: 'none',
    w: '288px',
    overflow: 'auto',
    borderInlineStartWidth: '1px',
    borderColor: 'border',
    '@container beside (max-width: 1079px)': { display: 'none' },
  },
});

/** Esc first leaves the input for the drawer, and closes the drawer only the second time. */
function leaveTyping(event: Event, drawer: HTMLElement | null) {
  const typed = document.activeElement;
  if (!(typed instanceof HTMLElement) || !typed.matches('input, textarea, select, [contenteditable]')) return;
  event.preventDefault();
  if (drawer?.contains(typed)) drawer.focus({ preventScroll: true });
  else typed.blur();
}

/** A record beside its list: not modal, no overlay, the list stays usable. A full page if there is no room. */
export function Drawer({ label, head, onClose, foot, aside, children }: DrawerProps) {
  const { t } = useTranslation('common');
  const content = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useDrawerWidth();
  return (
    <Chakra.Root
      open
      modal={false}
      closeOnInteractOutside={false}
      onEscapeKeyDown={event => leaveTyping(event, content.current)}
      onOpenChange={details => !details.open && onClose()}
      initialFocusEl={() => content.current}
    >
      <Chakra.Positioner
        data-drawer=""
        style={
          aside
            ? { '--drawer-width': '100%', '--drawer-most': `calc(100% - ${LIST_BESIDE}px)` }
            : { '--drawer-width': `${width}px` }
        }
      >
        {!aside && <DrawerEdge width={width} onChange={setWidth} label={t('drawer.width')} />}
        <Chakra.Content ref={content} aria-label={label} tabIndex={-1}>
          <Chakra.Header>
            <chakra.div display="flex" alignItems="center" gap="2" flex="1" minW="0">
              {head}
            </chakra.div>
            <IconButton icon={X} size="sm" label={t('act.close')} keys="Esc" placement="left" onClick={onClose} />
          </Chakra.Header>
          {aside ? (
            <div className={columnsClass()}>
              <div>
                <Chakra.Body>{children}</Chakra.Body>
                {foot && <Chakra.Footer>{foot}</Chakra.Footer>}
              </div>
              <aside>{aside}</aside>
            </div>
          ) : (
            <>
              <Chakra.Body>{children}</Chakra.Body>
              {foot && <Chakra.Footer>{foot}</Chakra.Footer>}
            </>
          )}
        </Chakra.Content>
      </Chakra.Positioner>
    </Chakra.Root>
  );
}
