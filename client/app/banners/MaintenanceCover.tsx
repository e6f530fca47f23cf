import { chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { Hammer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { maintenanceAtom } from '../../kit/session/maintenance.ts';
import { sessionAtom } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Logo } from '../../kit/ui/marks/Logo.tsx';
import { EmptyState } from '../../kit/ui/states/EmptyState.tsx';
import { useBrand } from '../project/useBrand.ts';

/** Covers the product during maintenance, for users who may not work; everything below stays as it was. */
export function MaintenanceCover({ failed }: { failed: boolean }) {
  const { maintenance, passes } = useAtomValue(maintenanceAtom);
  const session = useAtomValue(sessionAtom);
  const [signingIn, setSigningIn] = useState(false);
  const guest = session.state === 'out';
  const covered = maintenance && !passes && !(guest && signingIn);
  const wasCovered = useRef(false);
  useEffect(() => {
    // The start failed during maintenance, so there is nothing below to continue with.
    if (wasCovered.current && !covered && failed) location.reload();
    wasCovered.current = covered;
    // After a sign-in without the right to work, the next one asks again.
    if (!guest) setSigningIn(false);
  }, [covered, failed, guest]);
  if (!covered) return null;
  return createPortal(<Cover onSignIn={guest ? () => setSigningIn(true) : null} />, document.body);
}

function Cover({ onSignIn }: { onSignIn: (() => void) | null }) {
  const { t } = useTranslation('installation');
  const { dateTime } = useFormats();
  const { message, until } = useAtomValue(maintenanceAtom);
  const { name, logo, logoDark } = useBrand();
  const cover = useRef<HTMLDivElement>(null);
  useStillBelow(cover);
  return (
    <chakra.div
      ref={cover}
      role="alert"
      position="fixed"
      inset="0"
      zIndex={2147483647}
      display="flex"
      flexDirection="column"
      bg="bg"
      color="fg"
    >
      <chakra.header display="flex" alignItems="center" gap="2" flex="none" h="12" px="4" fontWeight="semibold">
        <Logo src={logo} srcDark={logoDark} />
        <span className="cut">{name}</span>
      </chakra.header>
      <chakra.main display="flex" flexDirection="column" flex="1" minH="0">
        <EmptyState
          page
          icon={Hammer}
          title={t('maintenance.title')}
          actions={
            onSignIn && (
              <Button look="ghost" onClick={onSignIn}>
                {t('maintenance.signIn')}
              </Button>
            )
          }
        >
          {message || t('maintenance.text')}
          {until && (
            <chakra.span display="block" mt="2">
              {t('maintenance.until', { at: dateTime(until) })}
            </chakra.span>
          )}
          {!onSignIn && (
            <chakra.small display="block" mt="2" textStyle="xs" color="fg.subtle">
              {t('maintenance.kept')}
            </chakra.small>
          )}
        </EmptyState>
      </chakra.main>
    </chakra.div>
  );
}

/** Makes everything below inert while covered, and then restores the focus. */
function useStillBelow(cover: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = cover.current;
    if (!element) return;
    const before = document.activeElement;
    const still = [...document.body.children].filter(child => child !== element && !child.hasAttribute('inert'));
    for (const child of still) child.setAttribute('inert', '');
    // Dialogs below must not hear Escape, nor a focus change, which would close them: the focus is just dropped.
    const keep = (event: KeyboardEvent) => event.stopImmediatePropagation();
    window.addEventListener('keydown', keep, true);
    return () => {
      window.removeEventListener('keydown', keep, true);
      for (const child of still) child.removeAttribute('inert');
      if (before instanceof HTMLElement) before.focus();
    };
  }, [cover]);
}
