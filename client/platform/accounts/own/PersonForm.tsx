import { chakra } from '@chakra-ui/react';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { LANGUAGE_NAMES, useLanguage } from '../../../kit/i18n/i18n.ts';
import { loadMe, type Me } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { Avatar } from '../../../kit/ui/marks/Avatar.tsx';
import { DoorForm } from '../parts.tsx';
import { useForm } from '../useForm.ts';

const CHOICES = LANGUAGES.map(value => ({ value, label: LANGUAGE_NAMES[value] }));

/** Name and language of the user. The language applies to this browser and to mails. */
export function PersonForm({ user }: { user: Me['user'] }) {
  const { t } = useTranslation('account');
  const { language, setLanguage } = useLanguage();
  // Preselects the language of the screen, not that of mails, so that saving a name does not switch the screen.
  const form = useForm<{ name: string; language: string }>({ name: user.name, language }, async values => {
    await request('PUT', '/auth/me', { body: { ...values, name: values.name.trim() } });
    const chosen = LANGUAGES.find(candidate => candidate === values.language);
    if (chosen && chosen !== language) await setLanguage(chosen);
    await loadMe();
    toast({ tone: 'done', title: t('profile.saved') });
  });
  return (
    <chakra.div display="flex" flexDirection={{ base: 'column', md: 'row' }} gap="6" pb="6">
      <Avatar person={user} size={36} named />
      <chakra.div flex="1" maxW="400px">
        <DoorForm form={form}>
          <Field label={t('fields.name')} help={t('profile.nameHelp')} error={form.error('name')}>
            <TextInput autoComplete="name" maxLength={100} {...form.input('name')} />
          </Field>
          <Field label={t('fields.email')} help={t('profile.emailHelp')} readOnly>
            <TextInput type="email" value={user.email ?? ''} readOnly />
          </Field>
          <Field label={t('profile.language')} help={t('profile.languageHelp')}>
            <Select choices={CHOICES} {...form.input('language')} />
          </Field>
          <div>
            <Button type="submit" look="filled" busy={form.busy}>
              {t('profile.save')}
            </Button>
          </div>
        </DoorForm>
      </chakra.div>
    </chakra.div>
  );
}
