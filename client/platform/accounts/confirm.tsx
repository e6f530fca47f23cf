import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { request } from '../../kit/http/api.ts';
import { signIn } from '../../kit/session/session.ts';
import { LinkPage } from './LinkPage.tsx';
import { PasswordAsked } from './PasswordAsked.tsx';
import { Door } from './parts.tsx';

/** Confirms a registration: the link proves access to the mailbox, the password who registered. */
export function Component() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const [done, setDone] = useState(false);
  if (done) return <Door title={t('confirm.done')} note={t('confirm.doneText')} />;
  const confirm = async (token: string, email: string, password: string) => {
    await request('POST', '/auth/register/confirm', { body: { token, password } });
    await signIn(email, password).then(
      () => navigate('/direction', { replace: true }),
      () => setDone(true),
    );
  };
  return (
    <LinkPage
      title={() => t('confirm.title')}
      purposes={['confirm']}
      ask={{ to: '/register', label: t('link.registerAgain') }}
    >
      {(link, token) => (
        <PasswordAsked
          link={link}
          help={t('confirm.help')}
          submit={t('confirm.submit')}
          onPassword={password => confirm(token, link.email, password)}
        />
      )}
    </LinkPage>
  );
}
