import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { meAtom } from '../../kit/session/session.ts';
import { Toaster } from '../../kit/ui/overlay/Toaster.tsx';
import { PersonMenu } from '../../shell/menu/PersonMenu.tsx';
import { leave } from '../../shell/sign-in/SignOut.tsx';
import { Devices } from '../notifications/index.ts';
import { Frame, Section } from './Frame.tsx';
import { OwnChoices } from './own/OwnChoices.tsx';
import { PasswordChange } from './own/PasswordChange.tsx';
import { PersonForm } from './own/PersonForm.tsx';
import { Sessions } from './own/Sessions.tsx';

/** Profile of the signed-in user: name, language, password, notifications, sessions. */
export function Component() {
  const { t } = useTranslation('account');
  const me = useAtomValue(meAtom);
  if (!me) return null;
  const { id, name } = me.user;
  return (
    <Frame title={t('profile.title')} person={<PersonMenu person={{ id, name }} onSignOut={() => void leave()} />}>
      <PersonForm key={`${name}|${me.user.language}`} user={me.user} />
      <Section anchor="password" title={t('profile.password')} note={t('profile.passwordNote')}>
        <PasswordChange />
      </Section>
      <Section title={t('profile.mails')} note={t('profile.mailsNote')}>
        <OwnChoices user={me.user} />
      </Section>
      <Section title={t('profile.devices')} note={t('profile.devicesNote')}>
        <Devices />
      </Section>
      <Section title={t('sessions.title')} note={t('sessions.note')}>
        <Sessions />
      </Section>
      <Toaster />
    </Frame>
  );
}
