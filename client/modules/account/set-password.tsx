import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { request } from '../../kit/api.ts';
import { signIn } from '../../kit/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { LinkDoor } from './LinkDoor.tsx';
import { Door, DoorForm, PasswordPair } from './parts.tsx';
import { useForm } from './useForm.ts';
import type { MailedLink } from './useLink.ts';

/** Setting a password by a mailed link: a new one, or the first of somebody invited. */
export function Component() {
  const { t } = useTranslation('account');
  const [done, setDone] = useState(false);
  if (done) return <Door title={t('set.done')} note={t('set.doneText')} />;
  const title = (link: MailedLink | null) =>
    link?.purpose === 'activate' ? t('set.first', { name: link.name }) : t('set.title');
  return (
    <LinkDoor
      title={title}
      purposes={['reset', 'activate']}
      ask={{ to: '/password/forgot', label: t('link.askAgain') }}
    >
      {(link, token) => <PasswordForm link={link} token={token} onDone={() => setDone(true)} />}
    </LinkDoor>
  );
}

function PasswordForm({ link, token, onDone }: { link: MailedLink; token: string; onDone: () => void }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const form = useForm({ password: '', confirmation: '' }, async values => {
    await request('POST', '/auth/password/reset', { body: { token, ...values } });
    // Residents sign in with their app.
    if (link.kind === 'resident') return onDone();
    await signIn(link.email, values.password).then(() => navigate('/direction', { replace: true }), onDone);
  });
  return (
    <DoorForm form={form}>
      <input type="hidden" name="username" autoComplete="username" value={link.email} />
      <PasswordPair form={form} first={link.purpose === 'activate'} />
      <Button type="submit" look="filled" size="lg" wide busy={form.busy}>
        {t('set.submit')}
      </Button>
    </DoorForm>
  );
}
