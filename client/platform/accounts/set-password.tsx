import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { request } from '../../kit/http/api.ts';
import { signIn } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { LinkPage } from './LinkPage.tsx';
import { Door, DoorForm, PasswordPair, RESIDENTS } from './parts.tsx';
import { useForm } from './useForm.ts';
import type { MailedLink } from './useLink.ts';

/** Sets a password by a mailed link: a new one, or the first one of an invited user. */
export function Component() {
  const { t } = useTranslation('account');
  const [done, setDone] = useState<MailedLink | null>(null);
  if (done) return <Door title={t('set.done')} note={t('set.doneText')} resident={done.kind === 'resident'} />;
  const title = (link: MailedLink | null) =>
    link?.purpose === 'activate' ? t('set.first', { name: link.name }) : t('set.title');
  return (
    <LinkPage
      title={title}
      purposes={['reset', 'activate']}
      ask={{ to: '/password/forgot', label: t('link.askAgain') }}
    >
      {(link, token) => <PasswordForm link={link} token={token} onDone={() => setDone(link)} />}
    </LinkPage>
  );
}

function PasswordForm({ link, token, onDone }: { link: MailedLink; token: string; onDone: () => void }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const form = useForm({ password: '', confirmation: '' }, async values => {
    await request('POST', '/auth/password/reset', { body: { token, ...values } });
    if (link.kind === 'resident') {
      const body = { login: link.email, password: values.password };
      return request('POST', '/resident/auth/login', { body }).then(() => location.assign(RESIDENTS), onDone);
    }
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
