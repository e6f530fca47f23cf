import { chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { meAtom } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { PasswordInput } from '../../../kit/ui/controls/TextInput.tsx';
import { DoorForm, PasswordPair } from '../parts.tsx';
import { useForm } from '../useForm.ts';

const EMPTY = { current: '', password: '', confirmation: '' };

/** Changes the password, which ends all other sessions. */
export function PasswordChange() {
  const { t } = useTranslation('account');
  const email = useAtomValue(meAtom)?.user.email ?? '';
  const form = useForm(EMPTY, async values => {
    await request('PUT', '/auth/password', { body: values });
    form.setValues(EMPTY);
    toast({ tone: 'done', title: t('profile.passwordDone') });
  });
  return (
    <chakra.div maxW="400px">
      <DoorForm form={form}>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <Field label={t('fields.current')} error={form.error('current')}>
          <PasswordInput autoComplete="current-password" {...form.input('current')} />
        </Field>
        <PasswordPair form={form} size="md" />
        <div>
          <Button type="submit" busy={form.busy}>
            {t('profile.passwordSubmit')}
          </Button>
        </div>
      </DoorForm>
    </chakra.div>
  );
}
