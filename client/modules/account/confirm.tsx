import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { request } from '../../kit/http/api.ts';
import { signIn } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { PasswordInput } from '../../kit/ui/TextInput.tsx';
import { LinkPage } from './LinkPage.tsx';
import { Door, DoorForm } from './parts.tsx';
import { useForm } from './useForm.ts';
import type { MailedLink } from './useLink.ts';

/** Confirming a registration: the link proves the mailbox, the password who asked for the account. */
export function Component() {
  const { t } = useTranslation('account');
  const [done, setDone] = useState(false);
  if (done) return <Door title={t('confirm.done')} note={t('confirm.doneText')} />;
  return (
    <LinkPage
      title={() => t('confirm.title')}
      purposes={['confirm']}
      ask={{ to: '/register', label: t('link.registerAgain') }}
    >
      {(link, token) => <ConfirmForm link={link} token={token} onDone={() => setDone(true)} />}
    </LinkPage>
  );
}

function ConfirmForm({ link, token, onDone }: { link: MailedLink; token: string; onDone: () => void }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const form = useForm({ password: '' }, async ({ password }) => {
    await request('POST', '/auth/register/confirm', { body: { token, password } });
    await signIn(link.email, password).then(() => navigate('/direction', { replace: true }), onDone);
  });
  return (
    <DoorForm form={form}>
      <input type="hidden" name="username" autoComplete="username" value={link.email} />
      <Field label={t('fields.password')} help={t('confirm.help')} error={form.error('password')}>
        <PasswordInput size="lg" autoComplete="current-password" autoFocus {...form.input('password')} />
      </Field>
      <Button type="submit" look="filled" size="lg" wide busy={form.busy}>
        {t('confirm.submit')}
      </Button>
    </DoorForm>
  );
}
