import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../kit/http/api.ts';
import { LinkPage } from './LinkPage.tsx';
import { PasswordAsked } from './PasswordAsked.tsx';
import { Door } from './parts.tsx';
import type { MailedLink } from './useLink.ts';

/** Confirms a new e-mail address: the link proves access to the mailbox, the password that the account is theirs. */
export function Component() {
  const { t } = useTranslation('account');
  const [done, setDone] = useState<MailedLink | null>(null);
  if (done)
    return <Door title={t('confirmNew.done')} note={t('confirmNew.doneText')} resident={done.kind === 'resident'} />;
  return (
    <LinkPage
      title={() => t('confirmNew.title')}
      purposes={['address']}
      ask={{ to: '/login', label: t('links.toSignIn') }}
    >
      {(link, token) => (
        <PasswordAsked
          link={link}
          help={t('confirmNew.help')}
          submit={t('confirmNew.submit')}
          onPassword={password =>
            request('POST', '/auth/email/confirm', { body: { token, password } }).then(() => setDone(link))
          }
        />
      )}
    </LinkPage>
  );
}
