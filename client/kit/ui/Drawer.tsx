import { Drawer as Chakra, chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { type ReactNode, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../theme/classes.ts';
import { IconButton } from './Button.tsx';
import { DrawerEdge, useDrawerWidth } from './DrawerEdge.tsx';

const listClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minW: '0',
  minH: '0',
  // Where the drawer covers it, it is not there for keys and readers; hidden, it keeps its place on the screen.
  '@container beside (max-width: 799px)': { '&:not(:last-child)': { visibility: 'hidden' } },
});

/** A list with a place for a drawer at its right; the list keeps what the drawer leaves. */
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
      {/* Words or parts of the drawer that are on their way leave the list where it is. */}
      <Suspense fallback={null}>{drawer}</Suspense>
    </chakra.div>
  );
}

interface DrawerProps {
  /** What it shows, for readers: code and title. */
  label: string;
  /** Left of the cross: code, link, who is here, place in the list, arrows. */
  head: ReactNode;
  onClose: () => void;
  /** At the foot, always in view: a composer, the buttons of a form. */
  foot?: ReactNode;
  /** A column of its own at the right, where there is room for it; the drawer then takes all but a narrow list. */
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

/** Esc leaves what is being typed first, for the drawer around it, and closes that only then. */
function leaveTyping(event: Event, drawer: HTMLElement | null) {
  const typed = document.activeElement;
  if (!(typed instanceof HTMLElement) || !typed.matches('input, textarea, select, [contenteditable]')) return;
  event.preventDefault();
  if (drawer?.contains(typed)) drawer.focus({ preventScroll: true });
  else typed.blur();
}

/** A record beside its list: not modal, no scrim, the list goes on being used; a page of its own where there is no room. */
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
