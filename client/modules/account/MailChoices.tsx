import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../kit/api.ts';
import { loadMe } from '../../kit/session.ts';
import { Checkbox } from '../../kit/ui/Checkbox.tsx';
import { toast } from '../../kit/ui/toast.ts';

/** Which mails come; those that an account needs are not a choice. */
export function MailChoices({ off }: { off: readonly string[] }) {
  const { t } = useTranslation(['account', 'errors']);
  const [wanted, setWanted] = useState<boolean | null>(null);
  const change = async (on: boolean) => {
    setWanted(on);
    const left = off.filter(topic => topic !== 'membership');
    await request('PUT', '/auth/me', { body: { mailOff: on ? left : [...left, 'membership'] } })
      .then(() => loadMe())
      .catch(() => toast({ tone: 'bad', title: t('errors:FAIL') }));
    setWanted(null);
  };
  return (
    <Checkbox
      label={t('profile.membership')}
      checked={wanted ?? !off.includes('membership')}
      onChange={event => void change(event.target.checked)}
    />
  );
}
