import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { request } from '../../kit/http/api.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { Door, DoorForm, PasswordPair } from './parts.tsx';
import { useForm } from './useForm.ts';

const EMPTY = { name: '', email: '', password: '', confirmation: '' };

/** Registers an account. The page only refers to the mailbox, so that it does not reveal whether the account exists. */
export function Component() {
  const { t } = useTranslation('account');
  const [sentTo, setSentTo] = useState('');
  const form = useForm(EMPTY, async values => {
    const email = values.email.trim();
    await request('POST', '/auth/register', { body: { ...values, email } });
    setSentTo(email);
  });
  if (sentTo) return <Door title={t('register.sent')} note={t('register.sentText', { email: sentTo })} />;
  return (
    <Door title={t('register.title')} note={t('register.note')}>
      <DoorForm form={form}>
        <Field label={t('fields.name')} error={form.error('name')}>
          <TextInput size="lg" autoComplete="name" maxLength={100} autoFocus {...form.input('name')} />
        </Field>
        <Field label={t('fields.email')} error={form.error('email')}>
          <TextInput size="lg" type="email" autoComplete="username" autoCapitalize="none" {...form.input('email')} />
        </Field>
        <PasswordPair form={form} first />
        <Button type="submit" look="filled" size="lg" wide busy={form.busy}>
          {t('register.submit')}
        </Button>
        <chakra.p textStyle="xs" color="fg.muted" css={{ '& a': { color: 'accent.fg', textDecoration: 'underline' } }}>
          <Trans t={t} i18nKey="register.agree" components={{ terms: <Link to="/policy" /> }} />
        </chakra.p>
      </DoorForm>
    </Door>
  );
}
