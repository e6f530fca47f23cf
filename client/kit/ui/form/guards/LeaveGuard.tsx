import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { store } from '../../../base/store.ts';
import { sessionAtom } from '../../../session/session.ts';
import { Button } from '../../controls/Button.tsx';
import { Dialog } from '../../overlay/Dialog.tsx';
import { useFilling } from './open-forms.ts';

interface LeaveGuardProps {
  /** Whether there is unsaved input; called when leaving. */
  unsaved: () => boolean;
  /** Cancel was pressed, which asks the same question. */
  asked: boolean;
  /** Explanation of what is lost; defaults to the note that a draft is kept. */
  text?: string;
  onAnswer: (leave: boolean) => void;
}

/** Asks before unsaved input is left by back button, link, reload or Cancel. */
export function LeaveGuard({ unsaved, asked, text, onAnswer }: LeaveGuardProps) {
  const { t } = useTranslation('kit');
  useFilling();
  const first = useRef<HTMLButtonElement>(null);
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    const moves = from.pathname !== to.pathname || from.search !== to.search;
    // A signed-out user has to leave.
    return moves && unsaved() && store.get(sessionAtom).state === 'in';
  });
  useEffect(() => {
    const unload = (event: BeforeUnloadEvent) => unsaved() && event.preventDefault();
    window.addEventListener('beforeunload', unload);
    return () => window.removeEventListener('beforeunload', unload);
  }, [unsaved]);
  const answer = (leave: boolean) => {
    if (blocker.state !== 'blocked') return onAnswer(leave);
    if (leave) blocker.proceed();
    else blocker.reset();
  };
  return (
    <Dialog
      open={asked || blocker.state === 'blocked'}
      role="alertdialog"
      title={t('form.leaveTitle')}
      description={text ?? t('form.leaveText')}
      first={first}
      onClose={() => answer(false)}
      footer={
        <>
          <Button ref={first} onClick={() => answer(false)}>
            {t('form.stay')}
          </Button>
          <Button look="filled" onClick={() => answer(true)}>
            {t('form.leave')}
          </Button>
        </>
      }
    />
  );
}
