import type { Choices } from '@lobby/shared/kit/notification-topics.ts';
import { useState } from 'react';
import { request } from '../../../kit/http/api.ts';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { loadMe, type Me } from '../../../kit/session/session.ts';
import { NoticeChoices } from './NoticeChoices.tsx';
import { QuietChoices } from './QuietChoices.tsx';

/** Notification settings of the signed-in user; each change is saved at once. */
export function OwnChoices({ user }: { user: Me['user'] }) {
  const [wanted, setWanted] = useState<Partial<Choices>>({});
  const { mailOff = [], appOff = [], pushOff = [], hideText = false, quiet = null } = user;
  const off: Choices = { mailOff, appOff, pushOff, hideText, quiet, ...wanted };
  const change = async (choice: Partial<Choices>) => {
    setWanted({ ...wanted, ...choice });
    await request('PUT', '/auth/me', { body: choice })
      .then(() => loadMe())
      .catch(error => toastRefusal(error));
    setWanted({});
  };
  return (
    <>
      <NoticeChoices kind="staff" off={off} onChange={choice => void change(choice)} />
      <QuietChoices kind="staff" chosen={off} onChange={choice => void change(choice)} />
    </>
  );
}
