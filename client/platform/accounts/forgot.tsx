import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { dataOf, request } from '../../kit/http/api.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { Door, DoorForm } from './parts.tsx';
import { useForm } from './useForm.ts';

/** Requests a link for a new password. */
export function Component() {
  const { t } = useTranslation('account');
  const [sentTo, setSentTo] = useState('');
  const typed = dataOf<{ email: string }>(useLocation().state).email;
  const form = useForm({ email: typed ?? '' }, async values => {
    const email = values.email.trim();
    await request('POST', '/auth/password/forgot', { body: { email } });
    setSentTo(email);
  });
  if (sentTo) return <Door title={t('forgot.sent')} note={t('forgot.sentText', { email: sentTo })} />;
  return (
    <Door title={t('forgot.title')} note={t('forgot.note')}>
      <DoorForm form={form}>
        <Field label={t('fields.email')} error={form.error('email')}>
          <TextInput
            size="lg"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            autoFocus
            {...form.input('email')}
          />
        </Field>
        <Button type="submit" look="filled" size="lg" wide busy={form.busy}>
          {t('forgot.submit')}
        </Button>
      </DoorForm>
    </Door>
  );
}
