import { Toaster as Chakra, chakra, Toast, type ToastOptions } from '@chakra-ui/react';
import type { Tone } from '@lobby/shared/kit/definition.ts';
import {
  ArrowUpRight,
  CircleAlert,
  CircleCheck,
  CircleQuestionMark,
  CircleX,
  Info,
  RotateCcw,
  Undo2,
  X,
} from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { TOAST_MS, toaster } from '../../base/toast.ts';
import { hasUndo, undoLast, watchUndo } from '../../base/undo-stack.ts';
import { usePreference } from '../../session/preferences.ts';
import { Button, IconButton } from '../controls/Button.tsx';
import { useShortcuts } from '../keyboard.ts';
import { Unbroken } from '../marks/Unbroken.tsx';

const ICONS: Record<Tone, typeof Info> = {
  waiting: CircleAlert,
  going: Info,
  done: CircleCheck,
  ended: Info,
  bad: CircleX,
};

const iconOf = (does: unknown) => (does === 'why' ? CircleQuestionMark : does === 'open' ? ArrowUpRight : undefined);

const barClass = styleClass({
  position: 'absolute',
  insetInline: '0',
  bottom: '0',
  h: '0.5',
  bg: 'colorPalette.solid',
  transformOrigin: 'left',
  animation: `countdown ${TOAST_MS}ms linear forwards`,
  '[data-paused] > &': { animationPlayState: 'paused' },
});

const isTone = (value: unknown): value is Tone => typeof value === 'string' && value in ICONS;

/** Position of toasts: bottom left of the content. Rendered once by the shell. */
export function Toaster() {
  const { t } = useTranslation('common');
  const undoable = useSyncExternalStore(watchUndo, hasUndo);
  const undo = () => {
    const done = undoLast();
    if (done) toaster.dismiss(done);
  };
  useShortcuts('global', undoable ? { undo } : {});
  useEffect(() => {
    // Toasts left from a previous shell, or created while none was mounted, would block all later ones.
    toaster.remove();
    return () => void toaster.remove();
  }, []);
  return (
    <Chakra toaster={toaster} aria-label={t('toast.region')}>
      {toast => <One toast={toast} />}
    </Chakra>
  );
}

function One({ toast }: { toast: ToastOptions }) {
  const { t } = useTranslation('common');
  const tone = isTone(toast.meta?.tone) ? toast.meta.tone : 'going';
  const [singles] = usePreference('singleKeys', true);
  const keys = singles && typeof toast.meta?.keys === 'string' ? toast.meta.keys : undefined;
  const Icon = ICONS[tone];
  const { action } = toast;
  return (
    <Toast.Root colorPalette={tone}>
      <chakra.span color="colorPalette.fg">
        <Icon />
      </chakra.span>
      <chakra.div flex="1" minW="0">
        <Toast.Title>{typeof toast.title === 'string' ? <Unbroken>{toast.title}</Unbroken> : toast.title}</Toast.Title>
        {toast.description && <Toast.Description>{toast.description}</Toast.Description>}
      </chakra.div>
      {action && (
        <Toast.ActionTrigger asChild>
          <Button size="sm" icon={iconOf(toast.meta?.does) ?? (keys ? Undo2 : RotateCcw)} keys={keys}>
            {action.label}
          </Button>
        </Toast.ActionTrigger>
      )}
      <Toast.CloseTrigger asChild aria-label={t('act.close')}>
        <IconButton icon={X} size="sm" label={t('act.close')} />
      </Toast.CloseTrigger>
      <span className={barClass()} />
    </Toast.Root>
  );
}
