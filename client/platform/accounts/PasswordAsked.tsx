import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { PasswordInput } from '../../kit/ui/controls/TextInput.tsx';
import { DoorForm } from './parts.tsx';
import { useForm } from './useForm.ts';
import type { MailedLink } from './useLink.ts';

interface Props {
  link: MailedLink;
  help: string;
  submit: string;
  onPassword: (password: string) => Promise<unknown>;
}

/** Asks for the password: the mailed link proves access to the mailbox, the password that the account is theirs. */
export function PasswordAsked({ link, help, submit, onPassword }: Props) {
  const { t } = useTranslation('account');
  const form = useForm({ password: '' }, async ({ password }) => {
    await onPassword(password);
  });
  return (
    <DoorForm form={form}>
      <input type="hidden" name="username" autoComplete="username" value={link.email} />
      <Field label={t('fields.password')} help={help} error={form.error('password')}>
        <PasswordInput size="lg" autoComplete="current-password" autoFocus {...form.input('password')} />
      </Field>
      <Button type="submit" look="filled" size="lg" wide busy={form.busy}>
        {submit}
      </Button>
    </DoorForm>
  );
}
