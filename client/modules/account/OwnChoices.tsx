import type { Choices } from '@lobby/shared/kit/notices.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../kit/api.ts';
import { loadMe, type Me } from '../../kit/session.ts';
import { toast } from '../../kit/ui/toast.ts';
import { NoticeChoices } from './NoticeChoices.tsx';

/** What the person who is signed in is told of; each choice holds at once. */
export function OwnChoices({ user }: { user: Me['user'] }) {
  const { t } = useTranslation('errors');
  const [wanted, setWanted] = useState<Partial<Choices>>({});
  const off = { mailOff: user.mailOff ?? [], appOff: user.appOff ?? [], ...wanted };
  const change = async (choice: Partial<Choices>) => {
    setWanted({ ...wanted, ...choice });
    await request('PUT', '/auth/me', { body: choice })
      .then(() => loadMe())
      .catch(() => toast({ tone: 'bad', title: t('FAIL') }));
    setWanted({});
  };
  return <NoticeChoices kind="staff" off={off} onChange={choice => void change(choice)} />;
}
